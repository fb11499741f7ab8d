/** What the reference says and shows of an operation beside its summary and its fields. */
type Shown = {
	/**
	 * Rules that no schema can say, what happens to what was there, and what it is refused for. An assistant is told other
	 * things, which stand with the tool.
	 */
	says?: string;
	/**
	 * The parameters of an example request in the household of Mill Lane: those in the query, and those in the path that name something
	 * else than `usually`.
	 */
	parameters?: Record<string, string | boolean>;
	/** The body of that request. The answers in `example-answers.json` are recorded from these requests. */
	body?: object;
};

/** The uids of people and things in the example household. */
export const exampleUids = {
	ada: 'mem_3hT8kq5uXo1zLw9PvB6s2Q',
	ben: 'mem_Qw4rTz8yUi2oPa6sDf0gHj',
	groceries: 'lst_6Zr1nQ0c3yq2mVtJ8xWb4A',
	dairy: 'sec_c8Rw1zKq5uTn0XbYj7Lm3A',
	milk: 'itm_Jx2b9Q4tS1mYcV7nKe0w5g',
	eggs: 'itm_b7Nw3kRz0pXf5LqHd8Ty1M',
	soap: 'itm_Ue6mC2vOa9iGs4BjZl3x7Q',
	cooks: 'grp_p0Yt7hWn5sKd2RcXf9Lb3A',
	tablet: 'tok_k4Vg1zEw8uJq6MxTn0Sy5w',
	browser: 'ses_Hc3oF9rBp7iDa2YlQt6v1g',
	cleo: 'req_s8Lq5xWz2nTk9VbRj4Mf0A',
	dora: 'req_Xy1uGd6hPe3wCo7ZaNi9tQ',
	forgotten: 'req_m5Jr0vKt8bSq3YhLx6Wz2w',
	approved: 'req_T9fEn4cUg7kOa1DpVi5s3A',
	entry: 'act_w2Xz6lQy9sHb4RmTj8Nv0g'
};

const password = 'correct horse battery staple';

/** What a parameter of an address names in an example that says nothing else. */
const usually: Record<string, string> = {
	listUid: exampleUids.groceries,
	sectionUid: exampleUids.dairy,
	itemUid: exampleUids.milk,
	groupUid: exampleUids.cooks,
	memberUid: exampleUids.ben,
	tokenUid: exampleUids.tablet,
	sessionUid: exampleUids.browser
};

/** The example request of an operation, whether or not it has an entry below. */
export function exampleOf({ name, address = '' }: Addressed) {
	const { parameters, body } = reference[name] ?? {};
	const inPath = Object.entries(usually).filter(([field]) => address.includes(`{${field}}`));
	return { parameters: { ...Object.fromEntries(inPath), ...parameters }, body };
}

type Addressed = { name: string; address?: string | undefined };

