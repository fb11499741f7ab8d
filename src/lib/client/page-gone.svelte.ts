/**
 * Why the page stays on the screen for what was typed into it, although it cannot be used as it is; "" while it can. The server
 * refuses it, or another member has signed in in this browser: then it is hidden until its member comes back.
 */
export const gone = $state<{
	why: '' | 'deleted' | 'forbidden' | 'signedOut' | 'otherMember' | 'cameBack';
}>({ why: '' });
