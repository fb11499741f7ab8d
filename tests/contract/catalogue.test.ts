import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { sources, syntaxOf } from '../support/imports.ts';
import { promised, resourceOf, resources, withoutAddress } from './promises.ts';

/** Exported methods below /api/v1 that belong to no operation, and why. */
const writtenByHand: Record<string, string> = {
	'GET /events': 'a stream, not an answer',
	'GET /public-list/events': 'a stream, not an answer',
	'GET /openapi.json': 'says what the others are'
};

const operations = Object.entries(catalogue);
const addressed = operations.filter(([, { address }]) => address);

describe('the catalogue', () => {
	it('has each operation under its own name', () => {
		expect(
			operations.map(([key, { name }]) => [key, name]).filter(([key, name]) => key !== name)
		).toEqual([]);
		expect(operations.length).toBeGreaterThan(25);
	});

	it('has every operation that an operations.ts describes', () => {
		expect(described.map(({ key }) => key).sort()).toEqual(operations.map(([key]) => key).sort());
	});

	it('runs for each operation the domain function of the same name', () => {
		const other = described.filter(
			({ key, runs, from }) => runs !== key || !from?.startsWith('.') || from.includes('operations')
		);
		expect(other).toEqual([]);
	});

	it('lists every operation without an address, with a reason unless it is a tool', () => {
		const without = operations.filter(([, { address }]) => !address);
		expect(without.map(([name]) => name).sort()).toEqual(Object.keys(withoutAddress).sort());
		expect(
			without
				.filter(([name, { tool }]) => !tool === !withoutAddress[name]?.why)
				.map(([name]) => name)
		).toEqual([]);
	});

	it('gives each address to one operation', () => {
		const addresses = addressed.map(([, { address }]) => address);
		expect(addresses.length).toBe(new Set(addresses).size);
	});

	it('takes every parameter in the path of an operation as a string', () => {
		const unasked = addressed.flatMap(([name, { address = 'GET /', input }]) =>
			parametersOf(address)
				.filter((parameter) => !(input.shape[parameter] instanceof z.ZodString))
				.map((parameter) => `${name} ${parameter}`)
		);
		expect(unasked).toEqual([]);
	});

	it('uses GET for every query and another method for every command', () => {
		const odd = addressed.filter(
			([, { kind, address }]) => (kind === 'query') !== address?.startsWith('GET ')
		);
		expect(odd.map(([name]) => name)).toEqual([]);
	});

	it('says in a sentence what each operation does', () => {
		expect(
			operations
				.filter(([, { summary }]) => !/^[A-Z].{10,140}\.$/.test(summary))
				.map(([name]) => name)
		).toEqual([]);
	});
});

describe('the routes below /api/v1', () => {
	it('bind the operations of the catalogue, each at its address', () => {
		const bound = routes
			.filter(({ operation }) => operation)
			.map(({ address, operation }) => `${address} ${operation}`);
		expect(bound.sort()).toEqual(
			addressed.map(([name, { address }]) => `${address} ${name}`).sort()
		);
	});

	it('are listed with a reason where they are written by hand', () => {
		const byHand = routes.filter(({ operation }) => !operation).map(({ address }) => address);
		expect(byHand.sort()).toEqual(Object.keys(writtenByHand).sort());
	});
});

describe('the interface', () => {
	it('has no address that was not promised', () => {
		expect(
			addressed.map(([, { address = '' }]) => address).filter((address) => !promised[address])
		).toEqual([]);
	});

	it('has every address that was promised', () => {
		const there = new Set<string>(addressed.map(([, { address = '' }]) => address));
		expect(Object.keys(promised).filter((address) => !there.has(address))).toEqual([]);
		expect(there.size).toBeGreaterThanOrEqual(Object.keys(promised).length);
	});

	it.each(operations)('lets call %s whom it promised to', (name, { access, address = '' }) => {
		const { who, ability } = promised[address]?.[0] ?? withoutAddress[name]?.rule ?? {};
		expect([access.who, 'ability' in access ? access.ability : undefined]).toEqual([
			who === 'any' ? 'visitor' : who,
			ability
		]);
	});

	it.each(addressed)('reads for %s the fields it promised', (_name, { input, address = '' }) => {
		const inAddress = parametersOf(address);
		const read = Object.keys(input.shape).filter((field) => !inAddress.includes(field));
		expect(read.sort()).toEqual(words(promised[address]?.[1]).sort());
	});

	it.each(addressed)(
		'answers %s with the fields it promised',
		(_name, { output, address = '' }) => {
			expect(Object.keys(output.shape)).toEqual(words(promised[address]?.[2]));
		}
	);

	it.each(addressed)(
		'shows in the answer to %s each resource with exactly its fields',
		(_name, { output, address = '' }) => {
			for (const [path, object] of objectsIn(output).filter(([path]) => path !== '')) {
				const named = resourceOf[path.split('.').at(-1) ?? ''];
				const kinds = address === 'GET /dated-items' && path === 'items' ? ['DatedItem'] : named;
				expect(
					kinds?.map((kind) => resources[kind]),
					`${address} ${path}`
				).toContain(Object.keys(object.shape).join(' '));
				const id = z.globalRegistry.get(object)?.id?.replace('HouseholdList', 'List');
				if (id) expect(resources[id]).toBe(Object.keys(object.shape).join(' '));
			}
		}
	);

	it('never lets a hash or a stored secret out: only what is shown once is called a secret', () => {
		const shownOnce = ['secret', 'temporaryPassword', 'mustChangePassword'];
		const out = operations.flatMap(([, { output }]) =>
			objectsIn(output).flatMap(([, object]) => Object.keys(object.shape))
		);
		const secret = out.filter((field) =>
			/hash|salt|secret|password|folded|deletedBy(?!Name)/i.test(field)
		);
		expect(secret.filter((field) => !shownOnce.includes(field))).toEqual([]);
	});
});

