import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { component, line, says } from '../kernel/schema.ts';

/** A heading of a list, and the items under it. */
export const Section = component('Section', {
	uid: says('The uid of the section.'),
	name: says('The name of the section.'),
	itemUids: z.array(z.string()).meta({
		description: 'The uids of the items in the section, in their order, ticked ones included.'
	})
});

export type Section = z.infer<typeof Section>;

/** A section for a client that has the items already, and the labels of those that would go there by themselves. */
export const KnownSection = Section.omit({ itemUids: true })
	.extend({
		labels: z.array(z.string()).meta({
			description:
				'The labels that last stood in the section, latest first, without case, accents and quantity. At most 500 for the whole list; [] if you may not change it.'
		})
	})
	.meta({ id: 'KnownSection' });

export type KnownSection = z.infer<typeof KnownSection>;

export const sectionName = line(m.field_section_name, { most: 100 });

export const maxSectionsPerList = 100;
