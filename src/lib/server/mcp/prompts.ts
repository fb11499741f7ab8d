import { dayAt, daysFrom, isTimeZone } from '../../client/format/day.ts';
import type { MemberCaller } from '../kernel/caller.ts';
import type { Ability } from '../kernel/abilities.ts';
import { malformed } from '../kernel/errors.ts';
import { items } from '../items/operations.ts';
import { parseInput } from '../kernel/parse-input.ts';
import { mayNow, type Asking } from './asking.ts';
import { listUidOf } from './named-lists.ts';
import { datedContent, listsContent, printedContent, type Content } from './resources.ts';

/** Prompts that a member starts by their name: a task, and apart from it the contents of the lists that it is about. */

type Given = Record<string, string>;

type Prompt = {
	name: string;
	title: string;
	description: string;
	arguments: { name: string; description: string; required: boolean }[];
	needs: Ability[];
	/** `beside` is kept apart as data, so that it is plain where the task ends and the lists begin. */
	ask(asking: Asking, given: Given): Promise<{ task: string; beside: Content }>;
};

export const prompts: Prompt[] = [
	{
		name: 'plan_week',
		title: 'Plan the week',
		description: 'Plans what is overdue and what is due in the next seven days, day by day.',
		arguments: [
			{
				name: 'from',
				description: 'The first day, YYYY-MM-DD; today if left out.',
				required: false
			},
			{
				name: 'timeZone',
				description:
					'The member’s time zone, such as Europe/Lisbon: it decides which day is today.',
				required: false
			}
		],
		needs: ['read'],
		ask: async (asking, given) => {
			const zone = zoneOf(given);
			const today = dayAt(asking.household.clock(), zone);
			const from = parseInput(FirstDay, given).from || today;
			const [to = from] = daysFrom(from, 1, 6);
			return {
				task: `Plan my week from ${from} to ${to}. The attached resource lists all that is due until then, overdue items first. Give me a plan of a few lines a day, say what does not fit, and ask before you change a due date with change_items.${given.from || given.timeZone ? '' : ` ${from} is today in ${zone}, where the server is; ask me if it is another day where I am.`}`,
				beside: await datedContent(asking, to)
			};
		}
	},
	{
		name: 'shopping_from_recipe',
		title: 'Shop for a recipe',
		description: 'Adds what a recipe needs to a list, except what is on the list already.',
		arguments: [
			{ name: 'recipe', description: 'The recipe, or the name of the dish.', required: true },
			{
				name: 'list',
				description: 'The list to add the ingredients to: its uid or its name.',
				required: true
			}
		],
		needs: ['read', 'write'],
		ask: async (asking, { recipe, list = '' }) => ({
			task: `Add what this recipe needs to the attached list, with one call of add_items and with quantities as people say them. Leave out what is already open on the list; where a quantity should grow, change it with change_items. Show me first what you are going to add.\n\nThe recipe:\n${recipe}`,
			beside: await listBeside(asking, list)
		})
	},
	{
		name: 'tidy_list',
		title: 'Tidy a list',
		description:
			'Finds items that are on a list twice, spelled oddly or in no order, and tidies them up.',
		arguments: [{ name: 'list', description: 'The list: its uid or its name.', required: true }],
		needs: ['read', 'write'],
		ask: async (asking, { list = '' }) => ({
			task: 'Look at the attached list: what is there twice, what is spelled oddly, what belongs together? Propose one tidy order and the corrections. When I agree, make them with change_items and move_items. Delete nothing that I have not named.',
			beside: await listBeside(asking, list)
		})
	},
	{
		name: 'catch_up',
		title: 'Catch up',
		description: 'Sums up what is new and what waits, list by list, in a few sentences.',
		arguments: [],
		needs: ['read'],
		ask: async (asking) => ({
			task: 'Tell me in a few sentences what is new and what waits for me. The attached resource has my lists, the latest changed first. Read those that changed lately with get_list, and use get_dated_items to see what is overdue.',
			beside: await listsContent(asking)
		})
	}
];

export const promptsFor = (caller: MemberCaller): Prompt[] =>
	prompts.filter(({ needs }) => needs.every((ability) => mayNow(caller, ability)));

/** The messages of a prompt. Throws where something that it needs is missing. */
export async function messagesOf(asking: Asking, prompt: Prompt, given: Given) {
	const absent = prompt.arguments.find(({ name, required }) => required && !given[name]?.trim());
	if (absent) throw malformed(absent.name, `Say which ${absent.name}. ${absent.description}`);
	const { task, beside } = await prompt.ask(asking, given);
	return {
		description: prompt.description,
		messages: [
			{ role: 'user' as const, content: { type: 'text' as const, text: task } },
			{ role: 'user' as const, content: { type: 'resource' as const, resource: beside } }
		]
	};
}

const listBeside = async (asking: Asking, named: string): Promise<Content> =>
	printedContent(asking, await listUidOf(asking, named));

/** The member's time zone, where it is given. Otherwise it is the server's, and the task says so. */
function zoneOf({ timeZone }: Given): string {
	if (!timeZone) return serverZone();
	if (timeZone.length <= maxZoneLength && isTimeZone(timeZone)) return timeZone;
	throw malformed('timeZone', 'A time zone is a name such as Europe/Lisbon.');
}

/** Where TZ names no time zone, Node counts in UTC and calls it by no name, or by one that it does not know. */
function serverZone(): string {
	const { timeZone = '' } = Intl.DateTimeFormat().resolvedOptions();
	return isTimeZone(timeZone) ? timeZone : 'UTC';
}

/** The longest that there is has 30 letters. */
const maxZoneLength = 64;

const FirstDay = items.getDatedItems.input.pick({ from: true });
