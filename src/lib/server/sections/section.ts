import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { line, says } from '../kernel/schema.ts';

/** A heading of a list, and the items under it. */
export const Section = z
	.object({
		uid: says('Identifies the section.'),
		name: says('What it is called.'),
		itemUids: z
			.array(z.string())
			.meta({ description: 'The items in it, in their order; ticked ones too.' })
	})
	.meta({ id: 'Section' });

export type Section = z.infer<typeof Section>;

/** A section for a client that has the items already, and the labels of those that would go there by themselves. */
export const KnownSection = Section.omit({ itemUids: true })
	.extend({
		labels: z.array(z.string()).meta({
			description:
				'What last stood there, the latest first: labels without case, accents and quantity. At most 500 for the whole list; none where you may not change it.'
		})
	})
	.meta({ id: 'KnownSection' });

export type KnownSection = z.infer<typeof KnownSection>;

export const sectionName = line(m.field_section_name, { most: 100 });

export const maxSectionsPerList = 100;
