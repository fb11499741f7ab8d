import { casual } from 'chrono-node/ar';
import { dateReader } from './reader.ts';

export const reader = dateReader({
	chrono: casual,
	before: ['يوم', 'في', 'ليوم', 'هذا'],
	leading: 'من إلى الى حتى قبل بعد منذ كل بين أو او ليس وحتى',
	doubtful: [],
	// The mark of "tomorrow" is written on either of its last two letters.
	ahead: { غدًا: 1, 'بعد الغد': 2 },
	order: 'day first'
});