/** By the operation's name. */
export const reference: Record<string, Shown> = {
	getInstance: {
		says: 'Needs no credential. `needsSetup` is true until the first member exists; `publicSignup` says whether `signUp` works.'
	},
	setUpInstance: {
		says: 'Works once: as soon as there is a member, the answer is 409. A request from another machine requires the `setupCode` that the server printed at its start, or the configured one; otherwise the answer is 403. The first member is an admin and is signed in by the session cookie of the answer.',
		body: {
			...{ instanceName: 'Mill Lane', name: 'Ada', email: 'ada@mill.test', password },
			setupCode: 'k7mq-2xwf-9rpt'
		}
	},
	signUp: {
		says: 'The answer is 403 unless the settings allow sign-up, and 409 if a member already has the email address. The new member is signed in by the session cookie of the answer.',
		body: { name: 'Dora', email: 'dora@mill.test', password }
	},
	getSettings: {
		says: 'For admins in a browser. `publicList.listName` is read-only: it is not set with the other settings.'
	},
	replaceSettings: {
		says: 'Replaces all settings: a setting that is left out takes its default. An admin can publish a list that they own, or one that is shared with everyone in the household. An archived list cannot be published.',
		body: {
			settings: {
				name: 'Mill House',
				publicSignup: false,
				publicList: {
					listUid: exampleUids.groceries,
					showNames: false,
					showMeta: true,
					allowJoin: true
				},
				defaultLocale: 'de'
			}
		}
	},
	getAbout: {
		says: 'Returns the version, the database and its size, and the numbers of members, lists and items.'
	},
	getPublicList: {
		says: 'Needs no credential. If no list is published, `published` is false and all other fields are unset. Fields that the settings hide are `""`.'
	},
	deleteInstance: {
		says: 'This cannot be undone. Your password and the name of the household both have to match, otherwise nothing happens. Afterwards the instance waits for its first member.',
		body: { password, instanceName: 'Mill Lane' }
	},

	signIn: {
		says: 'The access token works for 15 minutes; get the next one with `refreshPair`. Too many wrong passwords for one account from one network are 429, while the right password still works from elsewhere. An unknown email address and a wrong password get the same answer.',
		body: { email: 'ada@mill.test', password }
	},
	refreshPair: {
		says: 'Needs only the refresh cookie and the header `Origin`. The previous refresh token works for 10 more seconds, so that a request whose answer was lost can be repeated. After that, using a replaced token ends the pair.'
	},
	signOut: {
		says: 'Ends the session or sign-in pair that the request is sent with, and removes its cookies. Repeating the request does nothing. With a cookie it needs the header `Origin`.'
	},
	getMe: {
		says: 'Also works while the member has a temporary password to replace. Until then `mustChangePassword` is true, and every operation but this one, `changePassword` and `signOut` answers 403.'
	},
	changePassword: {
		says: 'Requires the current password. Every other session and sign-in pair ends; the one of the request continues, and so do access tokens.',
		body: { currentPassword: password, newPassword: 'another horse, another battery' }
	},
	getSessions: {
		says: 'Lists browser sessions only; sign-in pairs and access tokens are left out.'
	},
	endSession: {
		says: 'The browser is signed out from its next request on.'
	},
	getMembers: {
		says: 'Every member may list the members, and so may an access token that may read.'
	},
	addMember: {
		says: 'The temporary password is in this answer only, and the member has to replace it at the first sign-in. Without `role`, the role is ROLE_MEMBER. The answer is 409 if a member already has the email address.',
		body: { name: 'Dora', email: 'dora@mill.test', role: 'ROLE_MEMBER' }
	},
	changeMe: {
		says: 'Only the fields that are sent are changed. The answer is 409 if another member has the email address. For a person who is signed in: no access token may do this.',
		body: { name: 'Ada L.' }
	},
	changeRole: {
		says: 'Taking the role from the last admin is 400 with code 9.',
		body: { role: 'ROLE_ADMIN' }
	},
	removeMember: {
		says: 'Every credential of the member ends at once. What the member added stays under their name, lists that they shared become yours, or another admin’s if you remove yourself, and their private lists go to the trash. The last admin cannot be removed.'
	},

	getGroups: {
		says: 'Groups are sorted by name. `listNames` holds only lists that you reach, so another member may see other names.'
	},
	createGroup: {
		says: 'Lists can be shared with a group. The answer is 409 if a group already has the name; case and accents are ignored.',
		body: { name: 'Bakers', memberUids: [exampleUids.ben] }
	},
	renameGroup: {
		says: 'Lists that are shared with the group stay shared. The answer is 409 if another group has the name.',
		body: { name: 'Bakers' }
	},
	setGroupMembers: {
		says: 'Replaces all members of the group. Members who are left out no longer reach the lists that are shared with the group, unless a list is shared with them in another way.',
		body: { memberUids: [exampleUids.ada, exampleUids.ben] }
	},
	deleteGroup: {
		says: 'Lists that were shared with the group no longer are; the lists themselves stay.'
	},

	askToJoin: {
		says: 'Needs no credential. The cookie of the answer binds the request to this client: only this client can complete it. If a member already has the email address, the answer is the same.',
		body: { name: 'Eve', email: 'eve@mill.test', message: 'from next door' }
	},
	getJoinRequest: {
		says: 'Needs no credential, only the uid of the request. Nobody is told that a request was ignored: it continues to look pending.',
		parameters: { requestUid: exampleUids.cleo }
	},
	completeJoin: {
		says: 'Only for the client that sent the request, within 7 days of an admin’s approval. The new member is signed in by the session cookie of the answer.',
		parameters: { requestUid: exampleUids.dora },
		body: { name: 'Dora', password }
	},
	askForReset: {
		says: 'Needs no credential. Read the check phrase out to an admin, who sees the same words beside the request. The cookie of the answer binds the request to this client.',
		body: { emailOrName: 'Ben' }
	},
	getResetRequest: {
		says: 'Needs no credential, only the uid of the request. A request for an unknown person stays pending.',
		parameters: { requestUid: exampleUids.forgotten }
	},
	completeReset: {
		says: 'Only for the client that sent the request, once, and within one hour of the approval. All sessions, sign-in pairs and access tokens of the member end; the session cookie of the answer is a new one.',
		parameters: { requestUid: exampleUids.approved },
		body: { newPassword: 'another horse, another battery' }
	},
	getRequests: {
		says: 'For admins in a browser. Requests for a new password for an unknown person are left out.'
	},
	decideJoin: {
		says: 'A request that was already decided is 409. With `approve` false the request is ignored, and the person who asked is not told.',
		parameters: { requestUid: exampleUids.cleo },
		body: { approve: true }
	},
	decideReset: {
		says: 'Compare the check phrase with the person first. With `approve` false the request is ignored. A request that was already decided is 409, but an approval can be withdrawn with `approve` false until it is used.',
		parameters: { requestUid: exampleUids.forgotten },
		body: { approve: true }
	},

	getLists: {
		says: 'Without `status`, active and completed lists are returned; archived lists have to be asked for. Without `order`, pinned lists come first, then those that changed last.',
		parameters: { status: 'LIST_STATUS_ACTIVE', order: 'LIST_ORDER_NAME' }
	},
	createList: {
		says: 'The list is private until it is shared. A list that an access token creates is added to the lists which that token reaches.',
		body: { name: 'Hardware' }
	},
	getSections: {
		says: 'On a list, the items without a section come first, then the sections in their order. `itemUids` includes ticked items, but not items in the trash.'
	},
	createSection: {
		says: 'Without `afterSectionUid` the section is the last one; with `""` it is the first. A list holds at most 100 sections: more are 400 with code 9. The section in `afterSectionUid` has to be on this list. Two sections may have the same name.',
		body: { name: 'Bakery' }
	},
	changeSection: {
		says: 'A field that is left out stays the same. If `afterSectionUid` is `""`, the section becomes the first one; otherwise the section that it names has to be on the same list.',
		body: { name: 'Milk and eggs', afterSectionUid: '' }
	},
	deleteSection: {
		says: 'The section is deleted permanently. Its items stay on the list, without a section. The labels that last stood in the section are forgotten.'
	},
	getList: {
		says: 'The items are in the order in which people have put them, ticked ones included. Items in the trash are left out.'
	},
	getChanges: {
		says: 'For clients that keep a copy of the list. First send a request without `after` and keep the items by their uid. Sort them by the position of their `sectionUid` in `sections`, where `""` comes first, then by `place`, then by `uid`. When an event names the list, or after the connection was lost, send the last `version` as `after`. Put each of `items` in the place of your copy, remove those in `removedItemUids`, and replace your `list` and `sections`. If `reset` is true, remove all your items first: this is the answer to a version that is unknown or older than 30 days. An answer may repeat items that have not changed. A version is valid for one list and one member.'
	},
	renameList: {
		says: 'For the owner only; 403 for everyone else who reaches the list.',
		body: { name: 'Market' }
	},
	deleteList: {
		says: 'For the owner only. The list can be restored with its items for 30 days with `restore`; until then nobody reaches it.'
	},
	archiveList: {
		says: 'An archived list can be read, but what is on it cannot be changed: that is 400 with code 9. If the list already has the requested state, nothing changes.',
		body: { archived: true }
	},
	setAddsOnTop: {
		says: 'For the owner only. Existing items stay where they are. Several items that are added at once keep their order.',
		body: { addsOnTop: true }
	},
	shareList: {
		says: 'Replaces how the list was shared. `memberUids` and `groupUids` apply to SHARING_SPECIFIC only. The owner can send back the answer of `getSharing` unchanged. A public list that was shared with everyone in the household is no longer public once it is shared with fewer people.',
		body: {
			sharing: 'SHARING_SPECIFIC',
			canEdit: true,
			memberUids: [exampleUids.ben],
			groupUids: [exampleUids.cooks]
		}
	},
	getSharing: {
		says: 'For everyone who reaches the list. Here `canEdit` is whether the others may change what is on the list, as set with `shareList`; the `canEdit` of a `List` says whether you may. Only the owner sees the members and groups that the list names; for others they are `[]`. The owner can send the answer to `shareList` unchanged.'
	},
	getShares: {
		says: 'Kept for clients of the first version: `getSharing` returns the same and more. For the owner only; 403 for everyone else who reaches the list.'
	},
	pinList: {
		says: 'A pin is your own: nobody else sees the pin, and it does not count as a change of the list. You can pin every list that you reach.',
		body: { pinned: false }
	},
	duplicateList: {
		says: 'The copy is yours and private. It has the sections, and the items that are not ticked with everything written on them, but no history. Without `name`, the copy has the name of the list with “(copy)”.',
		body: { name: 'Groceries again' }
	},
	clearDone: {
		says: 'Each item can be restored for 30 days with `restore`. If no item is ticked, nothing happens and `removedCount` is 0.'
	},
	getSuggestions: {
		says: 'For completing what a person types: the answer has labels that the list has held before, with a word that begins with `query`. Labels that are not open on the list come first, then those that were added most often.',
		parameters: { query: 'mi' }
	},

	addItem: {
		says: 'The item goes to the end of its section, or to the top if the list has `addsOnTop`. Without `sectionUid`, the section is the one where an item with this label last stood on this list; case, accents and quantity are ignored. With `""`, the item has no section. A section that you name has to be on this list, and is remembered. A list holds at most 10,000 items: more are 400 with code 9. With an `Idempotency-Key`, a request whose answer was lost can be repeated without adding a second item.',
		body: { label: 'Dish soap', quantity: '1' }
	},
	addItems: {
		says: 'Either all items are added or none, in the order they are sent, at the end of their sections or at the top if the list has `addsOnTop`. A section that you name has to be on this list. A list holds at most 10,000 items.',
		body: { items: [{ label: 'Dish soap', quantity: '1' }, { label: 'Flour' }] }
	},
	getItem: {
		says: 'The answer includes the list the item is on, as the caller sees it. An item in the trash is 404.'
	},
	changeItem: {
		says: 'A field that is left out stays the same; `""` clears any field but the label. With `expectedLabel` or `expectedNote`, nothing is changed and the answer is 409 if the stored text is neither the expected one nor the one you send.',
		body: { label: 'Oat milk', expectedLabel: 'Milk' }
	},
	tickItem: {
		says: 'If the item already has the requested state, nothing changes: a second tick keeps who ticked first, and is not a conflict.',
		body: { done: true }
	},
	moveItem: {
		says: 'Without `after_item_uid`, or with `""`, the item goes to the top of its section. Without `sectionUid`, that is the section of the item before it, else its own, or on another list the one where its label last stood there. The section has to be on the target list, and has to be that of the item before it. A new section is remembered: from then on, items with this label go there by default. Without `to_list_uid`, the item stays on its list. The item in `after_item_uid` has to be on the target list, otherwise the answer is 400. You have to be allowed to change both lists.',
		body: { after_item_uid: exampleUids.eggs, to_list_uid: exampleUids.groceries }
	},
	deleteItem: {
		says: 'The item can be restored for 30 days with `restore`.'
	},
	getDatedItems: {
		says: 'Items are sorted by day, then by the name of the list, then in the order of the list. Both days are included; `from` must not be after `to`. Without `from`, overdue items are included. Ticked items are left out.',
		parameters: { from: '2026-11-20', to: '2026-11-30' }
	},
	search: {
		says: 'Case, accents and the order of the words do not matter. Archived lists are searched too. An item with the words in its label and in its note is two hits. An item with the words in its label and in its quantity is one hit, by its label. `hitCount` is the total number, even if only the best 100 are returned.',
		parameters: { query: 'mil' }
	},
	getTrash: {
		says: 'Includes your own lists, and items of lists that you may change. Each entry is permanently deleted at its `purgeAt`.'
	},
	restore: {
		says: 'The uid is that of the list or the item, as in `getTrash`. The list or item returns to where it was. An item whose list is archived cannot be restored: 400 with code 9. An item whose list is in the trash is 404 until that list is restored.',
		parameters: { uid: exampleUids.soap }
	},

	getAccessTokens: {
		says: 'No secret can be read again. `all` is for an admin in a browser; for everyone else the answer is 403.',
		parameters: { all: false }
	},
	makeAccessToken: {
		says: 'For a browser only: a bearer token cannot create another one. At least one ability has to be true, and either `allLists` is true or `listUids` names at least one list that you reach. `expiresAt` must not be in the past. The secret is in this answer and nowhere else.',
		body: {
			name: 'Shopping script',
			abilities: { read: true, write: true },
			listUids: [exampleUids.groceries],
			allLists: false,
			expiresAt: ''
		}
	},
	revokeAccessToken: {
		says: 'The token is refused from the next request on, and its streams are closed. What the token added stays.'
	},
	getTokenChanges: {
		says: 'Only changes to lists that you still reach are listed. `kind` is named as in events.'
	},
	undoToken: {
		says: 'What somebody else has changed since is left unchanged and listed in `skipped`, with the reason. With `dryRun` nothing is changed, and the answer says what would be.',
		body: { since: '2026-11-01T00:00:00Z', dryRun: true }
	},
	getActivity: {
		says: 'For a person who is signed in. Entries are kept for 90 days; `outcome` is the decision on a request.'
	},
	markActivityRead: {
		says: 'Entries that arrive later are unread. No entry is removed.'
	}
};
