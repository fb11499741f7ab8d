// A backup is restored while a page holds lists as they were after it, and the numbers of its events are given again before the page
// is back.
import { expect, test } from '@playwright/test';
import Sqlite from 'better-sqlite3';
import { copyFile, rm } from 'node:fs/promises';
import { adasHousehold } from './household.ts';
import { call, listWith } from './list-page.ts';
import { add, keptOnDevice, late, named, onServer, opened } from './offline.ts';

test.use({ serviceWorkers: 'allow' });
const server = adasHousehold();

test('a page shows every list as it was restored, without a reload', async ({ page, context }) => {
	const weekly = await listWith(page, server, 'Weekly', ['Milk']);
	const packing = await opened(page, server, 'Packing', ['Tent']);
	await backUp();
	await add(page, 'Stove');
	await expect.poll(() => onServer(page, server, packing), late).toEqual(['Tent', 'Stove']);
	await page.getByRole('link', { name: 'Weekly' }).click();
	await expect.poll(() => named(page)).toEqual(['Milk']);
	await add(page, 'Bread');
	await expect.poll(() => onServer(page, server, weekly), late).toEqual(['Milk', 'Bread']);

	await context.setOffline(true);
	await restore();
	const labels = Array.from({ length: 5 }, (_, index) => ({ label: `Egg ${index}` }));
	await call(page, server, 'POST', `/lists/${weekly}/items:batch`, { items: labels });
	await context.setOffline(false);

	const now = ['Milk', ...labels.map(({ label }) => label)];
	await expect.poll(() => named(page), late).toEqual(now);
	await page.getByRole('link', { name: 'Packing' }).click();
	await expect.poll(() => named(page), late).toEqual(['Tent']);
});

test('the other lists are as restored too where the open one was made after the backup', async ({
	page,
	context
}) => {
	const weekly = await listWith(page, server, 'Every week', ['Milk']);
	await backUp();
	await call(page, server, 'POST', `/lists/${weekly}/items`, { label: 'Bread' });
	await opened(page, server, 'New since', ['Tent']);
	await keptOnDevice(page, 'Bread');
	await context.setOffline(true);
	await restore();
	await context.setOffline(false);
	await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible(late);
	await page.getByRole('link', { name: 'Every week' }).click();
	await expect.poll(() => named(page), late).toEqual(['Milk']);
});

const file = (): string => server.databaseUrl.slice('file:'.length);

async function backUp(): Promise<void> {
	const running = new Sqlite(file());
	await running.backup(`${file()}.backup`);
	running.close();
}

async function restore(): Promise<void> {
	await server.kill();
	await copyFile(`${file()}.backup`, file());
	for (const journal of ['-wal', '-shm']) await rm(file() + journal, { force: true });
	await server.restart();
}
