// `npm run set-password -- ada@mill.test`: gives the member a new password, prints it, and signs them out everywhere.
import process from 'node:process';
import { refuseMissingHousehold } from '../src/lib/server/data/migrations/missing-household.ts';
import { StartupError } from '../src/lib/server/data/startup-error.ts';
import { randomPassphrase } from '../src/lib/server/kernel/passphrase.ts';
import { perform } from '../src/lib/server/kernel/perform.ts';
import { setPassword } from '../src/lib/server/members/set-password.ts';
import { readConfig } from '../src/lib/server/runtime/config.ts';
import { start, stop } from '../src/lib/server/runtime/lifecycle.ts';

process.umask(0o077);
const [email = ''] = process.argv.slice(2);
try {
	await giveNewPassword();
} catch (error) {
	if (!(error instanceof StartupError)) throw error;
	console.error(`No password was set: ${error.message}`);
	process.exitCode = 1;
}

async function giveNewPassword(): Promise<void> {
	await refuseMissingHousehold(readConfig(process.env).databaseUrl);
	const household = await start();
	const newPassword = randomPassphrase(4);
	const from = { address: '127.0.0.1', device: 'npm run set-password', isThisMachine: true };
	const given = () => ({ email, newPassword });
	const { output } = await perform(household, setPassword, { by: 'visitor', from }, given);
	await stop(household);
	if (output.isThere)
		console.log(`The password of ${email} is now: ${newPassword}
They are signed out everywhere; their access tokens go on. Choose another password under Settings → Your account.`);
	else {
		console.error(
			`Nobody here signs in as "${email}". Run it as: npm run set-password -- ada@mill.test`
		);
		process.exitCode = 1;
	}
}
