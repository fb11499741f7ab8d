// Ends with 0 where the server that HOST and PORT name is ready: what the container asks every half a minute.
import { get } from 'node:http';
import process from 'node:process';

const { HOST, PORT } = process.env;
const isEverywhere = !HOST || HOST === '0.0.0.0' || HOST === '::';
const host = isEverywhere ? '127.0.0.1' : HOST;
// An address with the name of an interface, as in fe80::1%eth0, is no Host of a request.
const headers = { host: 'localhost' };
get({ host, port: PORT || 3000, path: '/readyz', headers }, ({ statusCode }) =>
	process.exit(statusCode === 200 ? 0 : 1)
).on('error', () => process.exit(1));
