/** The one source of time. Passed along, so that a test can set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export const minutes = (count: number): number => count * 60_000;
export const days = (count: number): number => count * 86_400_000;

/** The clocks of two nodes differ by less. What is further in the future was written by a clock that was ahead. */
export const clockSkewMs = minutes(5);

export function later(from: Date, milliseconds: number): Date {
	return new Date(from.getTime() + milliseconds);
}
