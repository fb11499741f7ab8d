// The server: opens the port once the application says that its database is ready.
import { createServer, IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import module from 'node:module';
import { isIPv6, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { finished } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { portTakenSentence } from './port.mjs';
import { shutDown } from './shutdown.mjs';

/** The database, the parts of the build and some visitors use up fewer files than this. */
const leastOpenFiles = 128;

/**
 * Requests of one connection that may wait for their answers. Browsers and proxies wait for each answer; without a limit one
 * connection takes up the whole server with a megabyte.
 */
const maxWaiting = 32;
const waiting = new WeakMap();

/** The connections that end with an answer that is on its way. What was sent behind its request is not done. */
const ending = new WeakSet();

/** How long an answer waits for the rest of a body that nobody reads. */
const readRestMs = 1_000;

/** The answers to requests that Node itself rejects, by the code of its error. */
const unreadable = {
	HPE_HEADER_OVERFLOW: refusal(
		431,
		8,
		'The address and the headers are too long. Nothing was changed; send what is long in the body.'
	),
	HPE_CHUNK_EXTENSIONS_OVERFLOW: refusal(
		413,
		8,
		'The chunks carry too much beside the body. Nothing was changed.'
	),
	ERR_HTTP_REQUEST_TIMEOUT: refusal(
		408,
		3,
		'The request did not arrive whole in time. Nothing was changed; send it again.'
	),
	otherwise: refusal(400, 3, 'This is no HTTP request that can be read. Nothing was changed.')
};

const unanswered = refusal(
	503,
	14,
	'The server could not answer. Look whether it was done before you send it again.'
);

// A full disk or a closed pipe loses lines of the log. It must not end the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

// Only its own account may read what this process writes, the database above all.
process.umask(0o077);

// Cache Node's compiled code beside the build, where that can be written. The next start takes a seventh less.
module.enableCompileCache?.(join(import.meta.dirname, '../build/.compiled'));

// With these set, the framework believes headers that anybody can send, and one without the header ends the process.
// TRUSTED_PROXIES says what is believed.
for (const name of ['ADDRESS', 'HOST', 'PORT', 'PROTOCOL']) delete process.env[`${name}_HEADER`];

// An empty variable counts as unset, as in `ORIGIN=` of a file of variables; the framework would refuse this one.
if (process.env.ORIGIN === '') delete process.env.ORIGIN;

let stop = () => process.exit(0);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop());
if (process.env.npm_lifecycle_event === 'start') stopWithParent();

try {
	const openFiles = openFilesLimit();
	if (openFiles < leastOpenFiles)
		throw Object.assign(
			new Error(
				`this account may open ${openFiles} files at a time ("ulimit -n"), and Hearth needs ${leastOpenFiles} at least`
			),
			{ name: 'StartupError' }
		);
	const { handler, started } = await start();
	await loadChunks(handler);
	const server = await listen(handler, started, openFiles);
	stop = () => finish(server, started);
	const { port } = server.address();
	const printCode = (code) => console.log(firstRunAt(started, port, code));
	process.on('hearth:setup-code', printCode);
	console.log(whereItIs(started, port));
	if (started.setupCode) printCode(started.setupCode);
	module.flushCompileCache?.();
} catch (cause) {
	console.error(`Hearth cannot start: ${why(cause)}`);
	process.exit(1);
}

/** How many files and connections this process may have open; undefined where there is no such limit. */
function openFilesLimit() {
	process.report.excludeNetwork = true;
	const { soft } = process.report.getReport().userLimits?.open_files ?? {};
	return Number.isInteger(soft) ? soft : undefined;
}

/** Imports the built application, whose `init` reads the configuration and opens the database. */
async function start() {
	let started;
	process.once('hearth:started', (announced) => (started = announced));
	const { handler } = await import('../build/handler.js');
	if (!started) throw new Error('the application did not say that it has started.');
	return { handler, started };
}

function listen(handler, { host, port, address, headersAt, refuse }, openFiles) {
	// The adapter's own timeouts, which it reads from the environment, fire very late. `refuse` checks that there is exactly one Host.
	const options = {
		requireHostHeader: false,
		headersTimeout: 10_000,
		requestTimeout: 30_000,
		// Longer than proxies keep an idle connection. A request is lost if the proxy sends it just as this side closes the
		// connection.
		keepAliveTimeout: 75_000,
		connectionsCheckingInterval: 2_000
	};
	const answer = async (request, response) => {
		// Files, and what the framework answers by itself, never pass through the application's own hook.
		for (const [name, value] of Object.entries(headersAt(request.url)))
			response.setHeader(name, value);
		if (speaksHttps(request, address))
			response.setHeader('strict-transport-security', 'max-age=31536000');
		response.writeHead = (...head) => {
			if (!request.complete) (isRead(request) ? skipRest : readRest)(request, response);
			return ServerResponse.prototype.writeHead.apply(response, head);
		};
		response.once('hearth:failed', (cause) => answerFailure(cause, response));
		response.once('pipe', (file) => {
			// A file of the build that cannot be read, as where no descriptor is left or a newer build replaced it.
			file.once('error', (cause) => answerFailure(cause, response));
			// `pipe` leaves it open where the client hangs up.
			finished(response, () => file.destroy());
		});
		// The framework reads a range wrongly, and throws where it ends before it begins. A server may send the whole file instead.
		delete request.headers.range;
		const refused = await refuse(request);
		if (refused) return response.writeHead(refused.status, refused.headers).end(refused.body);
		await handler(request, response);
	};
	const server = createServer(options, (request, response) => {
		if (ending.has(request.socket)) return;
		if (isCrowded(request.socket, response)) return request.socket.destroy();
		answer(request, response).catch((cause) => answerFailure(cause, response));
	});
	// Node would refuse an expectation that it does not know, without our headers. The standard lets a server ignore it.
	server.on('checkExpectation', (request, response) => server.emit('request', request, response));
	// Each connection may need a file as well, and the database and the log need some descriptors. Past this limit Node closes a new
	// connection at once.
	if (openFiles) server.maxConnections = Math.max(32, Math.floor((openFiles - 100) / 2));
	server.on('clientError', (cause, socket) => turnAway(cause, socket, headersAt()));
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen({ host, port }, () => resolve(server.off('error', reject)));
	});
}

