import { json } from '@sveltejs/kit';
import { instance } from '$lib/server/instance/operations';
import { themeOf } from '$lib/server/http/appearance';
import { ask } from '$lib/server/http/page';
import * as m from '$lib/paraglide/messages';
import type { RequestHandler } from './$types';

/** What a device needs to install the household as an app: its name and icons, and what leads straight into it. */
export const GET: RequestHandler = async (event) => {
	const { name } = await ask(event, instance.getInstance);
	const paper = themeOf(event) === 'dark' ? '#18130e' : '#fcf9f3';
	return json(
		{
			...{ name: name || 'Hearth', short_name: name || 'Hearth', description: m.app_description() },
			...{ id: '/', start_url: '/', scope: '/', display: 'standalone' },
			...{ background_color: paper, theme_color: paper },
			icons: [
				icon('/icon-192.png', '192x192'),
				icon('/icon-512.png', '512x512'),
				{ ...icon('/icon-maskable-512.png', '512x512'), purpose: 'maskable' }
			],
			shortcuts: [
				{ name: m.add_to_list(), url: '/add', icons: [icon('/icon-192.png', '192x192')] },
				{ name: m.today(), url: '/today', icons: [icon('/icon-192.png', '192x192')] }
			],
			share_target: {
				action: '/add',
				method: 'GET',
				params: { title: 'title', text: 'text', url: 'url' }
			}
		},
		{ headers: { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' } }
	);
};

const icon = (src: string, sizes: string) => ({ src, sizes, type: 'image/png' });
