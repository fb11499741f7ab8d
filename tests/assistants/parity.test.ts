// Assistants are offered what the catalogue says of tools, and everything that a token may use, unless there is a reason.
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/lib/server/operations/catalogue.ts';
import { offered } from '../../src/lib/server/transports/mcp/tools.ts';

/** What a bearer may ask over REST or by itself and no tool does, and why. */
const noTool: Record<string, string> = {
	addItem: 'add_items adds one as well',
	changeItem: 'change_items changes one as well',
	tickItem: 'tick_items ticks one as well',
	moveItem: 'move_items moves one as well',
	deleteItem: 'delete_items deletes one as well',
	renameList: 'change_list renames',
	archiveList: 'change_list archives and brings back',
	pinList: 'change_list pins',
	restore: 'restore_entries brings one back as well',
	getTrash: 'restore_entries names what can be brought back when it is asked for what is not there',
	getShares: 'get_sharing tells them to the owner',
	getMembers: 'get_people tells them',
	getGroups: 'get_people tells them',
	getMe: 'get_reach tells it',
	findLists: 'every tool that is about a list takes its name',
	getSuggestions: 'they complete what a person types; an assistant reads the list',
	compareLines: 'the preview of a pasted text; an assistant reads the list',
	addLines: 'a pasted text; an assistant adds items and unticks others',
	clearTicked: 'clear_done does the same',
	placeItem: 'a step up or down is for people; an assistant names the item above',
	noteTokenUse: 'nobody asks for it: it comes with whatever else a token is used for',

	countUnread: 'get_activity tells it as well',
	getInstance: 'the server introduces itself',
	getPublicList: 'for visitors; whoever has a token reads the lists themselves',
	setUpInstance: 'only where there is no member yet, and so no token',
	signIn: 'hands out credentials',
	startSession: 'hands out credentials',
	refreshPair: 'hands out credentials',
	signOut: 'ends the credential that asks',
	signUp: 'makes a member; for visitors',
	askToJoin: 'for visitors',
	getJoinRequest: 'for visitors',
	followJoin: 'for visitors',
	completeJoin: 'for visitors',
	askForReset: 'for visitors',
	getResetRequest: 'for visitors',
	followReset: 'for visitors',
	completeReset: 'for visitors',

	changePassword: 'a password is no assistant’s business',
	changeMe: 'whoever changes the email can take the account',
	getSessions: 'about credentials, which people look after',
	endSession: 'about credentials, which people look after',
	getAccessTokens: 'about credentials, which people look after',
	revokeAccessToken: 'about credentials, which people look after',
	getTokenChanges: 'what a token did is looked at by the person who gave it',
	undoToken: 'what a token did is taken back by the person who gave it',
	getAbout: 'about the machine, not about lists'
};

const operations = Object.values(catalogue);

describe('the tools', () => {
	it('are those that the catalogue describes, each offered once', () => {
		const described = operations.filter(({ tool }) => tool).map(({ name }) => name);
		expect(offered.map(({ operation }) => operation).sort()).toEqual(described.sort());
	});

	it('are all that a token may use, but for what is named with its reason', () => {
		const usable = operations.filter(({ access }) => !/^(browser|admin)$/.test(access.who));
		const without = usable.filter(({ tool }) => !tool).map(({ name }) => name);
		expect(without.sort()).toEqual(Object.keys(noTool).sort());
	});

	it('are few enough to be understood', () => {
		expect(offered.length).toBeLessThanOrEqual(24);
		const size = JSON.stringify(offered.map(({ described }) => described)).length;
		expect(size).toBeLessThan(40_000);
	});

	it('are named as their operations are, in snake_case, verb first', () => {
		for (const { operation, described } of offered) {
			expect(described.name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())).toBe(
				operation
			);
			expect(described.name).toMatch(
				/^((get|create|change|duplicate|add|tick|move|append|share|restore|mark|clear|delete)_\w+|search|fetch)$/
			);
		}
	});

	it('each say what they are, when to use them and what they do to what is there', () => {
		for (const { described } of offered) {
			const { name, title, description, annotations, inputSchema, outputSchema } = described;
			expect(title, name).toMatch(/^[A-Z].{3,40}$/);
			expect(description, name).toMatch(/^[A-Z].+\. Use it .+\.$/);
			expect(Object.values(annotations).map((hint) => typeof hint)).toEqual([
				'string',
				'boolean',
				'boolean',
				'boolean',
				'boolean'
			]);
			expect(annotations.readOnlyHint && annotations.destructiveHint).toBe(false);
			for (const schema of [inputSchema, ...(outputSchema ? [outputSchema] : [])]) {
				expect(schema.type, name).toBe('object');
				expect(JSON.stringify(schema), name).not.toMatch(/\$ref|\$defs|"id":"/);
			}
		}
	});

	it('that change something take a key under which it happens once; those that read take none', () => {
		for (const { described } of offered)
			expect('idempotencyKey' in described.inputSchema.properties, described.name).toBe(
				!described.annotations.readOnlyHint
			);
	});

	it('have an output schema where they read or act on several things', () => {
		const without = offered.filter(({ described }) => !described.outputSchema);
		expect(without.map(({ described }) => described.name)).toEqual([
			'mark_activity_read',
			'delete_list'
		]);
	});
});
