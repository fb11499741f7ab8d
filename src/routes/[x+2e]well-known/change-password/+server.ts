import { redirect } from '@sveltejs/kit';

/** Where password managers lead somebody who wants to change a password: https://w3c.github.io/webappsec-change-password-url/ */
export const GET = () => redirect(303, '/password');
