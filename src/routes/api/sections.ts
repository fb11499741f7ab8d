import type { Component } from 'svelte';
import type { Facts } from '$lib/server/http/reference/guide';
import Assistants from './guide/Assistants.svelte';
import Errors from './guide/Errors.svelte';
import FirstSteps from './guide/FirstSteps.svelte';
import LiveEvents from './guide/LiveEvents.svelte';
import Retries from './guide/Retries.svelte';
import Tokens from './guide/Tokens.svelte';

/** What the reference explains before it lists the addresses, in this order. */
export const sections: { title: string; Section: Component<Facts> | Component }[] = [
	{ title: 'First steps', Section: FirstSteps },
	{ title: 'Tokens', Section: Tokens },
	{ title: 'Errors', Section: Errors },
	{ title: 'Retries', Section: Retries },
	{ title: 'Live events', Section: LiveEvents },
	{ title: 'Assistants', Section: Assistants }
];

export const anchorOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-');
