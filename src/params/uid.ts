import type { ParamMatcher } from '@sveltejs/kit';

/** Anything without a colon, so that `/items/{itemUid}:move` is an address of its own; whether it exists is not asked here. */
export const match: ParamMatcher = (param) => /^[^:/]+$/.test(param);
