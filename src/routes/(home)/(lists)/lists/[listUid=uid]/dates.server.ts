import type { RequestEvent } from '@sveltejs/kit';
import { todayOf } from '$lib/server/http/time-zone';
import { reader as ar } from '$lib/client/format/dates/ar';
import { reader as de } from '$lib/client/format/dates/de';
import { reader as en } from '$lib/client/format/dates/en';
import { reader as es } from '$lib/client/format/dates/es';
import { reader as fr } from '$lib/client/format/dates/fr';
import type { DateReader } from '$lib/client/format/dates/reader';
import { language, type Language } from '$lib/client/format/language';
import type { TakeDate } from '$lib/client/format/quick-add';
import { takeDate } from '$lib/client/format/quick-add-date';

const readers: Record<Language, DateReader> = { en, de, fr, es, ar };

/** Reads dates in the language of the request, by the calendar day where the caller is. */
export function datesOf(event: Pick<RequestEvent, 'cookies' | 'locals'>): TakeDate {
	const [reader, today] = [readers[language()], todayOf(event)];
	return (line) => takeDate(line, reader, today);
}
