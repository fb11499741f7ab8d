import * as m from '../../paraglide/messages.js';
import type { Notice } from './change-event.ts';
import type { SecurityEvent } from './security-events.ts';

/** Everything that can be refused, and nothing else; `http/status.ts` says with which status. */
export type RefusalKind =
	| 'malformed'
	| 'not-yet'
	| 'unauthenticated'
	| 'forbidden'
	| 'missing'
	| 'wrong-method'
	| 'exists'
	| 'changed'
	| 'stale'
	| 'too-large'
	| 'not-json'
	| 'key-reused'
	| 'too-many'
	| 'fault'
	| 'away';

export type FieldViolation = { field: string; description: string };

/** A refusal in the product's words: the same sentence on the page, in REST and to an assistant. */
export class Refusal extends Error {
	readonly kind: RefusalKind;
	readonly violations: FieldViolation[];
	/** Seconds until another try makes sense. */
	readonly retryAfter: number | undefined;
	/** The ETag of what is stored, where it is not what the caller saw. */
	readonly etag: string | undefined;
	/** The entry under Activity that is stored although everything else was rolled back. */
	readonly notice: Notice | undefined;
	/** What the log of security events says of it, where its kind does not say it all. */
	readonly audit: SecurityEvent | undefined;

	constructor(kind: RefusalKind, message: string, more: More = {}) {
		super(message);
		this.name = 'Refusal';
		this.kind = kind;
		this.violations = more.violations ?? [];
		this.retryAfter = more.retryAfter;
		this.etag = more.etag;
		this.notice = more.notice;
		this.audit = more.audit;
	}
}

type More = Partial<Pick<Refusal, 'violations' | 'retryAfter' | 'etag' | 'notice' | 'audit'>>;

/** A field is missing or malformed; `''` stands for the request as a whole. */
export const malformed = (field: string, description: string): Refusal =>
	malformedFields({ field, description });

/** One or more fields are missing or malformed. The first description is the message. */
export function malformedFields(...violations: [FieldViolation, ...FieldViolation[]]): Refusal {
	return new Refusal('malformed', violations[0].description, { violations });
}

/** No such thing, or none that this caller may see: the two must read alike. */
export function missing(what: keyof typeof missingSentences): Refusal {
	return new Refusal('missing', missingSentences[what]());
}

const missingSentences = {
	list: m.this_list_is_missing,
	item: m.this_item_is_missing,
	section: m.this_section_is_missing,
	member: m.this_member_is_missing,
	group: m.this_group_is_missing,
	'access token': m.this_token_is_missing,
	session: m.this_session_is_missing,
	request: m.this_request_is_missing,
	entry: m.this_entry_is_missing
};

/** The client hung up before its request was read, or before its turn: nobody reads the answer. */
export const cutOff = (): Refusal => malformed('', m.request_cut_off());

export function notYet(sentence: string): Refusal {
	return new Refusal('not-yet', sentence);
}

export function forbidden(sentence: string): Refusal {
	return new Refusal('forbidden', sentence);
}

export function alreadyExists(sentence: string, field?: string): Refusal {
	return new Refusal('exists', sentence, {
		violations: field ? [{ field, description: sentence }] : []
	});
}
