// `npm run set-password -- ada@mill.test`: the way back in for an admin whom no other admin can help. Gives the member a new
// password, prints it, and signs them out everywhere. Whoever can run it can read the database anyway.
import process from 'node:process';
import { inTransaction } from '../src/lib/server/data/transaction.ts';
import { randomPassphrase } from '../src/lib/server/kernel/passphrase.ts';
import { hashPassword } from '../src/lib/server/kernel/passwords.ts';
import { fold } from '../src/lib/server/kernel/text.ts';
import { start, stop } from '../src/lib/server/runtime/lifecycle.ts';

process.umask(0o077);
const [email = ''] = process.argv.slice(2);
const household = await start();
const password = randomPassphrase(4);
const passwordHash = await hashPassword(password);
const isThere = await inTransaction(household.database, async (db) => {
	const member = await db.member.findUnique({ where: { emailFolded: fold(email.trim()) } });
	if (!member?.passwordHash) return false;
	const { uid } = member;
	await db.member.update({ where: { uid }, data: { passwordHash, mustChangePassword: false } });
	await db.session.deleteMany({ where: { memberUid: uid } });
	await db.pair.deleteMany({ where: { memberUid: uid } });
	return true;
});
await stop(household);
if (isThere)
	console.log(`The password of ${email} is now: ${password}
They are signed out everywhere; their access tokens go on. Choose another password under Settings → Account.`);
else {
	console.error(
		`Nobody here signs in as "${email}". Run it as: npm run set-password -- ada@mill.test`
	);
	process.exitCode = 1;
}
