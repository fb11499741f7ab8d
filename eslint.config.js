import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** ESLint's cache stores the configuration with the results, so it may hold plain data only. */
const asData = { compilerOptions: { runes: svelteConfig.compilerOptions?.runes } };

const noWayAroundTypes = {
	selector: 'TSAsExpression > TSAsExpression.expression[typeAnnotation.type="TSUnknownKeyword"]',
	message: 'Prove the type instead of casting through unknown.'
};

const rawSql = [
	'MemberExpression[property.name=/^[$](query|execute)Raw/]',
	'ImportDeclaration[source.value=/open-transaction/]'
].map((selector) => ({
	selector,
	message:
		'Read with unit.read.query; SQL that writes or locks stands in data/, search/, events/ or a store.ts.'
}));

const messageAtLoad = {
	selector: 'CallExpression[callee.object.name="m"]:not(:function *)',
	message: 'Call a message where it is needed: its language is that of who asks.'
};

const asked = 'Literal[value=/^(sqlite|postgres(ql)?)$/]';
const whichDatabase = [
	`BinaryExpression > ${asked}`,
	`SwitchCase > ${asked}`,
	'Property[key.name=/^(sqlite|postgresql)$/]'
].map((selector) => ({
	selector,
	message: 'What the two databases do differently is a member of the dialect, see data/dialect.ts.'
}));

/** These files open the database, so they may ask which one it is. */
const beforeItIsOpen = ['database-url.ts', 'migrations/*.ts'].map(
	(name) => `src/lib/server/data/${name}`
);

const leftOut = '/^(only|skip|skipIf|runIf|todo|fixme|fails)$/';
const everyTestRuns = [
	`MemberExpression[property.name=${leftOut}][object.name=/^(test|it|describe|suite)$/]`,
	`MemberExpression[property.name=${leftOut}][object.object.name=/^(test|it|describe|suite)$/]`
].map((selector) => ({ selector, message: 'Every test runs, every time.' }));

export default ts.config(
	{
		ignores: [
			'build/',
			'.svelte-kit/',
			'data/',
			'test-results/',
			'playwright-report/',
			'src/lib/paraglide/',
			'src/lib/server/data/generated/'
		]
	},
	js.configs.recommended,
	...ts.configs.recommended,
	...svelte.configs.recommended,
	{
		linterOptions: { reportUnusedDisableDirectives: 'error' },
		languageOptions: { globals: { ...globals.node, ...globals.browser } },
		rules: {
			'no-undef': 'off',
			'no-restricted-syntax': ['error', noWayAroundTypes],
			eqeqeq: 'error',
			'@typescript-eslint/no-explicit-any': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }
			]
		}
	},
	{
		files: ['**/*.svelte', '**/*.svelte.ts', '**/*.svelte.js'],
		languageOptions: {
			parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig: asData }
		},
		rules: { 'svelte/no-at-html-tags': 'error' }
	},
	{
		files: ['src/lib/server/**/*.ts'],
		rules: { '@typescript-eslint/no-non-null-assertion': 'error' }
	},
	{
		files: ['src/**/*.ts'],
		ignores: beforeItIsOpen,
		rules: { 'no-restricted-syntax': ['error', noWayAroundTypes, messageAtLoad, ...whichDatabase] }
	},
	{
		files: ['src/**/*.ts'],
		ignores: ['src/lib/server/{data,search,events}/**', 'src/lib/server/*/store.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				noWayAroundTypes,
				messageAtLoad,
				...rawSql,
				...whichDatabase
			]
		}
	},
	{
		files: ['tests/**/*.ts'],
		rules: { 'no-restricted-syntax': ['error', noWayAroundTypes, ...everyTestRuns] }
	}
);
