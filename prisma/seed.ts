// npm run seed: Mill Lane, in the database that DATABASE_URL names. npm run seed -- --large: a million items more.
import process from 'node:process';
import { start, stop } from '../src/lib/server/runtime/lifecycle.ts';
import { seedMany } from './seed-many.ts';
import { password, seedMillLane, signOutAll } from './mill-lane.ts';

const [unknown] = process.argv.slice(2).filter((word) => word !== '--large');
if (unknown) {
	console.error(`Nothing is seeded: ${unknown} is unknown. There is --large alone.`);
	process.exit(1);
}
// Only this account may read the database file that it makes.
process.umask(0o077);
const household = await start();
if (await household.database.reader.instance.findUnique({ where: { id: 1 } })) {
	console.error(
		'This household is set up already; seed an empty database, so that nobody’s lists are mixed up.'
	);
	process.exit(1);
}
const { kitchenTablet, recipeBox } = await seedMillLane(household);
if (process.argv.includes('--large')) await seedMany(household, undefined, console.log);
await signOutAll(household);
await stop(household);
console.log(`Mill Lane is ready. Sign in as ada@mill.test, ben@mill.test or cleo@mill.test, with the password: ${password}
Access tokens: kitchen tablet ${kitchenTablet.secret}
               recipe box ${recipeBox.secret}`);
