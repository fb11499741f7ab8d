// Two tabs of one browser: in one a member signs out and in again, while the other is on a slow line and hears of it late.
import { expect, test, type Page, type Request } from '@playwright/test';
import { ada, adasHousehold, hydrated, member, otherBrowser, signIn } from './household.ts';
import { openList, tickOf } from './list-page.ts';
import { add, deviceHolds, keptOnDevice, late, onServer } from './offline.ts';

const server = adasHousehold();

test('a page that hears late of the end of a session takes nothing from the tab in which its member has signed in again', async ({
	page: slow,
	context
}) => {
	const other = await openList(slow, server, 'Not opened again', ['Salt']);
	const uid = await openList(slow, server, 'Heard late', ['Milk', 'Bread']);
	await keptOnDevice(slow, uid);
	const question = await heldBack(slow, '**/sign-in', (asked) => asked.method() === 'HEAD');
	const quick = await context.newPage();
	await signOut(quick);
	await question.isAnswered;
	await signIn(quick, server, ada);
	await openAgain(quick, uid);
	question.deliver();
	await goesOn(quick, uid);
	await keptOnDevice(slow, other);
});

test('a sign-in page whose scripts come late takes nothing from the tab in which its member has signed in since', async ({
	page: quick,
	context
}) => {
	const uid = await openList(quick, server, 'Late scripts', ['Milk', 'Bread']);
	await keptOnDevice(quick, uid);
	await quick.goto('about:blank');
	await context.clearCookies();
	const slow = await context.newPage();
	const scripts = await heldBack(slow, '**/_app/immutable/**/*.js');
	await slow.goto(`${server.url}/sign-in`, { waitUntil: 'commit' });
	await scripts.isAnswered;
	await signIn(quick, server, ada);
	await openAgain(quick, uid);
	scripts.deliver();
	await hydrated(slow);
	await goesOn(quick, uid);
});

test('a page of another member who has signed in since keeps the device, whatever a late answer says', async ({
	page: slow,
	context
}) => {
	const uid = await openList(slow, server, 'Of Ada', ['Milk']);
	await keptOnDevice(slow, uid);
	// A route cannot answer with a redirect that was followed. So the page takes this answer for one.
	const question = await heldBack(slow, '**/sign-in', (asked) => asked.method() === 'HEAD', {
		status: 200,
		headers: { 'x-request-id': 'late' }
	});
	await slow.evaluate(() => {
		const { fetch } = window;
		window.fetch = async (address, options) =>
			Object.defineProperty(await fetch(address, options), 'redirected', {
				value: address === '/sign-in'
			});
	});
	const quick = await context.newPage();
	await quick.goto(`${server.url}/healthz`);
	await quick.evaluate(() => new BroadcastChannel('hearth').postMessage({ is: 'ended' }));
	await question.isAnswered;
	await signIn(quick, server, member(server, 'Bob'));
	await keptOnDevice(quick, await openList(quick, server, 'Of Bob', ['Bread']));
	await context.setOffline(true);
	await add(quick, 'eggs');
	await keptOnDevice(quick, 'eggs');
	question.deliver();
	await slow.waitForTimeout(1_500);
	expect(await deviceHolds(quick, 'eggs')).toBe(true);
	await context.setOffline(false);
});

test('a household that was deleted leaves every device', async ({ page, browser }) => {
	const uid = await openList(page, server, 'Last list', ['Milk']);
	await keptOnDevice(page, uid);
	const phone = await otherBrowser(browser, {});
	await signIn(phone, server, ada);
	await openAgain(phone, uid);
	await page.goto(`${server.url}/settings/instance/delete`);
	await hydrated(page);
	await page.getByLabel('Household name').fill('Mill Lane');
	await page.getByLabel('Your password').fill(ada.password);
	await page.getByRole('button', { name: 'Delete everything' }).click();
	await expect(page).toHaveURL(/setup/);
	for (const device of [page, phone])
		await expect.poll(() => deviceHolds(device, uid), late).toBe(false);
});

/** What a page asks for is answered at once, and the answers, or another in their place, reach the page with `deliver`. */
async function heldBack(
	page: Page,
	address: string,
	isHeld = (_: Request): boolean => true,
	other?: { status: number; headers: Record<string, string> }
) {
	const [delivered, deliver] = signalled();
	const [isAnswered, answered] = signalled();
	await page.route(address, async (route, asked) => {
		if (!isHeld(asked)) return route.continue();
		const response = await route.fetch({ maxRedirects: 0 });
		answered();
		await delivered;
		await route.fulfill(other ?? { response }).catch(() => undefined);
	});
	return { isAnswered, deliver };
}

function signalled(): [Promise<void>, () => void] {
	let signal = () => {};
	return [new Promise<void>((resolve) => (signal = resolve)), () => signal()];
}

async function signOut(page: Page): Promise<void> {
	await page.goto(`${server.url}/sign-out`);
	await page.getByRole('button', { name: 'Sign out' }).click();
	await expect(page).toHaveURL(/sign-in/);
}

async function openAgain(page: Page, uid: string): Promise<void> {
	await page.goto(`${server.url}/lists/${uid}`);
	await hydrated(page);
	await keptOnDevice(page, uid);
}

/** What is done now is sent, is kept until then, and nothing says otherwise. */
async function goesOn(page: Page, uid: string): Promise<void> {
	await page.waitForTimeout(1_000);
	await page.context().setOffline(true);
	await add(page, 'eggs');
	await keptOnDevice(page, 'eggs');
	await page.context().setOffline(false);
	await tickOf(page, 'Tick Milk').click();
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk*', 'Bread', 'eggs']);
	await expect(page.getByText('not sent')).toHaveCount(0);
	await expect.poll(() => deviceHolds(page, '"list":')).toBe(true);
}
