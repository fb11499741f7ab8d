/** Why the server refuses the page that stays on the screen for what was typed into it; "" while it does not. */
export const gone = $state<{ why: '' | 'deleted' | 'forbidden' | 'signedOut' }>({ why: '' });
