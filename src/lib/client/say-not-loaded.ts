import * as m from '$lib/paraglide/messages';
import { announce } from './announcer.svelte';

/** For code that somebody asks for and that cannot be loaded, as without a connection, or once the server has a newer build. */
export const sayNotLoaded = (): void => announce(m.not_loaded(), 'failure');
