import { error } from '@sveltejs/kit';
import encodeQR from 'qr';
import * as m from '$lib/paraglide/messages';
import { ownOrigin } from '$lib/server/http/address';
import type { RequestHandler } from './$types';

/** The address of a list as a code for a camera. It holds what was asked for and nothing of the list, so anybody may ask. */
export const GET: RequestHandler = (event) => {
	const { listUid } = event.params;
	// No list has a uid so long, and no code has room for it.
	if (listUid.length > longestUid) error(404, m.this_list_is_missing());
	return new Response(encodeQR(`${ownOrigin(event)}/lists/${listUid}`, 'svg'), {
		headers: {
			'content-type': 'image/svg+xml',
			'cache-control': 'private, max-age=31536000, immutable'
		}
	});
};

const longestUid = 100;
