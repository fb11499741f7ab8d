// JavaScript is switched off in WebKit itself. Everything works with forms.
import { ada, setUp } from '../pages/household.ts';
import { keys } from '../support/webdriver.ts';
import { expectText, test } from './webkit-page.ts';

test.use({ settings: ['--enable-javascript=FALSE'] });

test('one signs in, makes a list, adds, ticks, undoes and edits', async ({ webkit, server }) => {
	await setUp(server);
	await webkit.goto(`${server.url}/sign-in`);
	await webkit.fill('Email', ada.email);
	await webkit.fill('Password', ada.password);
	await webkit.click('Sign in');
	await webkit.fill('New list', 'Groceries');
	await webkit.press(keys.enter);
	await expectText(webkit, 'Groceries', 'h1');
	await webkit.fill('Add to Groceries', '2 l milk');
	await webkit.press(keys.enter);
	await expectText(webkit, '2 l', '.items');
	await webkit.click('Tick milk');
	await webkit.named('Untick milk');
	await webkit.click('Undo');
	await webkit.named('Tick milk');
	await webkit.click('More actions for milk');
	await webkit.click('Open', '#menu');
	await webkit.fill('Name', 'oat milk');
	await webkit.click('Save');
	await webkit.named('Tick oat milk');
});
