/** One request to each operation, in the household of Mill Lane. The answers beside it are recorded from these. */
export type ExampleRequest = {
	/** What stands in the address and behind its question mark. */
	parameters?: Record<string, string | boolean>;
	body?: object;
};

/** Who and what there is in it, by uid. */
export const mill = {
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
const onGroceries = { listUid: mill.groceries };
const theMilk = { itemUid: mill.milk };

/** By the operation's name; one that is asked for nothing is left out. */
export const exampleRequests: Record<string, ExampleRequest> = {
	setUpInstance: {
		body: {
			...{ instanceName: 'Mill Lane', name: 'Ada', email: 'ada@mill.test', password },
			setupCode: 'k7mq-2xwf-9rpt'
		}
	},
	signUp: { body: { name: 'Dora', email: 'dora@mill.test', password } },
	replaceSettings: {
		body: {
			settings: {
				name: 'Mill House',
				publicSignup: false,
				publicList: { listUid: mill.groceries, showNames: false, showMeta: true, allowJoin: true },
				defaultLocale: 'de'
			}
		}
	},
	deleteInstance: { body: { password, instanceName: 'Mill Lane' } },
	signIn: { body: { email: 'ada@mill.test', password } },
	changePassword: {
		body: { currentPassword: password, newPassword: 'another horse, another battery' }
	},
	endSession: { parameters: { sessionUid: mill.browser } },
	addMember: { body: { name: 'Dora', email: 'dora@mill.test', role: 'ROLE_MEMBER' } },
	changeMe: { body: { name: 'Ada L.' } },
	changeRole: { parameters: { memberUid: mill.ben }, body: { role: 'ROLE_ADMIN' } },
	removeMember: { parameters: { memberUid: mill.ben } },
	createGroup: { body: { name: 'Bakers', memberUids: [mill.ben] } },
	renameGroup: { parameters: { groupUid: mill.cooks }, body: { name: 'Bakers' } },
	setGroupMembers: {
		parameters: { groupUid: mill.cooks },
		body: { memberUids: [mill.ada, mill.ben] }
	},
	deleteGroup: { parameters: { groupUid: mill.cooks } },
	askToJoin: { body: { name: 'Eve', email: 'eve@mill.test', message: 'from next door' } },
	getJoinRequest: { parameters: { requestUid: mill.cleo } },
	completeJoin: { parameters: { requestUid: mill.dora }, body: { name: 'Dora', password } },
	askForReset: { body: { emailOrName: 'Ben' } },
	getResetRequest: { parameters: { requestUid: mill.forgotten } },
	completeReset: {
		parameters: { requestUid: mill.approved },
		body: { newPassword: 'another horse, another battery' }
	},
	decideJoin: { parameters: { requestUid: mill.cleo }, body: { approve: true } },
	decideReset: { parameters: { requestUid: mill.forgotten }, body: { approve: true } },
	getLists: { parameters: { status: 'LIST_STATUS_ACTIVE', order: 'LIST_ORDER_NAME' } },
	createList: { body: { name: 'Hardware' } },
	getList: { parameters: onGroceries },
	getChanges: { parameters: onGroceries },
	renameList: { parameters: onGroceries, body: { name: 'Market' } },
	deleteList: { parameters: onGroceries },
	archiveList: { parameters: onGroceries, body: { archived: true } },
	getSections: { parameters: onGroceries },
	createSection: { parameters: onGroceries, body: { name: 'Bakery' } },
	changeSection: {
		parameters: { sectionUid: mill.dairy },
		body: { name: 'Milk and eggs', afterSectionUid: '' }
	},
	deleteSection: { parameters: { sectionUid: mill.dairy } },
	setAddsOnTop: { parameters: onGroceries, body: { addsOnTop: true } },
	shareList: {
		parameters: onGroceries,
		body: {
			sharing: 'SHARING_SPECIFIC',
			canEdit: true,
			memberUids: [mill.ben],
			groupUids: [mill.cooks]
		}
	},
	getSharing: { parameters: onGroceries },
	getShares: { parameters: onGroceries },
	pinList: { parameters: onGroceries, body: { pinned: false } },
	duplicateList: { parameters: onGroceries, body: { name: 'Groceries again' } },
	clearDone: { parameters: onGroceries },
	getSuggestions: { parameters: { ...onGroceries, query: 'mi' } },
	addItem: { parameters: onGroceries, body: { label: 'Dish soap', quantity: '1' } },
	addItems: {
		parameters: onGroceries,
		body: { items: [{ label: 'Dish soap', quantity: '1' }, { label: 'Flour' }] }
	},
	getItem: { parameters: theMilk },
	changeItem: { parameters: theMilk, body: { label: 'Oat milk', expectedLabel: 'Milk' } },
	tickItem: { parameters: theMilk, body: { done: true } },
	moveItem: {
		parameters: theMilk,
		body: { after_item_uid: mill.eggs, to_list_uid: mill.groceries }
	},
	deleteItem: { parameters: theMilk },
	getDatedItems: { parameters: { from: '2026-11-20', to: '2026-11-30' } },
	search: { parameters: { query: 'mil' } },
	restore: { parameters: { uid: mill.soap } },
	getAccessTokens: { parameters: { all: false } },
	makeAccessToken: {
		body: {
			name: 'Shopping script',
			abilities: { read: true, write: true },
			listUids: [mill.groceries],
			allLists: false,
			expiresAt: ''
		}
	},
	revokeAccessToken: { parameters: { tokenUid: mill.tablet } },
	getTokenChanges: { parameters: { tokenUid: mill.tablet } },
	undoToken: {
		parameters: { tokenUid: mill.tablet },
		body: { since: '2026-11-01T00:00:00Z', dryRun: true }
	}
};
