import Bowser from 'bowser';
import * as m from '../../paraglide/messages.js';

/** A browser's own words about itself as a person would say them: "Safari on iPhone". */
export function deviceName(userAgent: string): string {
	if (!userAgent) return m.unknown_browser();
	const { browser, os, platform } = Bowser.parse(userAgent);
	const machine = platform.model ?? os.name;
	if (browser.name && machine) return m.browser_on_machine({ browser: browser.name, machine });
	// Programs say who they are before the first slash.
	return (
		browser.name || machine || userAgent.split(/[/\s]/, 1)[0]?.slice(0, 40) || m.unknown_browser()
	);
}
