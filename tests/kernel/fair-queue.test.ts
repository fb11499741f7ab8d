import { describe, expect, it } from 'vitest';
import { cutOff, Refusal } from '../../src/lib/server/kernel/errors.ts';
import { fairQueue, QueueRefused, type Asker } from '../../src/lib/server/kernel/fair-queue.ts';

const visitor = (key: string, isGone = () => false): Asker => ({ key, isVisitor: true, isGone });
const member = (key: string): Asker => ({ key, isVisitor: false, isGone: () => false });

/** A queue whose jobs end only on `endOne`, in the order in which they began. */
function opened(limits: Parameters<typeof fairQueue>[0]) {
	const queue = fairQueue(limits);
	const began: string[] = [];
	const ends: (() => void)[] = [];
	let most = 0;
	const send = (asker: Asker, name = asker.key) =>
		queue(asker, async () => {
			began.push(name);
			most = Math.max(most, began.length - ended);
			await new Promise<void>((resolve) => ends.push(resolve));
			return name;
		}).catch((error: unknown) => {
			if (error instanceof QueueRefused) return 'refused';
			return error instanceof Refusal && error.message === cutOff().message
				? 'left'
				: Promise.reject(error);
		});
	let ended = 0;
	const turn = () => new Promise((resolve) => setImmediate(resolve));
	const endOne = async () => {
		await turn();
		ends[ended]?.();
		ended += 1;
		await turn();
	};
	return { send, endOne, began, mostAtOnce: () => most };
}

describe('a fair queue', () => {
	it('runs no more jobs at once than it may, and all of them in the end', async () => {
		const { send, endOne, began, mostAtOnce } = opened({ running: 2, waiting: 50, waitingEach: 8 });
		const sent = ['a', 'b', 'c', 'd', 'e'].map((name) => send(visitor('one'), name));
		for (let count = 0; count < 5; count += 1) await endOne();
		expect(await Promise.all(sent)).toEqual(['a', 'b', 'c', 'd', 'e']);
		expect([began.length, mostAtOnce()]).toEqual([5, 2]);
	});

	it('takes turns between keys: a key that sends a thousand jobs delays another by one job', async () => {
		const { send, endOne, began } = opened({ running: 1, waiting: 2000, waitingEach: 2000 });
		const flood = Array.from({ length: 1000 }, (_, number) => send(visitor('flood'), `f${number}`));
		const ben = send(visitor('ben'));
		const cleo = send(visitor('cleo'));
		for (let count = 0; count < 4; count += 1) await endOne();
		expect(began.slice(0, 4)).toEqual(['f0', 'f1', 'ben', 'cleo']);
		for (let count = 0; count < 1000; count += 1) await endOne();
		expect(await Promise.all([ben, cleo])).toEqual(['ben', 'cleo']);
		expect((await Promise.all(flood)).length).toBe(1000);
	});

	it('limits the places of each key and of all visitors, and keeps places for members', async () => {
		const { send, endOne } = opened({ running: 1, waiting: 4, waitingEach: 2 });
		const kept = [send(visitor('a')), send(visitor('a')), send(visitor('a'))];
		expect(await send(visitor('a'))).toBe('refused');
		kept.push(send(visitor('b')), send(visitor('c')));
		expect(await send(visitor('d'))).toBe('refused');
		kept.push(send(member('ada')), send(member('ada')));
		expect(await send(member('ada'))).toBe('refused');
		for (let count = 0; count < kept.length; count += 1) await endOne();
		expect(await Promise.all(kept)).toEqual(['a', 'a', 'a', 'b', 'c', 'ada', 'ada']);
	});

	it('lets no key run more than its share, and starts others meanwhile', async () => {
		const limits = { running: 4, runningEach: 2, waiting: 4, waitingEach: 2 };
		const { send, endOne, began } = opened(limits);
		const idle = ['a1', 'a2', 'a3', 'a4'].map((name) => send(visitor('a'), name));
		expect(await send(visitor('a'), 'a5')).toBe('refused');
		const ben = send(visitor('ben'));
		await endOne();
		expect(began).toEqual(['a1', 'a2', 'ben', 'a3']);
		const rest = [send(visitor('cleo')), send(visitor('dan'))];
		for (let count = 0; count < 6; count += 1) await endOne();
		expect(await Promise.all([...idle, ben, ...rest])).toEqual([
			'a1',
			'a2',
			'a3',
			'a4',
			'ben',
			'cleo',
			'dan'
		]);
		expect(began).toEqual(['a1', 'a2', 'ben', 'a3', 'cleo', 'a4', 'dan']);
	});

	it('drops a waiting job whose client has gone, and gives its place to another', async () => {
		const { send, endOne, began } = opened({ running: 1, waiting: 2, waitingEach: 2 });
		let isGone = false;
		const first = send(visitor('a'), 'first');
		const leaving = [1, 2].map((number) =>
			send(
				visitor('b', () => isGone),
				`left ${number}`
			)
		);
		expect(await send(visitor('c'))).toBe('refused');
		isGone = true;
		const other = send(visitor('c'));
		expect(await Promise.all(leaving)).toEqual(['left', 'left']);
		await endOne();
		await endOne();
		expect(await Promise.all([first, other])).toEqual(['first', 'c']);
		expect(began).toEqual(['first', 'c']);
	});

	it('looks at each of thousands that wait a few times, and not again for every other', async () => {
		const { send, endOne, began } = opened({
			running: 1,
			waiting: Infinity,
			waitingEach: Infinity
		});
		let looks = 0;
		const asker = visitor('flood', () => (looks += 1) < 0);
		const sent = Array.from({ length: 500 }, () => send(asker));
		for (let count = 0; count < 500; count += 1) await endOne();
		expect((await Promise.all(sent)).length).toBe(began.length);
		expect(looks).toBeLessThan(2000);
	});

	it('goes on after a job that fails', async () => {
		const queue = fairQueue({ running: 1, waiting: 2, waitingEach: 2 });
		const failing = queue(visitor('a'), () => Promise.reject(new Error('no')));
		const next = queue(visitor('a'), async () => 'done');
		await expect(failing).rejects.toThrow('no');
		expect(await next).toBe('done');
	});
});
