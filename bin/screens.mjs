// npm run screens: every page of a lived-in household as PNG, wide, narrow, dark and right to left, into the folder `screens`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { chromium } from '@playwright/test';
import { chromiumFlags, findOrInstallChromium } from '../tests/support/chromium.ts';
import { startServer } from '../tests/support/server.ts';

process.chdir(join(import.meta.dirname, '..'));
const folder = mkdtempSync(join(tmpdir(), 'hearth-screens-'));
const databaseUrl = `file:${join(folder, 'mill-lane.db')}`;
execFileSync(process.execPath, ['prisma/seed.ts'], {
	env: { ...process.env, DATABASE_URL: databaseUrl }
});

const wide = { viewport: { width: 1280, height: 900 } };
const narrow = {
	viewport: { width: 390, height: 844 },
	deviceScaleFactor: 2,
	hasTouch: true,
	isMobile: true
};
const views = {
	wide,
	narrow,
	dark: { ...wide, colorScheme: 'dark' },
	'right-to-left': { ...wide, locale: 'ar' },
	'right-to-left-narrow': { ...narrow, locale: 'ar' }
};
const signedOut = ['/sign-in', '/join', '/reset', '/nowhere', '/api'];
const signedIn = [
	'/',
	'/today',
	'/upcoming',
	'/calendar',
	'/add?text=Milk',
	'/search?query=to',
	'/activity',
	'/archive',
	'/trash',
	'/settings',
	'/settings/account',
	'/settings/keys',
	'/settings/sessions',
	'/settings/tokens',
	'/settings/members',
	'/settings/groups',
	'/settings/requests',
	'/settings/instance',
	'/settings/about'
];

const server = await startServer({ databaseUrl });
const browser = await chromium.launch({
	executablePath: await findOrInstallChromium(),
	args: chromiumFlags
});
try {
	for (const [view, options] of Object.entries(views)) await takeAll(view, options);
} finally {
	await browser.close();
	await server.stop();
	rmSync(folder, { recursive: true, force: true });
}

async function takeAll(view, options) {
	const context = await browser.newContext({ ...options, baseURL: server.origin });
	const page = await context.newPage();
	for (const address of signedOut) await take(page, view, address);
	await page.goto('/sign-in');
	await page.fill('[name=email]', 'ada@mill.test');
	await page.fill('[name=password]', 'correct horse battery staple');
	await page.press('[name=password]', 'Enter');
	await page.waitForURL(`${server.origin}/`);
	for (const address of signedIn) await take(page, view, address);
	await page.goto('/');
	const list = await page.getAttribute('main a[href^="/lists/"]', 'href');
	for (const address of [list, `${list}/share`, `${list}/sections`, `${list}/delete`])
		await take(page, view, address, 'list');
	const item = await page
		.goto(list)
		.then(() => page.getAttribute('main a[href^="/items/"]', 'href'));
	await take(page, view, item, 'item');
	await context.close();
}

async function take(page, view, address, name = address) {
	await page.goto(address, { waitUntil: 'load' });
	await page.waitForTimeout(300);
	const part = address
		.replace(/^.*(\/(share|sections|delete))$/, '$1')
		.replace(/^\/(lists|items)\/.*/, '');
	const file =
		`${name}${name === address ? '' : part}`.replace(/[^a-z-]+/gi, '-').replace(/^-|-$/g, '') ||
		'home';
	await page.screenshot({ path: `screens/${view}/${file}.png` });
}
