import type { Prisma } from './client.ts';

/**
 * The primary key of each table, in an order in which a row comes after those that it refers to. `false` where rows belong to a
 * running process and stay behind.
 */
const keys: Record<Prisma.ModelName, [string, ...string[]] | false> = {
	SetupCode: false,
	Stream: false,
	Member: ['uid'],
	Session: ['idHash'],
	Pair: ['uid'],
	RefreshToken: ['hash'],
	PairAccessToken: ['hash'],
	AccessToken: ['uid'],
	Group: ['uid'],
	GroupMember: ['groupUid', 'memberUid'],
	List: ['number'],
	ListMember: ['listUid', 'memberUid'],
	ListGroup: ['listUid', 'groupUid'],
	Pin: ['listUid', 'memberUid'],
	TokenList: ['tokenUid', 'listUid'],
	Section: ['uid'],
	SectionLabel: ['listUid', 'label'],
	Item: ['number'],
	Instance: ['id'],
	JoinRequest: ['uid'],
	ResetRequest: ['uid'],
	Attempt: ['uid'],
	Activity: ['uid'],
	Change: ['number'],
	IdempotencyKey: ['caller', 'key']
};

/** The table of a model, where the two names differ. */
const tables: Partial<Record<string, string>> = {
	Attempt: 'WrongPassword',
	IdempotencyKey: 'FirstAnswer'
};

export const copiedTables = Object.entries(keys).flatMap(([model, key]) =>
	key ? [{ table: tables[model] ?? model, key }] : []
);
