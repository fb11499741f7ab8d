import { madeOnce } from '../../client/format/made-once.ts';
import type { TokenFlags } from '../kernel/abilities.ts';
import type { LookUpRow } from '../kernel/calling-member.ts';
import { timestamp } from '../kernel/text.ts';

/** When a token ends and when it was last used, in milliseconds since 1970. */
export const timesOf = madeOnce(({ expiresAt, lastUsedAt }: BearerRow) => ({
	end: expiresAt ? millisecondsOf(expiresAt) : Infinity,
	lastUse: lastUsedAt ? millisecondsOf(lastUsedAt) : -Infinity
}));

const millisecondsOf = (value: Date | string): number => Date.parse(timestamp(value));

export type BearerRow = LookUpRow &
	TokenFlags & {
		uid: string;
		name: string;
		expiresAt: Date | string | null;
		lastUsedAt: Date | string | null;
	};
