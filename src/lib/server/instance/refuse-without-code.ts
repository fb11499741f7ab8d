import * as m from '../../paraglide/messages.js';
import { Refusal } from '../kernel/errors.ts';
import { sameSecret, hashSecret } from '../kernel/secrets.ts';
import type { PrepareContext } from '../kernel/prepare-context.ts';
import { tryPassword } from '../members/try-password.ts';
import { compared } from './setup-code.ts';

/** Throws unless the caller is at this machine or knows a code. Wrong codes are throttled as wrong passwords are. */
export async function refuseWithoutCode(before: PrepareContext, code: string): Promise<void> {
	if (before.caller.from.isThisMachine) return;
	if (compared(code) === '') throw wrongCode(m.setup_code_needed());
	if (!(await tryPassword(before, 'setup code', () => isSetupCode(before, compared(code)))))
		throw wrongCode(m.setup_code_wrong());
}

async function isSetupCode({ db, config }: PrepareContext, code: string): Promise<boolean> {
	if (config.setupCode) return sameSecret(compared(config.setupCode), code);
	return (await db.setupCode.findUnique({ where: { hash: hashSecret(code) } })) !== null;
}

function wrongCode(sentence: string): Refusal {
	return new Refusal('forbidden', sentence, {
		violations: [{ field: 'setupCode', description: sentence }]
	});
}
