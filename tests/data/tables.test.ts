// Every table has a file that owns it, something that removes its rows in the end, and is emptied with the household.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Prisma } from '../../src/lib/server/data/client.ts';

/**
 * `end`: what removes a row in the end: retention, the row that it belongs to, or a request. `also`: other files that write the
 * table, besides retention and the deletion of the household.
 */
type Table = { owner: string; end: 'retention' | 'another row' | 'somebody'; also?: string[] };

const removal = 'members/remove.ts';

const tables = {
	Instance: { owner: 'instance', end: 'somebody', also: ['kernel/unpublish.ts'] },
	SetupCode: { owner: 'instance', end: 'somebody' },
	Member: {
		owner: 'members',
		end: 'somebody',
		also: ['sessions/sessions.ts', 'sessions/token-pairs.ts']
	},
	Session: { owner: 'sessions', end: 'retention' },
	Pair: { owner: 'sessions', end: 'retention' },
	RefreshToken: { owner: 'sessions', end: 'retention' },
	PairAccessToken: { owner: 'sessions', end: 'retention' },
	AccessToken: { owner: 'tokens', end: 'somebody', also: ['kernel/end-tokens.ts'] },
	TokenList: { owner: 'tokens', end: 'another row', also: ['lists/create.ts'] },
	Attempt: { owner: 'kernel', end: 'retention', also: ['members/try-password.ts'] },
	JoinRequest: { owner: 'requests', end: 'retention' },
	ResetRequest: {
		owner: 'requests',
		end: 'retention',
		also: [removal, 'members/ignore-resets.ts']
	},
	Activity: { owner: 'activity', end: 'retention', also: [removal, 'requests/reset-limits.ts'] },
	Group: { owner: 'groups', end: 'somebody' },
	GroupMember: { owner: 'groups', end: 'another row', also: [removal] },
	List: { owner: 'lists', end: 'retention', also: [removal, 'trash/restore.ts'] },
	Section: { owner: 'sections', end: 'another row' },
	SectionLabel: { owner: 'sections', end: 'another row' },
	ListMember: { owner: 'lists', end: 'another row', also: [removal] },
	ListGroup: { owner: 'lists', end: 'another row' },
	Pin: { owner: 'lists', end: 'another row', also: [removal] },
	Item: {
		owner: 'items',
		end: 'retention',
		also: ['search/old-quantities.ts', 'sections/undo.ts', 'trash/restore.ts']
	},
	Change: { owner: 'events', end: 'retention' },
	IdempotencyKey: { owner: 'kernel', end: 'retention' },
	Stream: { owner: 'events', end: 'somebody' }
} satisfies Record<Prisma.ModelName, Table>;

const deletesEverywhere = ['runtime/retention.ts', 'instance/delete.ts'];
const root = 'src/lib/server/';
const schema = readFileSync('prisma/schema.prisma', 'utf8');

describe.each(Object.entries<Table>(tables))('%s', (model, { owner, end, also = [] }) => {
	it('is written only by its owner and the files in `also`', () => {
		const others = writersOf(model).filter(
			(file) => !file.startsWith(`${owner}/`) && !deletesEverywhere.includes(file)
		);
		expect(others).toEqual(also.toSorted());
	});

	it('has something that removes its rows', () => {
		if (end === 'retention') expect(writersOf(model)).toContain('runtime/retention.ts');
		if (end === 'another row') expect(isRemovedWithAnother(model)).toBe(true);
	});

	it('is emptied when the household is deleted', () => {
		expect(isRemovedWithAnother(model) || writersOf(model).includes('instance/delete.ts')).toBe(
			true
		);
	});
});

/** The files that create, change or remove rows of the model through Prisma, or many of them in SQL. */
function writersOf(model: string): string[] {
	const name = model.charAt(0).toLowerCase() + model.slice(1);
	const written = new RegExp(
		`\\.${name}\\s*\\.(create|update|upsert|delete)|(insertMany|updateRows|updateEach)\\([^)]*'${model}'|(INTO|UPDATE|FROM) "${model}" (SET|WHERE 1)`
	);
	return globSync(`${root}**/*.ts`)
		.filter((file) => !file.includes('/generated/') && written.test(readFileSync(file, 'utf8')))
		.map((file) => file.slice(root.length))
		.toSorted();
}

/** Whether the schema deletes a row with the row that it belongs to (cascade). */
function isRemovedWithAnother(model: string): boolean {
	const body = new RegExp(`^model ${model} \\{[\\s\\S]*?^\\}`, 'm').exec(schema)?.[0] ?? '';
	return /onDelete: Cascade/.test(body);
}
