import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { events } from '../../src/lib/server/http/sse.ts';
import { pipe } from '../../src/lib/server/http/sse-pipe.ts';
import { eventOf } from '../support/events.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Longer than the time between two heartbeats. */
const aBeatMs = 30_000;
const large = { event: 'change', data: 'x'.repeat(300_000) };

it('a reader who left before the stream was entered leaves it then', async () => {
	const { body, whenCancelled } = pipe(() => {});
	await body.cancel();
	const leave = vi.fn();
	whenCancelled(leave);
	expect(leave).toHaveBeenCalledOnce();
	expect(vi.getTimerCount()).toBe(0);
});

it('a stream that is full is cut off where it is closed, and one with room ends', () => {
	const cut = vi.fn();
	const full = pipe(cut);
	expect(full.out.send(large)).toBe(false);
	full.out.close();
	expect(cut).toHaveBeenCalledOnce();
	pipe(cut).out.close();
	expect(cut).toHaveBeenCalledOnce();
	expect(vi.getTimerCount()).toBe(0);
});

it('a reader who has read nothing since the last heartbeat is cut off', () => {
	const cut = vi.fn();
	const { out } = pipe(cut);
	out.send(large);
	vi.advanceTimersByTime(aBeatMs);
	expect(cut).not.toHaveBeenCalled();
	vi.advanceTimersByTime(aBeatMs);
	expect(cut).toHaveBeenCalledOnce();
	out.close();
});

it('a full stream is not filled further by heartbeats', async () => {
	const { body, out } = pipe(() => {});
	out.send(large);
	vi.advanceTimersByTime(aBeatMs);
	out.send({ event: 'change', data: 'last' });
	const reader = body.getReader();
	const text = new TextDecoder();
	const read = async () => text.decode((await reader.read()).value);
	const [first, second, third] = [await read(), await read(), await read()];
	expect([first.slice(0, 6), second.slice(0, 6)]).toEqual(['retry:', 'event:']);
	expect(third).toContain('last');
	out.close();
});

it('a stream that is refused leaves no heartbeat behind', async () => {
	const { event } = eventOf();
	Object.defineProperties(event.locals.household, {
		database: { value: { health: { isDamaged: false } } },
		hub: { value: {} }
	});
	expect((await events(event)).status).toBe(401);
	expect(vi.getTimerCount()).toBe(0);
});