/** Counts this request of the connection until it is answered. Returns whether too many are not. */
function isCrowded(socket, response) {
	const count = (waiting.get(socket) ?? 0) + 1;
	waiting.set(socket, count);
	response.once('close', () => waiting.set(socket, waiting.get(socket) - 1));
	return count > maxWaiting;
}

/**
 * Requests /readyz once, so that the parts of the build that it needs are loaded now. A part that cannot be read when it is
 * first needed, as where no file descriptor is left, stays failed until the next start.
 */
function loadChunks(handler) {
	const request = new IncomingMessage(new Socket());
	Object.assign(request, { method: 'GET', url: '/readyz', headers: { host: 'localhost' } });
	const response = new ServerResponse(request);
	return new Promise((resolve) => {
		response.end = resolve;
		handler(request, response);
	});
}

function answerFailure(cause, response) {
	console.error(why(cause));
	if (response.headersSent) return response.destroy();
	const { status, body } = unanswered;
	const head = { 'content-type': 'application/json', 'retry-after': '2', connection: 'close' };
	response.writeHead(status, head).end(JSON.stringify(body));
}

const isRead = ({ method }) => method === 'GET' || method === 'HEAD';

/** Discards the body of a read, which hardly any has, once it is answered. It would stand before the next request on the connection. */
function skipRest(request, response) {
	response.once('finish', () => discardBody(request));
}

/**
 * For an answer that is given before the whole body has arrived. A client that still sends might lose the answer, so the rest is read
 * first. Where that takes too long, the answer is sent. Either way the connection ends with it: a proxy such as HAProxy stops
 * sending the body then, and the next request on the connection would be taken for the rest.
 */
function readRest(request, response) {
	const { socket } = request;
	ending.add(socket);
	response.shouldKeepAlive = false;
	discardBody(request);
	const isWhole = new Promise((arrived) => request.once('close', arrived));
	const isDue = Promise.race([isWhole, pause(readRestMs, undefined, { ref: false })]);
	socket.cork();
	void isDue.then(() => socket.uncork());
	response.end = (...last) =>
		void isDue.then(() => ServerResponse.prototype.end.apply(response, last));
	socket.destroySoon = () => {
		socket.end();
		isWhole.then(() => Socket.prototype.destroySoon.call(socket));
	};
}

function discardBody(request) {
	request.removeAllListeners('data');
	request.resume();
}

