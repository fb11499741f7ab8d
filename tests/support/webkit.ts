// The WebKit of `npm run test:browsers`: WebKitGTK's own small browser, its driver, and a screen that nobody looks at.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './postgres.ts';
import { endsWell, installWithApt, onPath } from './programs.ts';
import { openSession, type WebDriverSession } from './webdriver.ts';

/** The path of WebKit's driver. Throws in one line where there is none, or no X server without a screen. */
export function findOrInstallWebKit(): string {
	const found = find() ?? install();
	if (found) return found;
	throw new Error(
		'These tests need WebKit and could not install it. Install it (on Debian: apt-get install webkit2gtk-driver xvfb), then run npm run test:browsers again.'
	);
}

const find = (): string | undefined =>
	onPath(['Xvfb']).length > 0 ? onPath(['WebKitWebDriver']).find(canStart) : undefined;

/** The driver has no option for its version. */
const canStart = (path: string): boolean => endsWell(path, '--help');

function install(): string | undefined {
	console.log('Installing WebKit …');
	for (const name of ['webkit2gtk-driver', 'xvfb']) installWithApt(name);
	return find();
}

export type Screen = { display: string; stop: () => void };

/**
 * A screen that nobody looks at, under a display that is free. A window has the focus while it lies under the middle of the
 * screen, where the pointer is: a narrow one has not.
 */
export async function openScreen(): Promise<Screen> {
	const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24'], {
		stdio: ['ignore', 'ignore', 'ignore', 'pipe']
	});
	const said = xvfb.stdio[3];
	if (!said) throw new Error('Xvfb does not say which display it has.');
	const [number] = await once(said, 'data');
	return { display: `:${String(number).trim()}`, stop: () => void xvfb.kill() };
}

export type WebKit = WebDriverSession & { stop: () => Promise<void> };

/** A browser that knows nothing yet. `settings` are options of the small browser, such as `--enable-javascript=FALSE`. */
export async function startWebKit(screen: Screen, settings: string[] = []): Promise<WebKit> {
	const home = mkdtempSync(join(tmpdir(), 'hearth-webkit-'));
	shrinkToolbar(home);
	const port = await freePort();
	const driver = spawn(findOrInstallWebKit(), [`--port=${port}`], {
		stdio: 'ignore',
		detached: true,
		env: {
			...process.env,
			DISPLAY: screen.display,
			HOME: home,
			XDG_CONFIG_HOME: join(home, '.config'),
			LIBGL_ALWAYS_SOFTWARE: '1',
			// Root has no sandbox, and these pages are Hearth's own.
			WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1'
		}
	});
	const stop = async () => {
		await killGroup(driver);
		rmSync(home, { recursive: true, force: true, maxRetries: 3 });
	};
	try {
		const address = `http://127.0.0.1:${port}`;
		await answers(address);
		const session = await openSession(address, {
			pageLoadStrategy: 'none',
			'webkitgtk:browserOptions': { args: ['--automation', ...settings] }
		});
		return { ...session, stop };
	} catch (cause) {
		await stop();
		throw cause;
	}
}

/** The window can be no narrower than its toolbar, which is wider than a phone. */
function shrinkToolbar(home: string): void {
	const folder = join(home, '.config/gtk-3.0');
	mkdirSync(folder, { recursive: true });
	const shrunk = 'padding: 0; margin: 0; min-width: 0; border: 0; font-size: 1px';
	writeFileSync(
		join(folder, 'gtk.css'),
		`button, entry, toolbar, toolbutton, headerbar, box, image { ${shrunk} }`
	);
}

async function answers(address: string): Promise<void> {
	for (const end = Date.now() + 10_000; Date.now() < end; await pause(30)) {
		const status = await fetch(`${address}/status`).catch(() => undefined);
		if (status?.ok) return;
	}
	throw new Error("WebKit's driver does not answer.");
}

/** Ends the driver, the browser and its processes at once, as any of them may hang. */
async function killGroup(driver: ChildProcess): Promise<void> {
	if (driver.pid === undefined || driver.exitCode !== null) return;
	const gone = once(driver, 'exit');
	process.kill(-driver.pid, 'SIGKILL');
	await gone;
}
