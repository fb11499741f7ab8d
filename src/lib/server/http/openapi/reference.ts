/** What the reference says and shows of an operation beside its summary and its fields. */
type Shown = {
	/**
	 * Rules that no schema can say, what happens to what was there, and what it is refused for. An assistant is told other
	 * things, which stand with the tool.
	 */
	says?: string;
	/** The parameters of an example request in the household of Mill Lane, in the path and in the query. */
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
const onGroceries = { listUid: exampleUids.groceries };
const theMilk = { itemUid: exampleUids.milk };

/** By the operation's name. */
export const reference: Record<string, Shown> = {
	getInstance: {
		says: 'Needs no credential. `needsSetup` is true until the first member exists; `publicSignup` says whether `signUp` works.'
	},
	setUpInstance: {
		says: 'Works once: as soon as there is a member the answer is 409. From another machine than its own it takes the `setupCode` that the start prints, otherwise the answer is 403. The first member is an admin and is signed in by the session cookie of the answer.',
		body: {
			...{ instanceName: 'Mill Lane', name: 'Ada', email: 'ada@mill.test', password },
			setupCode: 'k7mq-2xwf-9rpt'
		}
	},
	signUp: {
		says: 'Refused with 403 unless the settings allow it. The new member is signed in by the session cookie of the answer. An email address that somebody here has already is 409.',
		body: { name: 'Dora', email: 'dora@mill.test', password }
	},
	getSettings: {
		says: 'For admins in a browser. `publicList.listName` can be read here and is not set with the others.'
	},
	replaceSettings: {
		says: 'Replaces all of them: what is left out takes its default. A list can be published by its owner, or by an admin once everyone here reaches it; an archived one cannot be.',
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
		says: 'The version, the database and its size, and how many members, lists and items there are.'
	},
	getPublicList: {
		says: 'Needs no credential. Where nothing is published, `published` is false and the rest is unset. What the settings hide is `""`.'
	},
	deleteInstance: {
		says: 'Cannot be undone. Your password and the name of the household both have to match, otherwise nothing happens. Afterwards the instance waits for its first member.',
		body: { password, instanceName: 'Mill Lane' }
	},

	signIn: {
		says: 'The access token works for 15 minutes; get the next one with `refreshPair`. Too many wrong passwords for one account from one address are 429, while the right one still works from elsewhere. An unknown address and a wrong password are answered alike.',
		body: { email: 'ada@mill.test', password }
	},
	refreshPair: {
		says: 'Needs the refresh cookie alone. The refresh token before this one works for 10 more seconds, so that a lost answer can be asked for again; an older one ends the pair.'
	},
	signOut: {
		says: 'Ends whichever session or pair the request comes with, and takes its cookies away. It is never refused, and once more does nothing.'
	},
	getMe: {
		says: 'Works also while the member has a temporary password to replace: `mustChangePassword` is true, and everything but this, `changePassword` and `signOut` answers 403 until then.'
	},
	changePassword: {
		says: 'Needs the current password. Every other session and sign-in pair ends; the one that asks goes on, and access tokens do.',
		body: { currentPassword: password, newPassword: 'another horse, another battery' }
	},
	getSessions: {
		says: 'Browser sessions alone; sign-in pairs and access tokens are not among them.'
	},
	endSession: {
		says: 'From the next request on that browser is signed out.',
		parameters: { sessionUid: exampleUids.browser }
	},
	getMembers: {
		says: 'Everyone may know who lives here, an access token that may read included.'
	},
	addMember: {
		says: 'The temporary password is in this answer alone, and the member has to replace it at the first sign-in. Without a `role` they are a member. An email address that somebody here has already is 409.',
		body: { name: 'Dora', email: 'dora@mill.test', role: 'ROLE_MEMBER' }
	},
	changeMe: {
		says: 'Only what is sent is changed. An email address that somebody here has already is 409. For a person who is signed in: no access token may do this.',
		body: { name: 'Ada L.' }
	},
	changeRole: {
		says: 'The last admin stays one: taking the role from them is 400 with code 9.',
		parameters: { memberUid: exampleUids.ben },
		body: { role: 'ROLE_ADMIN' }
	},
	removeMember: {
		says: 'Every credential of theirs ends at once. What they added stays under their name, lists that they shared become yours, and private ones go to the trash. The last admin cannot be removed.',
		parameters: { memberUid: exampleUids.ben }
	},

	getGroups: {
		says: 'In order of their names. `listNames` holds only lists that you reach, so another member may be told of others.'
	},
	createGroup: {
		says: 'A group is there to share lists with. A name that a group has already is 409, in any case and with or without accents.',
		body: { name: 'Bakers', memberUids: [exampleUids.ben] }
	},
	renameGroup: {
		says: 'What is shared with the group stays shared. A name that another group has is 409.',
		parameters: { groupUid: exampleUids.cooks },
		body: { name: 'Bakers' }
	},
	setGroupMembers: {
		says: 'Replaces who is in it. From then on those who are left out no longer reach what is shared with the group, unless it is shared with them in another way.',
		parameters: { groupUid: exampleUids.cooks },
		body: { memberUids: [exampleUids.ada, exampleUids.ben] }
	},
	deleteGroup: {
		says: 'What was shared with the group is no longer; the lists themselves stay.',
		parameters: { groupUid: exampleUids.cooks }
	},

	askToJoin: {
		says: 'Needs no credential. The cookie of the answer binds the request to this client: only there it can be completed. An address that a member has already is answered alike.',
		body: { name: 'Eve', email: 'eve@mill.test', message: 'from next door' }
	},
	getJoinRequest: {
		says: 'Needs no credential but the address of the request. Nobody is told that a request was ignored: it goes on looking pending.',
		parameters: { requestUid: exampleUids.cleo }
	},
	completeJoin: {
		says: 'Only for the client that asked, once an admin has approved. The new member is signed in by the session cookie of the answer.',
		parameters: { requestUid: exampleUids.dora },
		body: { name: 'Dora', password }
	},
	askForReset: {
		says: 'Needs no credential. Read the check phrase out to an admin, who sees the same words beside the request. The cookie of the answer binds the request to this client.',
		body: { emailOrName: 'Ben' }
	},
	getResetRequest: {
		says: 'Needs no credential but the address of the request. A request for an unknown person stays pending.',
		parameters: { requestUid: exampleUids.forgotten }
	},
	completeReset: {
		says: 'Only for the client that asked, once, and within one hour of the approval. All sessions, pairs and access tokens of the member end; the session cookie of the answer is a new one.',
		parameters: { requestUid: exampleUids.approved },
		body: { newPassword: 'another horse, another battery' }
	},
	getRequests: {
		says: 'For admins in a browser. A request for a new password that was made for an unknown person is not among them.'
	},
	decideJoin: {
		says: 'A request that was decided already is 409. With `approve` false it is ignored, and who asked is not told.',
		parameters: { requestUid: exampleUids.cleo },
		body: { approve: true }
	},
	decideReset: {
		says: 'Compare the check phrase with the person first. A request that was decided already is 409. With `approve` false it is ignored.',
		parameters: { requestUid: exampleUids.forgotten },
		body: { approve: true }
	},

	getLists: {
		says: 'Without `status` those that are active and those that are completed; archived ones have to be asked for. Without `order` pinned ones come first, then those that changed last.',
		parameters: { status: 'LIST_STATUS_ACTIVE', order: 'LIST_ORDER_NAME' }
	},
	createList: {
		says: 'The list is private until it is shared. One that an access token makes is added to the lists which that token reaches.',
		body: { name: 'Hardware' }
	},
	getSections: {
		says: 'A list reads section by section: first the items in none, then the sections in their order. Ticked items are among the `itemUids`; what is in the trash is not.',
		parameters: onGroceries
	},
	createSection: {
		says: 'Without `afterSectionUid` it is the last; with `""` the first. A list holds at most 100: more are 400 with code 9. The section to stand behind has to be on this list. Two may have the same name.',
		parameters: onGroceries,
		body: { name: 'Bakery' }
	},
	changeSection: {
		says: 'A field that is left out stays. With `afterSectionUid` of `""` it is the first; the section to stand behind has to be on its list.',
		parameters: { sectionUid: exampleUids.dairy },
		body: { name: 'Milk and eggs', afterSectionUid: '' }
	},
	deleteSection: {
		says: 'For good. Its items stay on the list, and are in no section. What last stood in it is forgotten.',
		parameters: { sectionUid: exampleUids.dairy }
	},
	getList: {
		says: 'The items come in the order in which people have put them, ticked ones among them. What is in the trash is not there.',
		parameters: onGroceries
	},
	getChanges: {
		says: 'For clients that keep a copy of the list. Ask without `after` first, keep the items by their uid, and sort them by the place of their `sectionUid` in `sections`, where `""` comes first, then by `place`, then `uid`. When an event names the list, or the connection was lost, ask again with the last `version`: put each of `items` in the place of yours, take out those of `removedItemUids`, and take `list` and `sections` as they are. Where `reset` is true, forget your items first. That is the answer to a version that is older than 30 days or is not known here. An answer may repeat items that have not changed. A version is good for one list and one member.',
		parameters: onGroceries
	},
	renameList: {
		says: 'For its owner alone; 403 for everybody else who reaches it.',
		parameters: onGroceries,
		body: { name: 'Market' }
	},
	deleteList: {
		says: 'For its owner alone. It can be brought back for 30 days with `restore`, and its items with it; until then nobody reaches it.',
		parameters: onGroceries
	},
	archiveList: {
		says: 'An archived list can be read, and what is on it cannot be changed: that is 400 with code 9. Asked again for what is so already, it changes nothing.',
		parameters: onGroceries,
		body: { archived: true }
	},
	setAddsOnTop: {
		says: 'For its owner alone. Items that are there stay where they are. Several that are added at once keep their order.',
		parameters: onGroceries,
		body: { addsOnTop: true }
	},
	shareList: {
		says: 'Replaces how the list was shared. `memberUids` and `groupUids` count for SHARING_SPECIFIC alone. What `getSharing` answers to the owner can be sent back as it is. A public list that everyone here shares is public no longer once it is shared with fewer.',
		parameters: onGroceries,
		body: {
			sharing: 'SHARING_SPECIFIC',
			canEdit: true,
			memberUids: [exampleUids.ben],
			groupUids: [exampleUids.cooks]
		}
	},
	getSharing: {
		says: 'For everybody who reaches the list. Here `canEdit` is whether the others may change what is on it, as it is set with `shareList`; a `List` says whether you may. Whom it names is for its owner: others are answered `[]`. What the owner is answered can be sent to `shareList` as it is.',
		parameters: onGroceries
	},
	getShares: {
		says: 'Kept for clients of the first version: `getSharing` says the same and more. For its owner alone; 403 for everybody else who reaches it.',
		parameters: onGroceries
	},
	pinList: {
		says: 'A pin is your own: nobody else sees it, and it counts as no change of the list. It can be set on every list that you reach.',
		parameters: onGroceries,
		body: { pinned: false }
	},
	duplicateList: {
		says: 'The copy is yours and private. It holds the sections, and the items that are not ticked with what is written on them, and no history. Without a `name` it is called as the list is, with “(copy)”.',
		parameters: onGroceries,
		body: { name: 'Groceries again' }
	},
	clearDone: {
		says: 'Each item can be brought back for 30 days with `restore`. Where nothing is ticked, nothing happens and `removedCount` is 0.',
		parameters: onGroceries
	},
	getSuggestions: {
		says: 'What people type is completed from this: things that the list has held, `query` being the beginning of one of their words. Without a `query` it is what is wanted most often.',
		parameters: { ...onGroceries, query: 'mi' }
	},

	addItem: {
		says: 'The item is put at the end of its section, or on top where the list has `addsOnTop`. Without `sectionUid` that is the section where an item of this label last stood on this list, whatever its case, accents and quantity; with `""` it is none. A section that you name has to be on this list, and is remembered. A list holds at most 10,000 items: more are 400 with code 9. With an `Idempotency-Key` a lost answer can be asked for again without a second item.',
		parameters: onGroceries,
		body: { label: 'Dish soap', quantity: '1' }
	},
	addItems: {
		says: 'All of them are added or none is, in the order they are sent, at the end of their sections or on top as the list says. A section that you name has to be on this list. A list holds at most 10,000 items.',
		parameters: onGroceries,
		body: { items: [{ label: 'Dish soap', quantity: '1' }, { label: 'Flour' }] }
	},
	getItem: {
		says: 'With the list it is on, as the caller sees it. An item in the trash is 404.',
		parameters: theMilk
	},
	changeItem: {
		says: 'A field that is left out stays; `""` clears all but the label. With `expectedLabel` or `expectedNote` nothing is changed where the stored text is neither that nor what you send: that is 409.',
		parameters: theMilk,
		body: { label: 'Oat milk', expectedLabel: 'Milk' }
	},
	tickItem: {
		says: 'Asked again for what is so already, it changes nothing: a second tick keeps who ticked first, and is no conflict.',
		parameters: theMilk,
		body: { done: true }
	},
	moveItem: {
		says: 'Without `after_item_uid`, or with `""`, the item goes to the top of its section. Without `sectionUid` that is the section of the item before it, else its own, or on another list the one where its label last stood there. The section has to be on the target list, and to be that of the item before it. Another section than before is remembered: what is called so goes there by itself from then on. Without `to_list_uid` it stays on its list; the item named to stand after has to be on the target list, otherwise this is 400. You have to be allowed to change both lists.',
		parameters: theMilk,
		body: { after_item_uid: exampleUids.eggs, to_list_uid: exampleUids.groceries }
	},
	deleteItem: {
		says: 'It can be brought back for 30 days with `restore`.',
		parameters: theMilk
	},
	getDatedItems: {
		says: 'By day, then by the name of the list, then in the order of the list. Both days are included; `from` must not be after `to`. Without `from` everything that is overdue comes as well. Ticked items are left out.',
		parameters: { from: '2026-11-20', to: '2026-11-30' }
	},
	search: {
		says: 'Case and accents do not matter, and the order of the words does not. Archived lists are searched too. An item with the words in its label and in its note is two hits. One with the words in its label and in its quantity is one hit, by its label. `hitCount` is how many there are in all, also where only the best 100 are answered.',
		parameters: { query: 'mil' }
	},
	getTrash: {
		says: 'Your own lists, and items of lists that you may change. Everything goes for good at its `purgeAt`.'
	},
	restore: {
		says: 'The uid is that of the list or the item, as `getTrash` has it. It comes back where it was. An item whose list is archived cannot: 400 with code 9. One whose list is in the trash is 404 until that list is back.',
		parameters: { uid: exampleUids.soap }
	},

	getAccessTokens: {
		says: 'No secret can be read again. `all` is for an admin in a browser; for everybody else it is refused with 403.',
		parameters: { all: false }
	},
	makeAccessToken: {
		says: 'For a browser alone: no bearer can make another one. At least one ability has to be true, and either `allLists` is true or `listUids` names at least one list that you reach. `expiresAt` must not be past. The secret is in this answer and nowhere else.',
		body: {
			name: 'Shopping script',
			abilities: { read: true, write: true },
			listUids: [exampleUids.groceries],
			allLists: false,
			expiresAt: ''
		}
	},
	revokeAccessToken: {
		says: 'It is refused from the next request on, and its streams are closed. What it added stays.',
		parameters: { tokenUid: exampleUids.tablet }
	},
	getTokenChanges: {
		says: 'Only what concerns lists that you still reach. `kind` is as in events.',
		parameters: { tokenUid: exampleUids.tablet }
	},
	undoToken: {
		says: 'What somebody else has changed since is left as it is and named in `skipped`, with the reason. With `dryRun` nothing is changed, and the answer is what would be.',
		parameters: { tokenUid: exampleUids.tablet },
		body: { since: '2026-11-01T00:00:00Z', dryRun: true }
	},
	getActivity: {
		says: 'For a person who is signed in. Entries are kept for 90 days; `outcome` says what became of a request.'
	},
	markActivityRead: {
		says: 'What comes later is unread again. Entries stay where they are.'
	}
};
