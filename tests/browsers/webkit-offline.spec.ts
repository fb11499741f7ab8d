// Without a connection in WebKit: the server is down, the service worker answers, and everything arrives once.
import {
	add,
	at,
	expectLabels,
	expectNoText,
	expectOnServer,
	expectText,
	hydrated,
	keptOnDevice,
	openList,
	signedIn,
	signInElsewhere,
	test
} from './webkit-page.ts';

test('while the server is down, lists and Today open and take changes, and everything arrives once', async ({
	webkit,
	server
}) => {
	const rest = await signedIn(webkit, server);
	const uid = await rest.list('Cellar', [{ label: 'Milk', dueOn: '2020-01-01' }, 'Tea', 'Salt']);
	await openList(webkit, server, uid);
	await keptOnDevice(webkit, uid);
	await webkit.waitFor('a service worker', () =>
		webkit.evaluate(() => !!navigator.serviceWorker.controller || location.reload())
	);
	await server.kill();
	await webkit.click('Tick Tea');
	await add(webkit, 'bread');
	await expectText(webkit, '2 changes not sent');
	await webkit.reload();
	await expectText(webkit, '2 changes not sent');
	await expectLabels(webkit, ['Milk', 'Salt', 'bread']);
	await add(webkit, 'rice');
	await webkit.goto(`${server.url}/today`);
	await expectText(webkit, 'not sent');
	await webkit.click('Tick Milk');
	await webkit.goto(`${server.url}/lists/${uid}`);
	await expectText(webkit, '4 changes not sent');
	await webkit.click('Salt', '.label');
	await at(webkit, /^\/items\//);
	await webkit.fill('Note (optional)', 'coarse');
	await webkit.click('Save');
	await at(webkit, `/lists/${uid}`);
	await expectText(webkit, 'coarse', 'main');
	await server.restart();
	await expectOnServer(rest, uid, ['Milk*', 'Tea*', 'Salt', 'bread', 'rice']);
	await expectNoText(webkit, 'not sent');
	await webkit.reload();
	await hydrated(webkit);
	await expectLabels(webkit, ['Salt', 'bread', 'rice']);
});

test('an offline page is hidden while another member is signed in, and still answers', async ({
	webkit,
	server
}) => {
	const rest = await signedIn(webkit, server);
	const uid = await rest.list('Cellar', ['Milk']);
	await openList(webkit, server, uid);
	await keptOnDevice(webkit, uid);
	await webkit.waitFor('a service worker', () =>
		webkit.evaluate(() => !!navigator.serviceWorker.controller || location.reload())
	);
	await server.kill();
	await webkit.reload();
	await expectLabels(webkit, ['Milk']);
	await webkit.type('Add to Cellar', 'Bread');
	await server.restart();
	await signInElsewhere(webkit, server, 'Ben');
	await expectText(webkit, 'Someone else signed in on this browser.');
	await expectNoText(webkit, 'Milk');
});
