import { Refusal, type FieldViolation, type RefusalKind } from '../domain/errors.ts';

/** The HTTP status and the code of each refusal; total by type. */
export const statuses: Record<RefusalKind, { status: number; code: number }> = {
	malformed: { status: 400, code: 3 },
	'not-yet': { status: 400, code: 9 },
	unauthenticated: { status: 401, code: 16 },
	forbidden: { status: 403, code: 7 },
	missing: { status: 404, code: 5 },
	'wrong-method': { status: 405, code: 12 },
	exists: { status: 409, code: 6 },
	changed: { status: 409, code: 10 },
	stale: { status: 412, code: 10 },
	'too-large': { status: 413, code: 8 },
	'not-json': { status: 415, code: 3 },
	'key-reused': { status: 422, code: 3 },
	'too-many': { status: 429, code: 8 },
	fault: { status: 500, code: 13 },
	away: { status: 503, code: 14 }
};

export type ErrorBody = { code: number; message: string; details: Detail[] };

type Detail = {
	'@type': 'type.googleapis.com/google.rpc.BadRequest';
	fieldViolations: FieldViolation[];
};

/** The body of every error below /api/v1. */
export function errorBody({ kind, message, violations }: Refusal): ErrorBody {
	const details: Detail[] =
		violations.length > 0
			? [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations }]
			: [];
	return { code: statuses[kind].code, message, details };
}

export function errorHeaders({ kind, retryAfter, etag }: Refusal): Record<string, string> {
	const headers: Record<string, string> = {};
	if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
	if (etag !== undefined) headers['etag'] = etag;
	if (kind === 'unauthenticated') headers['www-authenticate'] = 'Bearer realm="Hearth"';
	return headers;
}

/** What went wrong as a refusal; what nobody expected becomes a fault that tells only where to look it up. */
export function asRefusal(error: unknown, doing: string, requestId: string): Refusal {
	if (error instanceof Refusal) return error;
	if (isHttpError(error, 413)) return tooLarge();
	return new Refusal(
		'fault',
		`Something went wrong on our side: ${doing}. Nothing was changed. The log says more under ${requestId}.`
	);
}

export const tooLarge = () =>
	new Refusal('too-large', 'That is more than 512 KB. Nothing was changed; send it in parts.');

/** What the error page says to whoever came by a wrong address, or sent what Kit itself turns away. */
export function pageSentence(status: number, message: string): string {
	if (status === 404) return 'There is no such page here.';
	if (status === 405) return 'This page takes nothing that is sent to it. Nothing was changed.';
	if (status === 413) return tooLarge().message;
	if (status === 415) return 'That could not be read as a form. Nothing was changed.';
	return message;
}

function isHttpError(error: unknown, status: number): boolean {
	return (
		typeof error === 'object' && error !== null && 'status' in error && error.status === status
	);
}
