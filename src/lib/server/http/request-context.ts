import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestEvent } from '@sveltejs/kit';
import type { Language } from '../../client/format/language.ts';
import { overwriteGetLocale } from '../../paraglide/runtime.js';

/**
 * Runs `work` with messages in this language, also in what it awaits. Outside of it they are in English. `event` is the request that
 * `work` answers.
 */
export const inLanguage = <Result>(
	language: Language,
	work: () => Result,
	event?: RequestEvent
): Result => answering.run({ language, event }, work);

const answering = new AsyncLocalStorage<{
	language: Language;
	event?: RequestEvent | undefined;
}>();
overwriteGetLocale(() => answering.getStore()?.language ?? 'en');

/** The request that is being answered, where Kit does not hand it over. */
export const eventInHand = (): RequestEvent | undefined => answering.getStore()?.event;
