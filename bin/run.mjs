// `node bin/run.mjs PROGRAM [ARGUMENT …]`: makes everything ready, then runs the program on the Node that the lockfile pins.
// Every script in package.json that needs the build goes through here instead of through a `pre` script, which npm
// leaves out where a machine is set to run no install scripts.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { packagedNode } from './install.mjs';
import { refuseUnlessFree } from './port.mjs';

const [program, ...words] = process.argv.slice(2);
// A build would replace the scripts that a running Hearth serves. So the port is checked before anything is built.
if (program === 'bin/serve.mjs') await refuseUnlessFree();
await import('./ready.mjs');

const [major, minor] = process.versions.node.split('.').map(Number);

if (major > 22 || (major === 22 && minor >= 17)) runHere();
else runOnPackagedNode();

/**
 * Runs the program in this process. npm puts the packaged Node in front of the machine's own, so this is every start
 * but the first.
 */
function runHere() {
	process.argv.splice(1, 2, program);
	import(pathToFileURL(join(process.cwd(), program)).href);
}

function runOnPackagedNode() {
	const child = spawn(packagedNode, [program, ...words], { stdio: 'inherit' });
	for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
	// A signal that ends only npm and its shell does not reach this process, so it watches for the end of its parent.
	// The program in turn notices the end of this process.
	const parent = process.ppid;
	setInterval(() => process.ppid === parent || process.exit(1), 250).unref();
	child.on('exit', (status, signal) => process.exit(status ?? (signal ? 1 : 0)));
}
