import { eachText, Item, PublicItem, texts } from '../../items/fields.ts';

/**
 * One request to each operation and its answer, in the household of Mill Lane. tests/contract/examples.test.ts sends
 * every one of them to a household like this, and gets that answer.
 */
export type Example = {
	/** What stands in the address and behind its question mark. */
	parameters?: Record<string, string | boolean>;
	body?: object;
	answer: object;
};

/** Who and what there is in it, by uid. */
export const mill = {
	ada: 'mem_3hT8kq5uXo1zLw9PvB6s2Q',
	ben: 'mem_Qw4rTz8yUi2oPa6sDf0gHj',
	groceries: 'lst_6Zr1nQ0c3yq2mVtJ8xWb4A',
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

const at = '2026-11-20T09:00:00.000Z';

const ada = {
	uid: mill.ada,
	name: 'Ada',
	email: 'ada@mill.test',
	role: 'ROLE_ADMIN',
	mustChangePassword: false,
	createdAt: at,
	lastSignedInAt: at
};

const ben = {
	...ada,
	uid: mill.ben,
	name: 'Ben',
	email: 'ben@mill.test',
	role: 'ROLE_MEMBER'
};

const newcomer = {
	...ben,
	uid: 'mem_d6Wk1xPv9nZs3QtLb7Yf5A',
	name: 'Dora',
	email: 'dora@mill.test'
};

const groceries = {
	uid: mill.groceries,
	name: 'Groceries',
	sharing: 'SHARING_SPECIFIC',
	canEdit: true,
	isOwner: true,
	isPinned: true,
	addsOnTop: false,
	openCount: 1,
	doneCount: 1,
	createdAt: at,
	updatedAt: at,
	archivedAt: '',
	archivedByName: ''
};

const newList = {
	...groceries,
	uid: 'lst_c2Hn8vKq4xTf6RzWb0Ly9g',
	sharing: 'SHARING_PRIVATE',
	isPinned: false,
	addsOnTop: false,
	openCount: 0,
	doneCount: 0
};

const milk = Item.parse({
	uid: mill.milk,
	...eachText((field) => texts[field].example),
	done: false,
	addedByName: 'Ada',
	doneByName: '',
	doneAt: '',
	doneByUid: '',
	addedViaToken: 'Kitchen tablet'
});

const eggs = {
	...milk,
	...eachText(() => ''),
	uid: mill.eggs,
	label: 'Eggs',
	quantity: '12',
	done: true,
	doneByName: 'Ben',
	doneAt: at,
	doneByUid: mill.ben,
	addedViaToken: ''
};

const newItem = {
	...milk,
	...eachText(() => ''),
	uid: 'itm_q1Zx5cVb9nMk3JhGf7Ds0w',
	label: 'Dish soap',
	quantity: '1',
	addedViaToken: ''
};

const cooks = { uid: mill.cooks, name: 'Cooks', members: [ben], listNames: ['Groceries'] };

const tablet = {
	uid: mill.tablet,
	name: 'Kitchen tablet',
	abilities: { read: true, write: true, delete: false },
	listNames: ['Groceries'],
	allLists: false,
	expiresAt: '',
	lastUsedAt: at,
	createdAt: at,
	memberName: 'Ada'
};

const settings = {
	name: 'Mill Lane',
	publicSignup: true,
	publicList: {
		listUid: mill.groceries,
		showNames: true,
		showMeta: true,
		allowJoin: true,
		listName: 'Groceries'
	},
	defaultLocale: 'en'
};

const password = 'correct horse battery staple';
const accessToken = 'hearthpair_3vQk8Zr1nTf6WxLb0Yc5Hs9Jd2Mg7Pe4Ua-NiRo_EtI';
const onGroceries = { listUid: mill.groceries };
const theMilk = { itemUid: mill.milk };
const nothing = {};

export const examples: Record<string, Example> = {
	getInstance: {
		answer: {
			name: 'Mill Lane',
			version: '0.1.0',
			needsSetup: false,
			publicSignup: true,
			defaultLocale: 'en'
		}
	},
	setUpInstance: {
		body: {
			...{ instanceName: 'Mill Lane', name: 'Ada', email: 'ada@mill.test', password },
			setupCode: 'k7mq-2xwf-9rpt'
		},
		answer: { member: { ...ada, uid: 'mem_f4Gh8jKl2zXc6vBn0MqW3e' } }
	},
	signUp: {
		body: { name: 'Dora', email: 'dora@mill.test', password },
		answer: { member: newcomer }
	},
	getSettings: { answer: { settings } },
	replaceSettings: {
		body: {
			settings: {
				name: 'Mill House',
				publicSignup: false,
				publicList: { listUid: mill.groceries, showNames: false, showMeta: true, allowJoin: true },
				defaultLocale: 'de'
			}
		},
		answer: {
			settings: {
				name: 'Mill House',
				publicSignup: false,
				publicList: { ...settings.publicList, showNames: false },
				defaultLocale: 'de'
			}
		}
	},
	getAbout: {
		answer: {
			instanceName: 'Mill Lane',
			version: '0.1.0',
			startedAt: at,
			memberCount: 2,
			listCount: 1,
			itemCount: 2,
			storageDriver: 'sqlite',
			storageBytes: 299008,
			licence: 'UNLICENSED'
		}
	},
	getPublicList: {
		answer: {
			published: true,
			instanceName: 'Mill Lane',
			listName: 'Groceries',
			items: [PublicItem.parse(milk), PublicItem.parse(eggs)],
			allowJoin: true,
			openCount: 1,
			updatedAt: at
		}
	},
	deleteInstance: { body: { password, instanceName: 'Mill Lane' }, answer: nothing },

	signIn: {
		body: { email: 'ada@mill.test', password },
		answer: { accessToken, expiresAt: at, member: ada }
	},
	refreshPair: { answer: { accessToken, expiresAt: at } },
	signOut: { answer: nothing },
	getMe: { answer: { member: ada } },
	changePassword: {
		body: { currentPassword: password, newPassword: 'another horse, another battery' },
		answer: { member: ada }
	},
	getSessions: {
		answer: {
			sessions: [
				{
					uid: mill.browser,
					device: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
					createdAt: at,
					lastUsedAt: at,
					isCurrent: true
				}
			]
		}
	},
	endSession: { parameters: { sessionUid: mill.browser }, answer: nothing },
	getMembers: { answer: { members: [ada, ben] } },
	addMember: {
		body: { name: 'Dora', email: 'dora@mill.test', role: 'ROLE_MEMBER' },
		answer: {
			member: { ...newcomer, mustChangePassword: true, lastSignedInAt: '' },
			temporaryPassword: 'lamp river orbit candle'
		}
	},
	changeMe: { body: { name: 'Ada L.' }, answer: { member: { ...ada, name: 'Ada L.' } } },
	changeRole: {
		parameters: { memberUid: mill.ben },
		body: { role: 'ROLE_ADMIN' },
		answer: { member: { ...ben, role: 'ROLE_ADMIN' } }
	},
	removeMember: { parameters: { memberUid: mill.ben }, answer: nothing },

	getGroups: { answer: { groups: [cooks] } },
	createGroup: {
		body: { name: 'Bakers', memberUids: [mill.ben] },
		answer: {
			group: { ...cooks, uid: 'grp_v9Bn3mXz7kLq1WsRt5Yc0A', name: 'Bakers', listNames: [] }
		}
	},
	renameGroup: {
		parameters: { groupUid: mill.cooks },
		body: { name: 'Bakers' },
		answer: { group: { ...cooks, name: 'Bakers' } }
	},
	setGroupMembers: {
		parameters: { groupUid: mill.cooks },
		body: { memberUids: [mill.ada, mill.ben] },
		answer: { group: { ...cooks, members: [ada, ben] } }
	},
	deleteGroup: { parameters: { groupUid: mill.cooks }, answer: nothing },

	askToJoin: {
		body: { name: 'Eve', email: 'eve@mill.test', message: 'from next door' },
		answer: { requestUid: 'req_g3Rt8yUi1oPl6KjHn4Bv9w' }
	},
	getJoinRequest: {
		parameters: { requestUid: mill.cleo },
		answer: { status: 'REQUEST_STATUS_PENDING', name: 'Cleo', email: 'cleo@mill.test' }
	},
	completeJoin: {
		parameters: { requestUid: mill.dora },
		body: { name: 'Dora', password },
		answer: { member: newcomer }
	},
	askForReset: {
		body: { emailOrName: 'Ben' },
		answer: { requestUid: 'req_z6Xc1vBn5mQw9ErTy3Ui7A', checkPhrase: 'lamp river orbit' }
	},
	getResetRequest: {
		parameters: { requestUid: mill.forgotten },
		answer: { status: 'REQUEST_STATUS_PENDING' }
	},
	completeReset: {
		parameters: { requestUid: mill.approved },
		body: { newPassword: 'another horse, another battery' },
		answer: { member: ben }
	},
	getRequests: {
		answer: {
			joinRequests: [
				{
					requestUid: mill.cleo,
					name: 'Cleo',
					email: 'cleo@mill.test',
					message: 'from next door',
					createdAt: at
				}
			],
			resetRequests: [{ requestUid: mill.forgotten, member: ben, createdAt: at }]
		}
	},
	decideJoin: {
		parameters: { requestUid: mill.cleo },
		body: { approve: true },
		answer: nothing
	},
	decideReset: {
		parameters: { requestUid: mill.forgotten },
		body: { approve: true },
		answer: nothing
	},

	getLists: {
		parameters: { status: 'LIST_STATUS_ACTIVE', order: 'LIST_ORDER_NAME' },
		answer: { lists: [groceries] }
	},
	createList: { body: { name: 'Hardware' }, answer: { list: { ...newList, name: 'Hardware' } } },
	getList: { parameters: onGroceries, answer: { list: groceries, items: [milk, eggs] } },
	getChanges: {
		parameters: onGroceries,
		answer: {
			list: groceries,
			version: '412.9f0c5d2e81b7a364',
			reset: true,
			items: [
				{ ...milk, place: 1024 },
				{ ...eggs, place: 2048 }
			],
			removedItemUids: []
		}
	},
	renameList: {
		parameters: onGroceries,
		body: { name: 'Market' },
		answer: { list: { ...groceries, name: 'Market' } }
	},
	deleteList: { parameters: onGroceries, answer: nothing },
	archiveList: {
		parameters: onGroceries,
		body: { archived: true },
		answer: { list: { ...groceries, archivedAt: at, archivedByName: 'Ada' } }
	},
	setAddsOnTop: {
		parameters: onGroceries,
		body: { addsOnTop: true },
		answer: { list: { ...groceries, addsOnTop: true } }
	},
	shareList: {
		parameters: onGroceries,
		body: {
			sharing: 'SHARING_SPECIFIC',
			canEdit: true,
			memberUids: [mill.ben],
			groupUids: [mill.cooks]
		},
		answer: { list: groceries }
	},
	getSharing: {
		parameters: onGroceries,
		answer: {
			ownerName: 'Ada',
			sharing: 'SHARING_SPECIFIC',
			canEdit: true,
			memberUids: [mill.ben],
			groupUids: [mill.cooks],
			members: [{ uid: mill.ben, name: 'Ben' }],
			groups: [{ uid: mill.cooks, name: 'Cooks' }],
			isPublic: true
		}
	},
	getShares: {
		parameters: onGroceries,
		answer: { memberUids: [mill.ben], groupUids: [mill.cooks] }
	},
	pinList: { parameters: onGroceries, body: { pinned: false }, answer: nothing },
	duplicateList: {
		parameters: onGroceries,
		body: { name: 'Groceries again' },
		answer: { list: { ...newList, name: 'Groceries again', openCount: 1 } }
	},
	clearDone: { parameters: onGroceries, answer: { removedCount: 1 } },
	getSuggestions: {
		parameters: { ...onGroceries, query: 'mi' },
		answer: { suggestions: [{ label: 'Milk', quantity: '2 l', onList: true }] }
	},

	addItem: {
		parameters: onGroceries,
		body: { label: 'Dish soap', quantity: '1' },
		answer: { item: newItem }
	},
	addItems: {
		parameters: onGroceries,
		body: { items: [{ label: 'Dish soap', quantity: '1' }, { label: 'Flour' }] },
		answer: {
			items: [
				newItem,
				{ ...newItem, uid: 'itm_a8Sd2fGh6jKl0QwEr4Ty1A', label: 'Flour', quantity: '' }
			]
		}
	},
	getItem: { parameters: theMilk, answer: { item: milk, list: groceries } },
	changeItem: {
		parameters: theMilk,
		body: { label: 'Oat milk', expectedLabel: 'Milk' },
		answer: { item: { ...milk, label: 'Oat milk' } }
	},
	tickItem: {
		parameters: theMilk,
		body: { done: true },
		answer: {
			item: { ...milk, done: true, doneAt: at, doneByName: 'Ada', doneByUid: mill.ada }
		}
	},
	moveItem: {
		parameters: theMilk,
		body: { after_item_uid: mill.eggs, to_list_uid: mill.groceries },
		answer: nothing
	},
	deleteItem: { parameters: theMilk, answer: nothing },
	getDatedItems: {
		parameters: { from: '2026-11-20', to: '2026-11-30' },
		answer: { items: [{ item: milk, listUid: mill.groceries, listName: 'Groceries' }] }
	},
	search: {
		parameters: { query: 'mil' },
		answer: {
			hits: [
				{
					kind: 'SEARCH_HIT_KIND_ITEM',
					listUid: mill.groceries,
					itemUid: mill.milk,
					text: 'Milk',
					listName: 'Groceries',
					label: 'Milk',
					where: 'label',
					done: false,
					archived: false
				}
			],
			hitCount: 1
		}
	},
	getTrash: {
		answer: {
			entries: [
				{
					uid: mill.soap,
					kind: 'TRASH_KIND_ITEM',
					name: 'Soap',
					listUid: mill.groceries,
					listName: 'Groceries',
					deletedAt: at,
					deletedByName: 'Ada',
					deletedViaToken: '',
					purgeAt: '2026-12-20T09:00:00.000Z'
				}
			]
		}
	},
	restore: { parameters: { uid: mill.soap }, answer: nothing },

	getAccessTokens: { parameters: { all: false }, answer: { tokens: [tablet] } },
	makeAccessToken: {
		body: {
			name: 'Shopping script',
			abilities: { read: true, write: true },
			listUids: [mill.groceries],
			allLists: false,
			expiresAt: ''
		},
		answer: {
			token: {
				...tablet,
				uid: 'tok_e5Rt9yUi3oPa7SdFg1Hj6w',
				name: 'Shopping script',
				lastUsedAt: ''
			},
			secret: 'hearth_8Kq3vZr6nTf1WxLb5Yc0Hs4Jd9Mg2Pe7UaNiRoEtI_s'
		}
	},
	revokeAccessToken: { parameters: { tokenUid: mill.tablet }, answer: nothing },
	getTokenChanges: {
		parameters: { tokenUid: mill.tablet },
		answer: {
			changes: [
				{
					kind: 'item.added',
					listUid: mill.groceries,
					itemUid: mill.milk,
					listName: 'Groceries',
					label: 'Milk',
					at
				}
			]
		}
	},
	undoToken: {
		parameters: { tokenUid: mill.tablet },
		body: { since: '2026-11-01T00:00:00Z', dryRun: true },
		answer: { undone: 1, skipped: [] }
	},
	getActivity: {
		answer: {
			activity: [
				{
					uid: mill.entry,
					kind: 'ACTIVITY_KIND_TOKEN_USED',
					text: 'The access token “Kitchen tablet” was used for the first time.',
					targetUid: mill.tablet,
					createdAt: at,
					unread: true,
					outcome: 'ACTIVITY_OUTCOME_UNSPECIFIED'
				}
			],
			unreadCount: 1
		}
	},
	markActivityRead: { answer: nothing }
};
