// Loaded before a program (`node --import`): shifts its clock by the number of milliseconds that was last written to the
// file that HEARTH_TEST_CLOCK names. Timers and other monotonic time run on evenly, as on a machine whose clock is set.
import { readFileSync, watchFile } from 'node:fs';
import process from 'node:process';

const file = process.env.HEARTH_TEST_CLOCK;
const Real = Date;
let off = 0;

watchFile(
	file,
	{ interval: 25, persistent: false },
	() => (off = Number(readFileSync(file, 'utf8')))
);

globalThis.Date = class extends Real {
	constructor(...given) {
		if (given.length === 0) super(Real.now() + off);
		else super(...given);
	}
	static now() {
		return Real.now() + off;
	}
};
