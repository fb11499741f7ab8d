import type { Config } from '../runtime/config.ts';
import type { Connection } from '../data/client.ts';
import type { Dialect } from '../data/dialect.ts';
import type { Reader } from '../data/reader.ts';
import { memberCaller } from './admit.ts';
import type { Caller, MemberCaller } from './caller.ts';
import type { Change } from './change-event.ts';
import type { SecurityEvent } from './security-events.ts';
import type { Credential } from './credential.ts';

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

/** The member at work in this unit. */
export function actor(unit: { caller: Caller }): MemberCaller {
	return memberCaller(unit.caller);
}
