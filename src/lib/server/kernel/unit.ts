import type { Config } from '../runtime/config.ts';
import type { Connection } from '../data/client.ts';
import type { Dialect } from '../data/dialect.ts';
import type { Reader } from '../data/reader.ts';
import { memberCaller } from './access.ts';
import type { Caller, MemberCaller } from './caller.ts';
import type { Change } from './change-event.ts';
import type { SecurityEvent } from './security-log.ts';

/** One unit of work: everything a domain function may touch. */
export type Unit = {
	caller: Caller;
	/** Prisma, for commands: the open transaction of one, or a connection that cannot write for a query. */
	db: Connection;
	/** SQL, for queries: straight to the driver, or in the command's transaction. */
	read: Reader;
	dialect: Dialect;
	now: Date;
	config: Config;
	/** See `fingerprintOf`. */
	fingerprint?: string | undefined;
	/** The uids of the lists that nobody else can change until the transaction ends; see `lockLists`. */
	held: Set<string>;
	/** Records a Change for the outbox. It is written in the same transaction, and announced after the commit. */
	record(change: Change): void;
	/** Hands the caller a credential outside the answer's body, or takes one back. */
	issue(credential: Credential): void;
	/** Writes a line to the log of security events, once the transaction is committed. */
	audit(event: SecurityEvent): void;
};

/** A unit before its command runs, when nothing can be locked or recorded yet. */
export type Around = Omit<Unit, 'fingerprint' | 'held' | 'record' | 'issue' | 'audit'>;

/**
 * What `prepare` gets, before the transaction opens: for slow pure work, and for what must outlive a refusal (a wrong
 * password counts).
 */
export type PrepareContext = Around & {
	/** Runs `work` in a transaction of its own, which is committed at once. */
	commit<T>(work: (db: Connection) => Promise<T>): Promise<T>;
};

/** What is handed out, or taken back, beside the body of an answer. */
export type Credential =
	| { kind: 'session'; secret: string; expiresAt: Date }
	| { kind: 'session-ended' }
	| { kind: 'refresh'; secret: string; expiresAt: Date }
	| { kind: 'refresh-ended' }
	| { kind: 'binding'; secret: string; expiresAt: Date }
	/** For the console alone. */
	| { kind: 'setup-code'; secret: string };

/** The member at work in this unit. */
export function actor(unit: { caller: Caller }): MemberCaller {
	return memberCaller(unit.caller);
}

/** The columns of `deletionBy` where nothing is deleted. */
export const undeleted = { deletedAt: null, deletedByUid: null, deletedViaTokenUid: null };

/** Who deleted something, when, and through which token. */
export function deletionBy(unit: Unit) {
	const caller = actor(unit);
	return {
		deletedAt: unit.now,
		deletedByUid: caller.member.uid,
		deletedViaTokenUid: caller.by === 'token' ? caller.token.uid : null
	};
}
