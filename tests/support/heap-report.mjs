// Loaded before a program (`node --import`): on SIGUSR2 it collects garbage, then prints the bytes that it still holds in
// memory and how many connections to it are open.
import { subscribe } from 'node:diagnostics_channel';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let connections = 0;
subscribe('net.server.socket', ({ socket }) => {
	connections += 1;
	socket.once('close', () => (connections -= 1));
});

setFlagsFromString('--expose-gc');
const clearAway = runInNewContext('gc');

process.on('SIGUSR2', async () => {
	// Collect twice, with a turn of the event loop between: objects finalised in the first are freed in the second.
	clearAway();
	await new Promise((resolve) => setTimeout(resolve, 100));
	clearAway();
	const { heapUsed, external, rss } = process.memoryUsage();
	console.log(`weight ${JSON.stringify({ held: heapUsed + external, rss, connections })}`);
});
