import encodeQR from 'qr';
import { ownOrigin } from '$lib/server/http/address';
import type { RequestHandler } from './$types';

/** The address of a list as a code for a camera. It holds what was asked for and nothing of the list, so anybody may ask. */
export const GET: RequestHandler = (event) =>
	new Response(encodeQR(`${ownOrigin(event)}/lists/${event.params.listUid}`, 'svg'), {
		headers: {
			'content-type': 'image/svg+xml',
			'cache-control': 'private, max-age=31536000, immutable'
		}
	});
