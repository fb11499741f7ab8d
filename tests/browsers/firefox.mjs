#!/usr/bin/env node
// Playwright starts this program as Firefox: the Firefox in TEST_FIREFOX, behind a relay that itself answers the one command
// that this Firefox does not know. See docs/decisions/051-drive-debians-firefox-with-playwright.md.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

/** Playwright sends this for every context. Without it a page has the machine's own settings for colours and motion. */
const unknownCommand = 'emulation.setMediaFeaturesOverride';

const firefox = spawn(process.env.TEST_FIREFOX ?? 'firefox', process.argv.slice(2), {
	stdio: ['ignore', 'inherit', 'pipe']
});
firefox.on('exit', (status) => process.exit(status ?? 1));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => firefox.kill(signal));

for await (const line of createInterface({ input: firefox.stderr })) {
	const [, address] = /^WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
	console.error(address ? `WebDriver BiDi listening on ${await relayTo(address)}` : line);
}

/** The address of the relay. */
function relayTo(address) {
	const relay = new WebSocketServer({ port: 0, host: '127.0.0.1' });
	relay.on('connection', (playwright, { url }) => connect(playwright, address + url));
	return new Promise((resolve) => {
		relay.on('listening', () => resolve(`ws://127.0.0.1:${relay.address().port}`));
	});
}

function connect(playwright, address) {
	const browser = new WebSocket(address, { perMessageDeflate: false });
	const opened = new Promise((resolve) => browser.on('open', resolve));
	playwright.on('message', async (data) => {
		const { id, method } = JSON.parse(String(data));
		if (method === unknownCommand)
			return playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
		await opened;
		browser.send(String(data));
	});
	browser.on('message', (data) => playwright.send(String(data)));
	browser.on('error', () => playwright.close());
	browser.on('close', () => playwright.close());
	playwright.on('close', () => browser.close());
}
