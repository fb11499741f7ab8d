// Every import of the program, as its source says it.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse } from 'svelte/compiler';
import ts from 'typescript';

export type Import = {
	/** The file that imports, from the root of the project. */
	file: string;
	/** As it is written. */
	specifier: string;
	/** The file it names, from the root of the project; for a package or a module of the framework, the specifier. */
	target: string;
	/** Gone when the types are stripped. */
	typesOnly: boolean;
	/** The exported names it takes. */
	names: string[];
};

const root = join(import.meta.dirname, '../..');

/** The program's own files; what Prisma and Paraglide generate is not. */
export const sources: string[] = globSync('src/**/*.{ts,js,svelte}', { cwd: root })
	.map((file) => file.replaceAll('\\', '/'))
	.filter((file) => !/\/(generated|paraglide)\//.test(file))
	.sort();

/** What may import them and is not shipped. */
export const othersOfTheProject: string[] = globSync('{tests,bench,prisma,bin}/**/*.{ts,js,mjs}', {
	cwd: root
});

export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

const parsed = new Map<string, ts.SourceFile>();

/** The syntax of a file; of a component, that of its script blocks. Each file is parsed once. */
export function syntaxOf(file: string): ts.SourceFile {
	const known = parsed.get(file);
	if (known) return known;
	const text = file.endsWith('.svelte') ? scriptsOf(textOf(file)) : textOf(file);
	const syntax = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	parsed.set(file, syntax);
	return syntax;
}

export function importsOf(file: string): Import[] {
	const found: Import[] = [];
	const visit = (node: ts.Node): void => {
		const specifier = specifierOf(node);
		if (specifier !== undefined)
			found.push({ file, specifier, target: targetOf(file, specifier), ...whatOf(node) });
		ts.forEachChild(node, visit);
	};
	visit(syntaxOf(file));
	return found;
}

/** The names that a file declares and exports. */
export function exportsOf(file: string): string[] {
	return syntaxOf(file).statements.filter(isExported).flatMap(namesOf);
}

const isExported = (statement: ts.Statement): boolean =>
	ts.canHaveModifiers(statement) &&
	!!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

function namesOf(statement: ts.Statement): string[] {
	const declared = ts.isVariableStatement(statement)
		? statement.declarationList.declarations
		: [statement as ts.DeclarationStatement];
	return declared.flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name.text] : []));
}

function scriptsOf(component: string): string {
	const { instance, module } = parse(component, { modern: true });
	const opening = /^<script(?:\s+[\w:-]+(?:=(?:"[^"]*"|'[^']*'|[^\s>]+))?)*\s*>/;
	return [module, instance]
		.filter((script) => !!script)
		.map(({ start, end }) =>
			component
				.slice(start, end)
				.replace(opening, '')
				.replace(/<\/script\s*>$/, '')
		)
		.join('\n');
}

function specifierOf(node: ts.Node): string | undefined {
	if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
		return literal(node.moduleSpecifier);
	if (ts.isImportTypeNode(node))
		return literal(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined);
	const isDynamic =
		ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
	return isDynamic ? literal(node.arguments[0]) : undefined;
}

const literal = (node: ts.Node | undefined): string | undefined =>
	node && ts.isStringLiteralLike(node) ? node.text : undefined;

function whatOf(node: ts.Node): Pick<Import, 'typesOnly' | 'names'> {
	if (ts.isImportTypeNode(node)) return { typesOnly: true, names: [] };
	if (ts.isExportDeclaration(node)) return { typesOnly: node.isTypeOnly, names: [] };
	if (!ts.isImportDeclaration(node)) return { typesOnly: false, names: [] };
	const clause = node.importClause;
	const bindings = clause?.namedBindings;
	const named = bindings && ts.isNamedImports(bindings) ? [...bindings.elements] : [];
	const everyNameIsAType =
		named.length > 0 && !clause?.name && named.every((name) => name.isTypeOnly);
	return {
		typesOnly: clause?.phaseModifier === ts.SyntaxKind.TypeKeyword || everyNameIsAType,
		names: named.map(({ name, propertyName }) => (propertyName ?? name).text)
	};
}

function targetOf(file: string, specifier: string): string {
	// What the framework generates beside a page is no file of ours.
	if (specifier === './$types') return '$types';
	const path = specifier.startsWith('.')
		? posix.join(posix.dirname(file), specifier)
		: specifier.startsWith('$lib/')
			? `src/lib/${specifier.slice('$lib/'.length)}`
			: undefined;
	if (path === undefined) return specifier;
	return [path, `${path}.ts`, `${path}.js`, `${path}.svelte.ts`].find(isFile) ?? path;
}

const isFile = (path: string): boolean => /\.\w+$/.test(path) && existsSync(join(root, path));

/** The chain of files that import each other in a circle, or undefined. */
export function circleIn(imports: Import[]): string[] | undefined {
	const arrows = Map.groupBy(imports, ({ file }) => file);
	const done = new Set<string>();
	const follow = (file: string, path: string[]): string[] | undefined => {
		if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
		if (done.has(file)) return undefined;
		for (const { target } of arrows.get(file) ?? []) {
			const circle = follow(target, [...path, file]);
			if (circle) return circle;
		}
		done.add(file);
		return undefined;
	};
	return [...arrows.keys()].map((file) => follow(file, [])).find((circle) => !!circle);
}
