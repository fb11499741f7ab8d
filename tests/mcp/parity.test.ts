// Assistants are offered the tools of the catalogue: everything that a token may use, except for what is listed with a reason.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { offered, toolsFor } from '../../src/lib/server/mcp/tools.ts';
import { noTool } from '../contract/promises.ts';
import { tokensIn } from '../support/model-tokens.ts';

const operations = Object.values(catalogue);
const verbs =
	'get|create|change|duplicate|add|tick|move|append|share|restore|mark|clear|delete|undo';

describe('the tools', () => {
	it('are those in the catalogue, each offered once', () => {
		const described = operations.filter(({ tool }) => tool).map(({ name }) => name);
		expect(offered.map(({ operation }) => operation).sort()).toEqual(described.sort());
	});

	it('are all operations that a token may use, except for those listed with a reason', () => {
		const usable = operations.filter(({ access }) => !/^(browser|admin)$/.test(access.who));
		const without = usable.filter(({ tool }) => !tool).map(({ name }) => name);
		expect(without.sort()).toEqual(Object.keys(noTool).sort());
	});

	it('are few enough for a model, for every kind of caller', () => {
		const callers = [callerWith('token'), callerWith('pair')];
		const counts = callers.map((caller) => toolsFor(caller).length);
		expect(counts, 'for one more tool another one has to go').toEqual([24, 24]);
	});

	it('for an access token with all abilities cost at most 9,000 model tokens', () => {
		const listing = JSON.stringify(toolsFor(callerWith('token')).map(({ described }) => described));
		expect(tokensIn(listing)).toBeLessThanOrEqual(9_000);
	});

	it('answer with fields that REST has too, except for those listed here', () => {
		const said = new Set(offered.flatMap(({ described }) => fieldsIn(described.outputSchema)));
		const known = new Set(operations.flatMap(({ output }) => fieldsIn(z.toJSONSchema(output))));
		expect([...said].filter((field) => !known.has(field)).sort()).toEqual([
			'hasNote',
			'id',
			'metadata',
			'results',
			'title',
			'url'
		]);
	});

	it('have the names of their operations in snake_case, verb first', () => {
		for (const { operation, described } of offered) {
			expect(described.name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())).toBe(
				operation
			);
			expect(described.name, 'begin with a verb of these, or add one').toMatch(
				new RegExp(`^((${verbs})_\\w+|search|fetch)$`)
			);
		}
	});

	it('are the only ones that are named to assistants, in the README and in the reasons', () => {
		const files = globSync('src/lib/server/{mcp/*,*/operations}.ts');
		const [, readme = ''] = readFileSync('README.md', 'utf8').split('## Connect an assistant');
		const texts = [
			...files.map((file) => readFileSync(file, 'utf8')),
			...[readme.split('\n## ', 1).join(), ...Object.values(noTool)]
		];
		// What follows a full stop is the name of a message.
		const toolName = new RegExp(`(?<![.\\w])(?:${verbs})_\\w+`, 'g');
		const named = texts.flatMap((text) => text.match(toolName) ?? []);
		expect(named.length).toBeGreaterThan(40);
		const tools = offered.map(({ described }) => described.name);
		expect(named.filter((name) => !tools.includes(name))).toEqual([]);
	});

	it('each describe themselves, when to use them, and their effect', () => {
		for (const { described } of offered) {
			const { name, title, description, annotations, inputSchema, outputSchema } = described;
			expect(title, name).toMatch(/^[A-Z].{3,40}$/);
			expect(description, name).toMatch(/^[A-Z].+\. Use it .+\.$/);
			expect(Object.values(annotations).map((hint) => typeof hint)).toEqual([
				'string',
				'boolean',
				'boolean',
				'boolean',
				'boolean'
			]);
			expect(annotations.readOnlyHint && annotations.destructiveHint).toBe(false);
			for (const schema of [inputSchema, ...(outputSchema ? [outputSchema] : [])]) {
				expect(schema.type, name).toBe('object');
				expect(JSON.stringify(schema), name).not.toMatch(/\$ref|\$defs|"id":"/);
			}
		}
	});

	it('take an idempotency key if they change something, and none if they only read', () => {
		for (const { described } of offered)
			expect('idempotencyKey' in described.inputSchema.properties, described.name).toBe(
				!described.annotations.readOnlyHint
			);
	});

	it('have an output schema where they read or act on several things', () => {
		const without = offered.filter(({ described }) => !described.outputSchema);
		expect(without.map(({ described }) => described.name)).toEqual(['mark_activity_read']);
	});

	it('require in their output schema only fields that are always there', () => {
		for (const { described } of offered)
			for (const field of Object.values(described.outputSchema?.properties ?? {}))
				expect(JSON.stringify(field), described.name).not.toContain('"required"');
	});
});

/** A caller with all abilities. */
function callerWith(by: 'token' | 'pair'): MemberCaller {
	const member = { uid: 'mem_', name: 'Ada', isAdmin: false, mustChangePassword: false };
	const abilities = { read: true, write: true, delete: true };
	const token = { uid: 'tok_', name: 'Claude', abilities, allLists: true, useIsNews: false };
	const from = { address: '', device: '' };
	return by === 'token'
		? { by, member, from, token }
		: { by, member, from, pairUid: 'fam_', expiresAt: new Date() };
}

/** The names of properties in a JSON Schema, however deep. */
function fieldsIn(schema: unknown): string[] {
	if (typeof schema !== 'object' || schema === null) return [];
	return Object.entries(schema).flatMap(([name, within]) =>
		name === 'properties' && typeof within === 'object' && within !== null
			? [...Object.keys(within), ...Object.values(within).flatMap(fieldsIn)]
			: fieldsIn(within)
	);
}
