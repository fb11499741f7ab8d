import type { Hub } from './hub.ts';
import { keptNumbers } from '../events/kept-numbers.ts';
import type { Household } from '../kernel/household.ts';
import { waitingHashes } from '../kernel/passwords.ts';
import { waitingWriters } from '../data/transaction.ts';
import { pulseOf } from './pulse.ts';
import { gauge, type Family } from './metric-families.ts';

type Running = Household & { hub: Hub };

export async function householdFamilies({ database, hub }: Running): Promise<Family[]> {
	const isUp = (await pulseOf(database)) === 'beats';
	const position = isUp ? await keptNumbers(database.read).catch(() => undefined) : undefined;
	return [
		gauge('hearth_database_up', 'Whether a transaction can be carried out.', Number(isUp)),
		gauge('hearth_streams_open', 'Streams of events that are open in this process.', hub.size()),
		gauge('hearth_write_queue', 'Transactions that wait for their turn.', waitingWriters(database)),
		gauge('hearth_hash_queue', 'Password hashes that wait for their turn.', waitingHashes()),
		...(position
			? [gauge('hearth_outbox_position', 'Number of the newest change.', position.newest)]
			: [])
	];
}
