// The published document: what is committed is what the catalogue says, and says it well.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { ChangeKind } from '../../src/lib/server/domain/change.ts';
import { catalogue } from '../../src/lib/server/operations/catalogue.ts';
import { publishedDocument } from '../../src/lib/server/transports/openapi.ts';
import { examples } from '../../src/lib/server/transports/openapi-examples.ts';
import { changeKinds } from '../../src/lib/server/transports/openapi-streams.ts';
import { committed, operationsIn } from '../support/document.ts';

const root = join(import.meta.dirname, '../..');
const addressed = Object.values(catalogue).filter(({ address }) => address);

describe('the published document', () => {
	it('is committed as the catalogue says it: review the difference, then run this test with -u', async () => {
		const text = `${JSON.stringify(publishedDocument(), null, '\t')}\n`;
		await expect(text).toMatchFileSnapshot('../../docs/openapi.json');
	});

	it('has every operation that has an address, by its own name', () => {
		const ids = operationsIn(committed).map(({ id, address }) => `${id} ${address}`);
		const expected = addressed.map(({ name, address }) => `${name} ${address}`);
		const byHand = [
			'streamEvents GET /events',
			'streamPublicEvents GET /public-list/events',
			'getDocument GET /openapi.json'
		];
		expect(ids.sort()).toEqual([...expected, ...byHand].sort());
	});

	it('gives an example of each', () => {
		const without = addressed.filter(({ name }) => !examples[name]).map(({ name }) => name);
		expect(without).toEqual([]);
	});

	it('spells two fields as the specification does', () => {
		const text = JSON.stringify(committed);
		expect(text).toContain('"after_item_uid"');
		expect(text).toContain('"to_list_uid"');
		expect(text).not.toMatch(/afterItemUid|toListUid/);
	});

	it('names no server but the one that serves it', () => {
		expect(committed.servers?.map(({ url }) => url)).toEqual(['/api/v1']);
	});

	it('lists every kind of change that events tell', () => {
		expect(Object.keys(changeKinds).sort()).toEqual(Object.keys(told).sort());
	});

	it('gives nobody a reason to complain: Redocly finds nothing', async () => {
		const { stdout } = await promisify(execFile)(
			process.execPath,
			[redocly(), 'lint', '--extends=recommended-strict', '--format=json', 'docs/openapi.json'],
			{ cwd: root, env: { ...process.env, REDOCLY_TELEMETRY: 'off', CI: 'true' } }
		).catch((error: { stdout: string }) => error);
		const { totals, problems }: { totals: { errors: number }; problems: { message: string }[] } =
			JSON.parse(stdout);
		expect(problems.map(({ message }) => message)).toEqual([]);
		expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
	});
});

/** Its program, as its package says. */
function redocly(): string {
	const folder = join(root, 'node_modules/@redocly/cli');
	const manifest: { bin: Record<string, string> } = JSON.parse(
		readFileSync(join(folder, 'package.json'), 'utf8')
	);
	return join(folder, manifest.bin.redocly ?? '');
}

/** Complete by type: a kind that is missing here does not compile. */
const told: Record<ChangeKind, true> = {
	'list.created': true,
	'list.changed': true,
	'list.shared': true,
	'list.archived': true,
	'list.restored': true,
	'list.deleted': true,
	'item.added': true,
	'item.changed': true,
	'item.ticked': true,
	'item.unticked': true,
	'item.moved': true,
	'item.deleted': true,
	'item.restored': true,
	'pin.changed': true,
	'members.changed': true,
	'groups.changed': true,
	'requests.changed': true,
	'activity.changed': true,
	'settings.changed': true,
	'public-list.changed': true
};
