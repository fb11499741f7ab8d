import { dayOf } from '$lib/client/format/relative-time';

/** What the form offers for how long a token works. */
export function expiries(now: Date, zone: string): { value: string; label: string }[] {
	const dated = [...lengths].map(([value, { label, days }]) => {
		const until = dayOf(inDays(now, days), zone);
		return { value, label: `${label} from now (${until})` };
	});
	return [...dated, { value: 'never', label: 'Never' }];
}

/** The moment behind a choice of the form, "" for none; undefined when it is not one of the choices. */
export function expiryOf(choice: string | null, now: Date): string | undefined {
	if (choice === 'never') return '';
	const length = lengths.get(choice ?? '');
	return length && inDays(now, length.days).toISOString();
}

const lengths = new Map([
	['30-days', { label: '30 days', days: 30 }],
	['90-days', { label: '90 days', days: 90 }],
	['one-year', { label: 'One year', days: 365 }]
]);

const inDays = (now: Date, days: number): Date => new Date(now.getTime() + days * 86_400_000);
