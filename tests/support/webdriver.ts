// A client of the W3C WebDriver protocol: one session of a browser, driven by its driver over HTTP.
import { setTimeout as pause } from 'node:timers/promises';

/** How long a command may take, in milliseconds. A page that hangs makes every command hang. */
const commandMs = 15_000;
/** The driver may lose a script that a page is given while it goes away. After this long it is sent once more. */
const lostScriptMs = 4_000;
/** How long a session waits for what a page is to show, in milliseconds. */
const waitMs = 10_000;
const betweenTriesMs = 30;

/** The key under which the protocol names an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
type ElementReference = { [elementKey]: string };
export type Point = { x: number; y: number };

export const keys = { enter: '\uE007', escape: '\uE00C', tab: '\uE004', space: ' ' };

export type WebDriverSession = Awaited<ReturnType<typeof openSession>>;

/** Opens a session at the driver of this address. */
export async function openSession(driver: string, alwaysMatch: object) {
	const capabilities = { alwaysMatch };
	const { sessionId } = await send<{ sessionId: string }>(driver, 'POST', '/session', {
		capabilities
	});
	const uncaught: string[] = [];

	const command = <Value = null>(
		method: 'GET' | 'POST' | 'DELETE',
		path: string,
		body?: object,
		withinMs = commandMs
	): Promise<Value> => send(driver, method, `/session/${sessionId}${path}`, body, withinMs);

	/** Runs a function in the page. What the page threw since the last call, and nobody caught, is added to `uncaught`. */
	const evaluate = <Given extends unknown[], Value>(
		work: (...given: Given) => Value,
		...given: Given
	): Promise<Value> => run(String(work), given);

	async function run<Value>(work: string, args: unknown[]): Promise<Value> {
		const script = `const thrown = (${drainUncaught})(); return { thrown, value: (${work})(...arguments) };`;
		const ask = (withinMs: number) =>
			command<{ thrown: string[]; value: Value }>(
				'POST',
				'/execute/sync',
				{ script, args },
				withinMs
			);
		const { thrown, value } = await ask(lostScriptMs).catch((cause) => {
			if (cause instanceof NoAnswer) return ask(commandMs);
			throw cause;
		});
		uncaught.push(...thrown);
		return value;
	}

	/** Runs a function that returns a promise. The page has to stay for as long. */
	const evaluateAsync = <Given extends unknown[], Value>(
		work: (...given: Given) => Promise<Value>,
		...args: Given
	): Promise<Value> => {
		const script = `const end = [...arguments].at(-1); (${work})(...arguments).then(end, () => end());`;
		return command('POST', '/execute/async', { script, args });
	};

	/** Repeats `look` until it returns something. The page may go away or change between two commands. */
	async function waitFor<Found>(
		what: string,
		look: () => Promise<Found | null | undefined>
	): Promise<Found> {
		let problem: unknown;
		for (const end = Date.now() + waitMs; Date.now() < end; await pause(betweenTriesMs)) {
			try {
				const found = await look();
				if (found) return found;
			} catch (cause) {
				if (!(cause instanceof CommandError)) throw cause;
				problem = cause;
			}
		}
		const shown = await evaluate(() => document.body?.innerText.slice(0, 600));
		throw new Error(`Not there after ${waitMs} ms: ${what}. The page shows: ${shown}`, {
			cause: problem
		});
	}

	/** Loads another document, and waits until it is complete. */
	async function load(navigate: () => Promise<unknown>): Promise<void> {
		const before = `${Date.now()} ${Math.random()}`;
		await evaluate((mark) => void Object.assign(window, { mark }), before);
		await navigate();
		await waitFor('a loaded page', () =>
			evaluate(
				(mark) => Reflect.get(window, 'mark') !== mark && document.readyState === 'complete',
				before
			)
		);
	}

	/** A visible link, button or field with this name. `within` is a selector for what it stands in. */
	const named = (name: string, within = 'body'): Promise<ElementReference> =>
		waitFor(`"${name}" in ${within}`, () => run(String(findNamed), [name, within]));

	const found = (css: string): Promise<ElementReference> =>
		waitFor(css, () => run(String(findShown), [css]));

	async function on(element: ElementReference, path: string, body: object): Promise<void> {
		await command('POST', `/element/${element[elementKey]}${path}`, body);
	}

	/** The driver scrolls to what it clicks, but not to a row that is drawn once it is scrolled to. */
	async function clickWhenThere(
		what: string,
		find: () => Promise<ElementReference>
	): Promise<void> {
		await waitFor(`a click on ${what}`, async () => {
			const element = await find();
			await command('POST', '/execute/sync', { script: scrollTo, args: [element] });
			await on(element, '/click', {});
			return true;
		});
	}

	async function pointer(actions: object[]): Promise<void> {
		const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
		await command('POST', '/actions', { actions: [mouse] });
	}

	return {
		uncaught,
		evaluate,
		evaluateAsync,
		waitFor,
		named,
		found,
		goto: (url: string): Promise<void> => load(() => command('POST', '/url', { url })),
		reload: (): Promise<void> => load(() => command('POST', '/refresh', {})),
		back: (): Promise<void> => load(() => command('POST', '/back', {})),
		forward: (): Promise<void> => load(() => command('POST', '/forward', {})),
		url: (): Promise<string> => command('GET', '/url'),
		click: (name: string, within?: string): Promise<void> =>
			clickWhenThere(`"${name}"`, () => named(name, within)),
		clickOn: (css: string): Promise<void> => clickWhenThere(css, () => found(css)),
		/** Writes into a field in place of what is in it. */
		async fill(name: string, text: string): Promise<void> {
			const field = await named(name);
			await on(field, '/clear', {});
			await on(field, '/value', { text });
		},
		type: async (name: string, text: string): Promise<void> =>
			on(await named(name), '/value', { text }),
		/** Chooses the option of this value. */
		async choose(name: string, value: string): Promise<void> {
			const select = await named(name);
			const option = { using: 'css selector', value: `option[value="${value}"]` };
			const path = `/element/${select[elementKey]}/element`;
			await on(await command<ElementReference>('POST', path, option), '/click', {});
		},
		/** Presses keys for what has the focus. */
		press: async (...pressed: string[]): Promise<void> => {
			const actions = pressed.flatMap((value) => [
				{ type: 'keyDown', value },
				{ type: 'keyUp', value }
			]);
			await command('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
		},
		/** Moves the mouse, with its button down from `from` on. */
		async drag(from: Point, to: Point): Promise<void> {
			const move = ({ x, y }: Point, duration: number) => ({
				...{ type: 'pointerMove', origin: 'viewport', duration },
				...{ x: Math.round(x), y: Math.round(y) }
			});
			await pointer([move(from, 0), { type: 'pointerDown', button: 0 }]);
			const steps = Array.from({ length: 10 }, (_, step) => (step + 1) / 10);
			for (const part of steps)
				await pointer([
					move({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }, 20)
				]);
			await pointer([{ type: 'pointerUp', button: 0 }]);
		},
		windows: {
			current: (): Promise<string> => command('GET', '/window'),
			/** Opens a window, and goes on in it. */
			async open(): Promise<string> {
				const type = 'window';
				const { handle } = await command<{ handle: string }>('POST', '/window/new', { type });
				await command('POST', '/window', { handle });
				return handle;
			},
			switchTo: (handle: string): Promise<void> => command('POST', '/window', { handle }),
			/** Closes the current window, and goes on in `next`. */
			async close(next: string): Promise<void> {
				await command('DELETE', '/window');
				await command('POST', '/window', { handle: next });
			}
		},
		resize: (width: number, height: number): Promise<void> =>
			command('POST', '/window/rect', { width, height }),
		screenshot: async (): Promise<Buffer> =>
			Buffer.from(await command<string>('GET', '/screenshot'), 'base64'),
		end: (): Promise<void> => command('DELETE', '')
	};
}

const scrollTo = `arguments[0].scrollIntoView({ block: 'nearest', behavior: 'instant' });`;

/** The driver has refused a command, such as one for an element that is gone. */
class CommandError extends Error {}

class NoAnswer extends Error {}

/** What the protocol answers a command with. */
async function send<Value>(
	driver: string,
	method: string,
	path: string,
	body?: object,
	withinMs = commandMs
): Promise<Value> {
	const signal = AbortSignal.timeout(withinMs);
	const sent = { method, signal, ...(body ? { body: JSON.stringify(body) } : {}) };
	const said = JSON.stringify(body ?? '').slice(0, 300);
	try {
		const response = await fetch(driver + path, sent);
		const { value } = await response.json();
		if (!response.ok)
			throw new CommandError(`${method} ${path} ${said}: ${value.error}, ${value.message}`);
		return value;
	} catch (cause) {
		if (!signal.aborted) throw cause;
		throw new NoAnswer(`The browser hangs: no answer to ${method} ${path} ${said}`, { cause });
	}
}

/** Runs in the page. Listens from the first call on, and returns what was thrown since the last. */
function drainUncaught(): string[] {
	const kept: string[] | undefined = Reflect.get(window, 'uncaught');
	if (kept) return kept.splice(0);
	const uncaught: string[] = [];
	Object.assign(window, { uncaught });
	const note = (error: unknown) =>
		uncaught.push(`${location.pathname}: ${error} ${Object(error).stack ?? ''}`);
	addEventListener('error', ({ error, message }) => note(error ?? message));
	addEventListener('unhandledrejection', ({ reason }) => note(reason));
	addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
		note(`${violatedDirective} forbids ${blockedURI}`)
	);
	return [];
}

/** Runs in the page. */
function findNamed(name: string, within: string): HTMLElement | undefined {
	const tidy = (text: string | null | undefined): string =>
		(text ?? '').replace(/\s+/g, ' ').trim();
	const named = (element: Element): string[] => [
		tidy(element.getAttribute('aria-label')),
		...[...(Reflect.get(element, 'labels') ?? [])].map((label: Element) => tidy(label.textContent)),
		tidy(element.textContent)
	];
	const controls = '* :is(a, button, summary, input, textarea, select)';
	return [...document.querySelectorAll<HTMLElement>(within)]
		.flatMap((around) => [...around.querySelectorAll<HTMLElement>(controls)])
		.find((element) => element.checkVisibility() && named(element).includes(name));
}

/** Runs in the page. */
function findShown(css: string): HTMLElement | undefined {
	return [...document.querySelectorAll<HTMLElement>(css)].find((element) =>
		element.checkVisibility()
	);
}
