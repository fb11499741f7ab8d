import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { command, operations, query } from '../kernel/operation.ts';
import { uid } from '../kernel/schema.ts';
import { changeSection } from './change.ts';
import { renameSection } from './rename.ts';
import { createSection } from './create.ts';
import { ensureSection } from './find-or-make.ts';
import { deleteSection } from './remove.ts';
import { Section, sectionName } from './section.ts';
import { getSections as sectionsInReach } from './sections.ts';

const listUid = uid(m.field_list);
const sectionUid = uid(m.field_section);
const afterSectionUid = uid(m.field_section_before)
	.optional()
	.describe('The uid of the section to place this one after; "" for the first place.');
const oneSection = z.object({ section: Section });

const getSections = query({
	summary:
		'Lists the sections of a list in their order, with the items in each; items without a section are left out.',
	access: { who: 'member', ability: 'read' },
	address: 'GET /lists/{listUid}/sections',
	input: z.object({ listUid }),
	output: z.object({ sections: z.array(Section) }),
	run: sectionsInReach
});

export const sections = operations({
	getSections,
	createSection: command({
		summary: 'Adds a section to a list, after the one you name or else at the end; at most 100.',
		access: { who: 'member', ability: 'write' },
		address: 'POST /lists/{listUid}/sections',
		input: z.object({ listUid, name: sectionName, afterSectionUid }),
		example: { name: 'Bakery' },
		versionedBy: getSections,
		output: oneSection,
		run: createSection
	}),
	ensureSection: command({
		summary:
			'Adds a section to a list, unless it has one of this name; case and accents are ignored.',
		access: { who: 'member', ability: 'write' },
		input: z.object({ listUid, name: sectionName }),
		output: z.object({ section: z.object({ uid: z.string() }), isNew: z.boolean() }),
		run: ensureSection
	}),
	changeSection: command({
		summary:
			'Renames a section or moves it after another one; a field that is left out stays the same.',
		access: { who: 'member', ability: 'write' },
		address: 'PATCH /sections/{sectionUid}',
		input: z.object({ sectionUid, name: sectionName.optional(), afterSectionUid }),
		example: { name: 'Milk and eggs', afterSectionUid: '' },
		output: oneSection,
		run: changeSection
	}),
	renameSection: command({
		summary:
			'Renames a section, unless another one on its list has this name; case and accents are ignored.',
		access: { who: 'member', ability: 'write' },
		input: z.object({ sectionUid, name: sectionName }),
		output: z.object({}),
		run: renameSection
	}),
	deleteSection: command({
		summary: 'Deletes a section; its items stay on the list, without a section.',
		access: { who: 'member', ability: 'delete' },
		address: 'DELETE /sections/{sectionUid}',
		input: z.object({ sectionUid }),
		output: z.object({}),
		run: deleteSection
	})
});
