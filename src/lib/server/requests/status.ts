export const requestStatuses = ['REQUEST_STATUS_PENDING', 'REQUEST_STATUS_APPROVED'] as const;

export type RequestStatus = (typeof requestStatuses)[number];

/** An ignored request looks pending for ever. */
export function statusOf(state: string): RequestStatus {
	return state === 'APPROVED' || state === 'COMPLETED'
		? 'REQUEST_STATUS_APPROVED'
		: 'REQUEST_STATUS_PENDING';
}
