/** What a list is found by at a glance: the emoji that its name begins with, or else an initial. */
type ListIcon = { emoji: string; initial: string };

export const tints = ['ember', 'gold', 'leaf', 'teal', 'sky', 'plum'] as const;

type Tint = (typeof tints)[number];

export function iconOf(name: string): ListIcon {
	if (plainStart.test(name)) return { emoji: '', initial: name.charAt(0).toUpperCase() };
	const first = firstGrapheme(name);
	if (emoji.test(first)) return { emoji: first, initial: '' };
	// Quotes and brackets say nothing; where a name has no letter at all, its first sign has to do.
	const letter = firstGrapheme(/[\p{L}\p{N}].*/su.exec(name)?.[0] ?? first);
	return { emoji: '', initial: letter.toUpperCase() };
}

/** The part of the name that stands beside the icon, which already shows the emoji. */
export function nameBesideIcon(name: string): string {
	return name.trim().slice(iconOf(name).emoji.length).trimStart();
}

/** The tint depends on the uid, so that a list keeps it when it is renamed. */
export function tintOf(uid: string): Tint {
	let sum = 0;
	for (let at = 0; at < uid.length; at += 1) sum += uid.charCodeAt(at);
	return tints[sum % tints.length] ?? tints[0];
}

function firstGrapheme(text: string): string {
	const trimmed = text.trim();
	// Most names. A segmenter is slow to make and to use: a hundred names cost more than all the rest of their rows.
	if (plainStart.test(trimmed)) return trimmed.slice(0, 1);
	graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
	const [first] = graphemes.segment(trimmed);
	return first?.segment ?? '';
}

let graphemes: Intl.Segmenter | undefined;

/** A letter or a digit without an accent or a keycap after it. */
const plainStart = /^[a-z\d](?=[\x20-\x7e]|$)/i;

/** A flag, a keycap, or a pictograph; © ® ™ count as pictographs, but are signs of writing. */
const emoji = /^(?:\p{RI}{2}|[\d#*]\uFE0F?\u20E3|(?![©®™])\p{Extended_Pictographic})/u;
