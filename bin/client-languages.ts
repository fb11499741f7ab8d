import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { minifySync, parseSync, type Plugin } from 'vite';

/**
 * Writes the scripts of the browser once for each language, each with the messages of that language alone: English goes
 * where Kit expects the scripts, each other language into a folder of its own beside them. See docs/decisions/046.
 */
export function clientLanguages(): Plugin {
	const messages = new Map<string, Message>();
	return {
		name: 'client-languages',
		apply: 'build',
		applyToEnvironment: ({ name }) => name === 'client',
		transform: {
			filter: { id: /\/lib\/paraglide\/(?:messages\/[a-z]\w*|runtime)\.js$/ },
			handler(code, id) {
				const key = basename(id, '.js');
				if (key === 'runtime') return runtime;
				const message = messageIn(code);
				messages.set(key, message);
				return placeholder(key, message);
			}
		},
		generateBundle: {
			// Runs after Vite, which in this same step writes into a script which files it needs.
			order: 'post',
			handler(_, bundle) {
				for (const file of Object.values(bundle)) {
					if (file.type !== 'chunk') continue;
					const { code } = file;
					file.code = filled(code, messages, 'en');
					for (const language of others) {
						const fileName = file.fileName.replace(folders, `$&${language}/`);
						const source = filled(code, messages, language).replaceAll(addresses, `$&${language}/`);
						this.emitFile({ type: 'asset', fileName, source });
					}
				}
			}
		}
	};
}

/** A message: in each language the source of its function, and the names of the format functions that it calls. */
type Message = { texts: ReadonlyMap<string, string>; formats: string[] };

const others = readdirSync('src/messages').filter((language) => language !== 'en');

/** The language of a page does not change while the page is open. */
const runtime = `const language = document.documentElement.lang;
export const getLocale = () => language;`;

const folders = /^_app\/immutable\//;
const addresses = /\/_app\/immutable\/(?=(?:entry|nodes|chunks)\/)/g;

/** Reads a module of Paraglide's: a function for each language (`const de_undo = …`), and one that chooses between them. */
function messageIn(code: string): Message {
	const texts = new Map<string, string>();
	for (const statement of parseSync('message.js', code).program.body) {
		if (statement.type !== 'VariableDeclaration') continue;
		for (const { id, init } of statement.declarations)
			if (id.type === 'Identifier' && init)
				texts.set(id.name.slice(0, 2), minified(code.slice(init.start, init.end)));
	}
	const formats = [...new Set(code.match(/(?<=\bregistry\.)\w+(?=\()/g))];
	return { texts, formats };
}

function minified(expression: string): string {
	const { code } = minifySync('message.js', `x=${expression.replaceAll('registry.', 'registry_')}`);
	return code.trim().replace(/^x=|;$/g, '');
}

/**
 * Stands for a message until the scripts are bundled. It holds a hash of the message's texts, so that the file name of
 * a script, which is a hash of its content, changes with them.
 */
function placeholder(key: string, { texts, formats }: Message): string {
	const mark = createHash('sha256')
		.update(JSON.stringify([...texts]))
		.digest('hex')
		.slice(0, 8);
	const call = [`"${key}"`, `"${mark}"`, ...formats].join();
	const imports = `import { ${formats.join()} } from '../registry.js';`;
	return `${formats.length > 0 ? imports : ''}export const ${key} = /* @__PURE__ */ __message(${call});`;
}

const placeholders = /\b__message\([`"'](\w+)[`"'],\s*[`"']\w+[`"']((?:,\s*[\w$]+)*)\)/g;

function filled(code: string, messages: ReadonlyMap<string, Message>, language: string): string {
	const done = code.replace(placeholders, (_, key: string, given: string) => {
		const { texts, formats } = messages.get(key) ?? {};
		const text = texts?.get(language);
		if (!text || !formats) throw new Error(`There is no message ${key} in ${language}.`);
		const call = given.replace(/^,/, '');
		return formats.length > 0
			? `((${formats.map((format) => `registry_${format}`).join()})=>(${text}))(${call})`
			: `(${text})`;
	});
	if (done.includes('__message(')) throw new Error('A message was not put into its place.');
	return done;
}
