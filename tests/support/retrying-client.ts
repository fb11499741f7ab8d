// A client that retries a request with the same idempotency key until it is answered.
import { setTimeout as pause } from 'node:timers/promises';

export type ServerAccess = { origin: string; token: string };

export type Retried = {
	body: { item: { uid: string } };
	/** Each try: its status (0 without an answer), its time in milliseconds, and the body. */
	tries: { status: number; took: number; said: string }[];
	/** When the request succeeded, by performance.now(). */
	at: number;
};

/** Adds an item whose label is its key. Throws on an answer that a client would not retry. */
export async function addItemUntilAnswered(
	{ origin, token }: ServerAccess,
	listUid: string,
	key: string,
	between = 200
): Promise<Retried> {
	const tries: Retried['tries'] = [];
	for (;;) {
		const begun = performance.now();
		const answer = await fetch(`${origin}/api/v1/lists/${listUid}/items`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${token}`,
				'content-type': 'application/json',
				'idempotency-key': key
			},
			body: JSON.stringify({ label: key })
		})
			.then(async (response) => ({ status: response.status, body: await response.json() }))
			.catch(() => ({ status: 0, body: {} }));
		const at = performance.now();
		const said: string = answer.body.message ?? '';
		tries.push({ status: answer.status, took: at - begun, said });
		if (answer.status === 200) return { body: answer.body, tries, at };
		if (answer.status !== 0 && answer.status !== 503)
			throw new Error(`${key} was answered ${answer.status}: ${said}`);
		await pause(between);
	}
}
