import { dayOf } from '$lib/client/format/relative-time';
import * as m from '$lib/paraglide/messages';

/** What the form offers for how long a token works. */
export function expiries(now: Date, zone: string): { value: string; label: string }[] {
	const dated = [...lengths].map(([value, days]) => {
		const day = dayOf(inDays(now, days), zone);
		const label = days === year ? m.expires_in_one_year({ day }) : m.expires_in_days({ days, day });
		return { value, label };
	});
	return [...dated, { value: 'never', label: m.expires_never() }];
}

/** The moment behind a choice of the form, "" for none; undefined when it is not one of the choices. */
export function expiryOf(choice: string | null, now: Date): string | undefined {
	if (choice === 'never') return '';
	const days = lengths.get(choice ?? '');
	return days === undefined ? undefined : inDays(now, days).toISOString();
}

const year = 365;
/** What the form calls each length, with its days. */
const lengths = new Map([
	['30-days', 30],
	['90-days', 90],
	['one-year', year]
]);

const inDays = (now: Date, days: number): Date => new Date(now.getTime() + days * 86_400_000);
