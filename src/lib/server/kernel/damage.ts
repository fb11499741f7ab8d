import { isDamaged } from '../data/faults.ts';
import type { Household } from './household.ts';

/** Logs damage of the database once; /readyz is 503 from then on. */
export function noteIfDamaged(
	{ database: { health }, log }: Pick<Household, 'database' | 'log'>,
	error: unknown
): void {
	if (health.isDamaged || !isDamaged(error)) return;
	health.isDamaged = true;
	log.error('the database is damaged; stop Hearth and restore a backup', {
		reason: String(error)
	});
}
