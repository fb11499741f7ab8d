import type { IncomingMessage } from 'node:http';
import type { Caller } from '$lib/server/kernel/caller';
import type { RunningHousehold } from '$lib/server/runtime/lifecycle';
import type { TrashEntry } from '$lib/server/trash/trash';

declare global {
	namespace App {
		interface Error {
			message: string;
			/** Set where the address names something in the trash that the caller could restore. */
			trashed?: (TrashEntry & { words: string }) | undefined;
			unsaved?: UnsavedForm | undefined;
		}
		/** A form that was refused, for the error page where its own page cannot be shown again. */
		interface UnsavedForm {
			/** The text that was written, one field after the other; "" where the form held only choices. */
			text: string;
			/** All fields that were sent, without the idempotency key and passwords, so that the form can be sent again. */
			fields: [name: string, value: string][];
		}
		interface Locals {
			household: RunningHousehold;
			/** The id of the newest event known before the caller was looked up. The request may not see later ones. */
			heard: number;
			caller: Caller;
			/** Names this request in the log and in the message of a fault. */
			requestId: string;
			unsaved?: UnsavedForm;
			/** The page that is rendered shows a form that was refused. */
			isFormRefused?: true;
			/** Seconds until a request that was refused may be sent again, for the header Retry-After. */
			retryAfter?: number;
			/** The answer holds a secret, so it is not compressed; see http/compression.ts. */
			showsSecret?: true;
		}
		/** Node's own request; absent in development. */
		interface Platform {
			req: IncomingMessage;
		}
	}
}

export {};
