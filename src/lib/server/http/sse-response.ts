import type { RequestEvent } from '@sveltejs/kit';
import type { Out } from '../runtime/stream.ts';
import { refusalFromDatabase } from '../kernel/refusal-from-database.ts';
import { faults } from './fault.ts';
import { refused } from './rest.ts';
import { pipe, type Pipe } from './sse-pipe.ts';

/** Answers before missed events are replayed, because nobody reads the body until then. No later change is missed. */
export async function stream(event: RequestEvent, { check, open }: Source): Promise<Response> {
	let opened: Pipe | undefined;
	try {
		if (event.request.method === 'HEAD') {
			await check();
			return new Response(null, { headers });
		}
		opened = pipe(() => event.platform?.req.socket.destroy());
		const { body, out, whenCancelled } = opened;
		whenCancelled(await open(out));
		return new Response(body, { headers });
	} catch (error) {
		opened?.out.close();
		return refused(event, refusalFromDatabase(event.locals.household, error), faults.stream);
	}
}

type Source = {
	/** Throws where `open` would refuse, and opens nothing. */
	check(): Promise<void>;
	open(out: Out): Promise<() => void>;
};

const headers = {
	'content-type': 'text/event-stream',
	'cache-control': 'no-store, no-transform',
	'x-accel-buffering': 'no'
};
