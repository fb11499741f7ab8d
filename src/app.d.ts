import type { IncomingMessage } from 'node:http';
import type { Caller } from '$lib/server/kernel/caller';
import type { RunningHousehold } from '$lib/server/runtime/lifecycle';
import type { TrashEntry } from '$lib/server/trash/trash';

declare global {
	namespace App {
		interface Error {
			message: string;
			/** What the address names is in the trash, and its reader could restore it. */
			trashed?: (TrashEntry & { words: string }) | undefined;
			unsaved?: UnsavedForm | undefined;
		}
		/** A form that was refused, for the error page where its own page cannot be shown again. */
		interface UnsavedForm {
			/** What somebody wrote, one field after the other; "" where they only chose. */
			text: string;
			/** All that was sent, but for its key and passwords: to send it again. */
			fields: [name: string, value: string][];
		}
		interface Locals {
			household: RunningHousehold;
			/** The number of the newest change known before the caller was looked up. The request may not see later ones. */
			heard: number;
			caller: Caller;
			/** Names this request in the log and in the message of a fault. */
			requestId: string;
			unsaved?: UnsavedForm;
			/** The answer is not compressed; see http/compression.ts. */
			showsSecret?: true;
		}
		/** What the server was asked with; nothing in development. */
		interface Platform {
			req: IncomingMessage;
		}
	}
}

export {};
