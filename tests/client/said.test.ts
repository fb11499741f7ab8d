import { expect, it } from 'vitest';
import { saidIn } from '../../src/lib/client/format/said.ts';

const sentences = { made: () => 'Group created.' };
const said = (query: string) =>
	saidIn(new URL(`http://hearth.test/settings/groups${query}`), sentences);

it('says what the address names', () => {
	expect(said('?said=made')).toBe('Group created.');
	expect(said('')).toBeUndefined();
	expect(said('?said=nothing')).toBeUndefined();
});

it.each(['__proto__', 'constructor', 'toString', '__defineGetter__'])(
	'says nothing where the address names %s, which every object inherits',
	(name) => expect(said(`?said=${name}`)).toBeUndefined()
);
