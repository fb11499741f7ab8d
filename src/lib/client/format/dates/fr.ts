import { casual } from 'chrono-node/fr';
import { dateReader } from './reader.ts';

export const reader = dateReader({
	chrono: casual,
	before: ['le', 'pour', 'ce', "d'ici"],
	leading: `dès depuis avant après entre jusqu'à jusqu'au jusque au à la les un vers sauf ni
		chaque tous toujours seulement même autre pas que prochain dernier saint
		premier deuxième troisième 1er 2e 3e`,
	// Also the words for the sea and a game, and a name.
	doubtful: ['mer', 'mar', 'jeu', 'sam'],
	counted:
		/^(?:dans|sous) (?:\d{1,3}|une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix) (?:jour|semaine)s?$/,
	ahead: { 'après-demain': 2, 'après demain': 2 },
	order: 'day first'
});