/** Answers what Node cannot parse as a request, in the shape of the application's errors. The application never sees it. */
function turnAway({ code }, socket, headers) {
	// The client has gone, or another answer is being sent and the client would take this one for a part of it.
	if (!socket.writable || socket._httpMessage?.headersSent) return socket.destroy();
	const { status, body } = unreadable[code] ?? unreadable.otherwise;
	const text = JSON.stringify(body);
	const head = {
		date: new Date().toUTCString(),
		connection: 'close',
		...headers,
		'cache-control': 'no-store',
		'content-type': 'application/json',
		'content-length': Buffer.byteLength(text)
	};
	const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
	socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
	socket.destroySoon();
}

/** A refusal in the shape that http/status.ts gives it: one of code 3 carries details. */
function refusal(status, code, message) {
	const violations = {
		'@type': 'type.googleapis.com/google.rpc.BadRequest',
		fieldViolations: [{ field: '', description: message }]
	};
	return { status, body: { code, message, details: code === 3 ? [violations] : [] } };
}

function speaksHttps(request, address) {
	const forwarded = request.headers['x-forwarded-proto']?.split(',')[0].trim();
	return forwarded ? forwarded === 'https' : (address?.startsWith('https:') ?? false);
}

async function finish(server, started) {
	// This ends within seconds. After a Ctrl-C, npm passes on the signal that the server has received already where its shell is bash.
	stop = () => {};
	try {
		await shutDown(server, (answered) => started.stop(answered));
		process.exit(0);
	} catch (cause) {
		console.error(`Hearth did not stop cleanly: ${why(cause)}`);
		process.exit(1);
	}
}

/** A signal sent to `npm start` reaches npm and its shell, which end without telling us. */
function stopWithParent() {
	const parent = process.ppid;
	const watch = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(watch);
		stop();
	}, 250);
	watch.unref();
}

function whereItIs(told, port) {
	const inTheHouse = isEverywhere(told) ? lanAddresses().map((ip) => `http://${ip}:${port}`) : [];
	const rest = inTheHouse.length ? ` (in this network: ${inTheHouse.join(', ')})` : '';
	return `Hearth is at ${urlOf(told, port)}${rest}`;
}

/** In a container the addresses of this machine are not those that people use, so `localhost` stands for them. */
function firstRunAt(told, port, code) {
	const elsewhere =
		!told.address && isEverywhere(told)
			? " (elsewhere: with this machine's address in place of localhost)"
			: '';
	return `Open ${urlOf(told, port)}/setup?code=${code} to set up the household${elsewhere}.`;
}

/** Whether the server listens on every address of this machine. */
function isEverywhere({ host }) {
	return host === '0.0.0.0' || host === '::';
}

/** ORIGIN where it is set, else the address that the server listens on; `localhost` stands for all of this machine's. */
function urlOf(told, port) {
	return (
		told.address ?? `http://${isEverywhere(told) ? 'localhost' : inBrackets(told.host)}:${port}`
	);
}

/** The host as it stands in a URL: an IPv6 address in brackets. */
function inBrackets(host) {
	return isIPv6(host) ? `[${host}]` : host;
}

function lanAddresses() {
	return Object.values(networkInterfaces())
		.flat()
		.filter((entry) => entry.family === 'IPv4' && !entry.internal)
		.map((entry) => entry.address);
}

/** One line for what a person can mend; the whole stack for what only we can. */
function why(cause) {
	if (cause?.name === 'StartupError') return cause.message;
	if (cause?.code === 'EADDRINUSE') return portTakenSentence(cause);
	if (cause?.code === 'EADDRNOTAVAIL')
		return `HOST is an address of this machine, which has no address ${cause.address}.`;
	if (cause?.code === 'EINVAL' && cause.syscall === 'listen')
		return `HOST cannot be ${cause.address}: name another address of this machine, or a link-local one with its interface, such as fe80::1%eth0.`;
	if (cause?.syscall === 'getaddrinfo')
		return `HOST is an address of this machine, and ${cause.hostname} is the name of none.`;
	if (cause?.code === 'EACCES' && cause.syscall === 'listen')
		return `port ${cause.port} needs rights that this account does not have; set PORT to 1024 or higher.`;
	if (cause?.code === 'ERR_MODULE_NOT_FOUND' && cause.url?.endsWith('/build/handler.js'))
		return 'it has not been built yet; run "npm start", which builds it first.';
	// The framework reads BODY_SIZE_LIMIT and ORIGIN before the application does.
	if (/^Invalid BODY_SIZE_LIMIT/.test(cause?.message))
		return 'BODY_SIZE_LIMIT is a size such as 512K, from 64K to 64M';
	if (/^Invalid ORIGIN/.test(cause?.message)) return cause.message;
	return cause?.stack ?? String(cause);
}