type Described = {
	key: string;
	runs: string | undefined;
	from: string | undefined;
};

/** The operations that the files operations.ts describe, read from their source. */
const described: Described[] = sources
	.filter((file) => /^src\/lib\/server\/\w+\/operations\.ts$/.test(file))
	.flatMap((file) => {
		const source = syntaxOf(file);
		const found: Described[] = [];
		const visit = (node: ts.Node): void => {
			if (isDescription(node)) found.push(asDescribed(node, source));
			ts.forEachChild(node, visit);
		};
		visit(source);
		return found;
	});

type Description = (ts.PropertyAssignment | ts.VariableDeclaration) & {
	initializer: ts.Expression;
};

/** Whether the node describes an operation: as a property of the catalogue, or in a variable of its own. */
function isDescription(node: ts.Node): node is Description {
	const named = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node);
	return named && !!node.initializer && isCallOf(node.initializer, ['query', 'command']);
}

function asDescribed(node: Description, source: ts.SourceFile): Described {
	const description = ts.isCallExpression(node.initializer)
		? node.initializer.arguments[0]
		: undefined;
	const properties =
		description && ts.isObjectLiteralExpression(description) ? description.properties : [];
	const valueOf = (name: string) =>
		[...properties]
			.filter((property) => ts.isPropertyAssignment(property))
			.find((property) => property.name.getText() === name)?.initializer;
	const called = functionIn(valueOf('run'));
	return {
		key: node.name.getText(),
		...(called ? exportOf(source, called) : { runs: undefined, from: undefined })
	};
}

/** The name of the function that runs: given directly, or called by an arrow function. */
function functionIn(run: ts.Expression | undefined): string | undefined {
	if (run && ts.isIdentifier(run)) return run.text;
	const body = run && ts.isArrowFunction(run) ? run.body : undefined;
	return body && ts.isCallExpression(body) && ts.isIdentifier(body.expression)
		? body.expression.text
		: undefined;
}

/** The file that the local `name` is imported from, and the name under which that file exports it. */
function exportOf(source: ts.SourceFile, name: string): Pick<Described, 'runs' | 'from'> {
	for (const statement of source.statements.filter((statement) =>
		ts.isImportDeclaration(statement)
	)) {
		const bindings = statement.importClause?.namedBindings;
		const found =
			bindings && ts.isNamedImports(bindings)
				? bindings.elements.find((element) => element.name.text === name)
				: undefined;
		if (found && ts.isStringLiteral(statement.moduleSpecifier))
			return {
				runs: (found.propertyName ?? found.name).text,
				from: statement.moduleSpecifier.text
			};
	}
	return { runs: undefined, from: undefined };
}

function isCallOf(node: ts.Expression, names: string[]): boolean {
	return (
		ts.isCallExpression(node) &&
		ts.isIdentifier(node.expression) &&
		names.includes(node.expression.text)
	);
}

type Route = { address: string; operation: string | undefined };

/** Every exported method, with the operation it binds where it is `rest(word.operation)`. */
const routes: Route[] = globSync('src/routes/api/v1/**/+server.ts', {
	cwd: join(import.meta.dirname, '../..')
}).flatMap((file) => {
	const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
	const exported = [
		...text.matchAll(
			/^export (?:const|async function|function) (\w+)(?:[^=\n]*= rest\((\w+)\.(\w+)\))?/gm
		)
	];
	return exported.map(([, method = '', , operation]) => ({
		address: `${method} ${addressOf(file)}`,
		operation
	}));
});

function addressOf(file: string): string {
	return file
		.replaceAll('\\', '/')
		.replace(/^src\/routes\/api\/v1/, '')
		.replace(/\/\+server\.ts$/, '')
		.replaceAll('[x+3a]', ':')
		.replace(/\/\([^)]*\)/g, '')
		.replace(/\[(\w+)(?:=\w+)?\]/g, '{$1}');
}

const parametersOf = (address: string): string[] =>
	[...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

const words = (text = ''): string[] => text.split(' ').filter(Boolean);

/** Every object in a schema, with the names of the fields that lead to it. */
function objectsIn(schema: z.core.$ZodType, path = ''): [path: string, object: z.ZodObject][] {
	if (schema instanceof z.ZodArray) return objectsIn(schema.def.element, path);
	if (
		schema instanceof z.ZodOptional ||
		schema instanceof z.ZodDefault ||
		schema instanceof z.ZodNullable
	)
		return objectsIn(schema.def.innerType, path);
	if (!(schema instanceof z.ZodObject)) return [];
	const inner = Object.entries(schema.shape).flatMap(([name, field]) =>
		objectsIn(field, path ? `${path}.${name}` : name)
	);
	return [[path, schema], ...inner];
}
