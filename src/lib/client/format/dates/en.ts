import { casual } from 'chrono-node/en';
import { dateReader } from './reader.ts';

export const reader = dateReader({
	chrono: casual,
	before: ['on', 'by', 'for', 'this'],
	leading: `from until till til since before after through between at
		every each next last past not no the a my our than as
		black good ash palm easter cyber shrove pancake super whit maundy`,
	doubtful: ['sun'],
	ahead: { 'day after tomorrow': 2, 'the day after tomorrow': 2 },
	order: 'either'
});
