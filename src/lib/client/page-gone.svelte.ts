/** Why the server now refuses the page, which stays on the screen for what was typed into it; "" while the server does not refuse it. */
export const gone = $state<{ why: '' | 'deleted' | 'forbidden' | 'signedOut' }>({ why: '' });
