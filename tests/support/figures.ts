// What the trust suites measured, for the table that `npm run test:trust` prints at its end.
import { appendFileSync } from 'node:fs';
import process from 'node:process';

/** Whether the long forms run; `npm test` runs the quick ones. */
export const isLong = process.env.TRUST === 'long';

export function note(what: string, figures: Record<string, number>): void {
	const file = process.env.TRUST_FIGURES;
	if (file) appendFileSync(file, `${JSON.stringify({ what, figures })}\n`);
}

/** The quantile of the figures: 0.5 is the median. */
export function quantile(figures: number[], of: number): number {
	return figures.toSorted((one, other) => one - other)[Math.floor((figures.length - 1) * of)] ?? 0;
}
