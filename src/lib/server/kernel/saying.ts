import { deviceName } from '../../client/format/device.ts';
import * as m from '../../paraglide/messages.js';

/** The sentences of Activity. An entry stores the name of the message and its inputs, for readers of every language. */
const sayings = {
	asked_for_password: m.asked_for_password,
	asked_to_join: m.asked_to_join,
	edit_not_saved: m.edit_not_saved,
	joined_under_other_name: m.joined_under_other_name,
	list_published: m.list_published,
	list_shared_with_you: m.list_shared_with_you,
	/** The browser is named in the language of the reader; older entries hold its name instead. */
	new_sign_in: ({ userAgent, device }: { userAgent: string; device?: string }) =>
		m.new_sign_in({ device: device ?? deviceName(userAgent) }),
	password_reset_by: m.password_reset_by,
	password_reset_by_an_admin: m.password_reset_by_an_admin,
	token_edit_not_saved: m.token_edit_not_saved,
	token_first_used: m.token_first_used
};

type Sayings = typeof sayings;

/** A message and its values, as the database holds them until somebody reads the sentence in their language. */
export function saying<Key extends keyof Sayings>(
	message: Key,
	inputs: Parameters<Sayings[Key]>[0]
): string {
	return JSON.stringify({ message, inputs });
}

/**
 * The sentence, in the language of its reader. Entries from before there were several languages hold the sentence itself. A newer version
 * may have stored a message that this one does not have.
 */
export function sentenceOf(text: string): string {
	if (!text.startsWith(begin)) return text;
	const { message, inputs } = JSON.parse(text) as { message: string; inputs: never };
	return isKnown(message) ? sayings[message](inputs) : m.entry_of_newer_version();
}

const isKnown = (message: string): message is keyof Sayings => Object.hasOwn(sayings, message);

const begin = '{"message":"';
