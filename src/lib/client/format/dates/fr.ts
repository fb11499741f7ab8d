import { casual } from 'chrono-node/fr';
import { dateReader } from './reader.ts';

export const reader = dateReader({
	chrono: casual,
	before: ['le', 'pour', 'ce'],
	leading: `dès depuis avant après entre jusqu'à jusqu'au jusque au à la les un
		chaque tous pas que prochain dernier saint`,
	// Also the words for the sea and a game, and a name.
	doubtful: ['mer', 'mar', 'jeu', 'sam'],
	ahead: { 'après-demain': 2, 'après demain': 2 },
	order: 'day first'
});
