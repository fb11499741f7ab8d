import { casual } from 'chrono-node/en';
import { dateReader } from './reader.ts';

export const reader = dateReader({
	chrono: casual,
	before: ['on', 'by', 'for', 'this'],
	leading: `from until till til 'til since before b4 after through between at starting except but
		every each next last past not no the a my our than as about around any some other alternate
		one both only same following first second third 1st 2nd 3rd 4th
		black good ash palm easter cyber shrove pancake super whit maundy mothering advent remembrance holy giving`,
	doubtful: ['sun'],
	counted:
		/^(?:with)?in (?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|a couple(?: of)?) (?:day|week)s?$/,
	ahead: { 'day after tomorrow': 2, 'the day after tomorrow': 2 },
	spelled: (words) => words.replace(/^(tue|wed)s(?=[., ]|$)/, '$1'),
	order: 'either'
});
