/**
 * What the reference says of an operation beside its summary and its fields, by the operation's name: rules that no schema can
 * express, what it replaces, and what it is refused for. Assistants read the description of their tool instead.
 */
export const descriptions: Record<string, string> = {
	getInstance:
		'Needs no credential. `needsSetup` is true until the first member exists; `publicSignup` says whether `signUp` works.',
	setUpInstance:
		'Works once: as soon as there is a member, the answer is 409. A request from another machine requires the `setupCode` that the server printed at its start, or the configured one; otherwise the answer is 403. The first member is an admin and is signed in by the session cookie of the answer.',
	signUp:
		'The answer is 403 unless the settings allow sign-up, and 409 if a member already has the email address. The new member is signed in by the session cookie of the answer.',
	getSettings:
		'For admins in a browser. `publicList.listName` is read-only: it is not set with the other settings.',
	replaceSettings:
		'Replaces all settings: a setting that is left out takes its default. An admin can publish a list that they own, or one that is shared with everyone in the household. An archived list cannot be published.',
	getAbout:
		'Returns the version, the database and its size, and the numbers of members, lists and items.',
	getPublicList:
		'Needs no credential. If no list is published, `published` is false and all other fields are unset. Fields that the settings hide are `""`.',
	deleteInstance:
		'This cannot be undone. Your password and the name of the household both have to match, otherwise nothing happens. Afterwards the instance waits for its first member.',

	signIn:
		'The access token works for 15 minutes; get the next one with `refreshPair`. Too many wrong passwords for one account from one network are 429, while the right password still works from elsewhere. An unknown email address and a wrong password get the same answer.',
	refreshPair:
		'Needs only the refresh cookie and the header `Origin`. The previous refresh token works for 10 more seconds, so that a request whose answer was lost can be repeated. After that, using a replaced token ends the pair.',
	signOut:
		'Ends the session or sign-in pair that the request is sent with, and removes its cookies. Repeating the request does nothing. With a cookie it needs the header `Origin`.',
	getMe:
		'Also works while the member has a temporary password to replace. Until then `mustChangePassword` is true, and every operation but this one, `changePassword` and `signOut` answers 403.',
	changePassword:
		'Requires the current password. Every other session and sign-in pair ends; the one of the request continues, and so do access tokens.',
	getSessions: 'Lists browser sessions and sign-in pairs; access tokens are left out.',
	endSession: 'The browser or program is signed out from its next request on.',
	getMembers: 'Every member may list the members, and so may an access token that may read.',
	addMember:
		'The temporary password is in this answer only, and the member has to replace it at the first sign-in. Without `role`, the role is ROLE_MEMBER. The answer is 409 if a member already has the email address.',
	changeMe:
		'Only the fields that are sent are changed. The answer is 409 if another member has the email address. For a person who is signed in: no access token may do this.',
	changeRole: 'Taking the role from the last admin is 400 with code 9.',
	removeMember:
		'Every credential of the member ends at once. What the member added stays under their name, lists that they shared become yours, or another admin’s if you remove yourself, and their private lists go to the trash. The last admin cannot be removed.',

	getGroups:
		'Groups are sorted by name. `listNames` holds only lists that you reach, so another member may see other names.',
	createGroup:
		'Lists can be shared with a group. The answer is 409 if a group already has the name; case and accents are ignored.',
	renameGroup:
		'Lists that are shared with the group stay shared. The answer is 409 if another group has the name.',
	setGroupMembers:
		'Replaces all members of the group. Members who are left out no longer reach the lists that are shared with the group, unless a list is shared with them in another way.',
	deleteGroup: 'Lists that were shared with the group no longer are; the lists themselves stay.',

	askToJoin:
		'Needs no credential. The cookie of the answer binds the request to this client: only this client can complete it. If a member already has the email address, the answer is the same.',
	getJoinRequest:
		'Needs no credential, only the uid of the request. Nobody is told that a request was ignored: it continues to look pending.',
	completeJoin:
		'Only for the client that sent the request, within 7 days of an admin’s approval. The new member is signed in by the session cookie of the answer.',
	askForReset:
		'Needs no credential. Read the check phrase out to an admin, who sees the same words beside the request. The cookie of the answer binds the request to this client.',
	getResetRequest:
		'Needs no credential, only the uid of the request. A request for an unknown person stays pending.',
	completeReset:
		'Only for the client that sent the request, once, and within one hour of the approval. All sessions, sign-in pairs and access tokens of the member end; the session cookie of the answer is a new one.',
	getRequests:
		'For admins in a browser. Requests for a new password for an unknown person are left out.',
	decideJoin:
		'A request that was already decided is 409. With `approve` false the request is ignored, and the person who asked is not told.',
	decideReset:
		'Compare the check phrase with the person first. With `approve` false the request is ignored. A request that was already decided is 409, but an approval can be withdrawn with `approve` false until it is used.',

	getLists:
		'Without `status`, active and completed lists are returned; archived lists have to be asked for. Without `order`, pinned lists come first, then those that changed last.',
	createList:
		'The list is private until it is shared. A list that an access token creates is added to the lists which that token reaches.',
	getSections:
		'On a list, the items without a section come first, then the sections in their order. `itemUids` includes ticked items, but not items in the trash.',
	createSection:
		'Without `afterSectionUid` the section is the last one; with `""` it is the first. A list holds at most 100 sections: more are 400 with code 9. The section in `afterSectionUid` has to be on this list. Two sections may have the same name.',
	changeSection:
		'A field that is left out stays the same. If `afterSectionUid` is `""`, the section becomes the first one; otherwise the section that it names has to be on the same list.',
	deleteSection:
		'The section is deleted permanently. Its items stay on the list, without a section. The labels that last stood in the section are forgotten.',
	getList:
		'The items are in the order in which people have put them, ticked ones included. Items in the trash are left out.',
	getChanges:
		'For clients that keep a copy of the list. First send a request without `after` and keep the items by their uid. Sort them by the position of their `sectionUid` in `sections`, where `""` comes first, then by `place`, then by `uid`. When an event names the list, or after the connection was lost, send the last `version` as `after`. Put each of `items` in the place of your copy, remove those in `removedItemUids`, and replace your `list` and `sections`. If `reset` is true, remove all your items first: your version is unknown or older than 30 days, or somebody has shared the list anew or changed a group since. An answer may repeat items that have not changed. A version is valid for one list and one member.',
	renameList: 'For the owner only; 403 for everyone else who reaches the list.',
	deleteList:
		'For the owner only. The list can be restored with its items for 30 days with `restore`; until then nobody reaches it.',
	archiveList:
		'An archived list can be read, but what is on it cannot be changed: that is 400 with code 9. If the list already has the requested state, nothing changes.',
	setAddsOnTop:
		'For the owner only. Existing items stay where they are. Several items that are added at once keep their order.',
	shareList:
		'Replaces how the list was shared. `memberUids` and `groupUids` apply to SHARING_SPECIFIC only. The owner can send back the answer of `getSharing` unchanged. A public list that was shared with everyone in the household is no longer public once it is shared with fewer people.',
	getSharing:
		'For everyone who reaches the list. Here `canEdit` is whether the others may change what is on the list, as set with `shareList`; the `canEdit` of a `HouseholdList` says whether you may. Only the owner sees the members and groups that the list names; for others they are `[]`. The owner can send the answer to `shareList` unchanged.',
	getShares:
		'Kept for clients of the first version: `getSharing` returns the same and more. For the owner only; 403 for everyone else who reaches the list.',
	pinList:
		'A pin is your own: nobody else sees the pin, and it does not count as a change of the list. You can pin every list that you reach.',
	duplicateList:
		'The copy is yours and private. It has the sections, and the items that are not ticked with everything written on them, but no history. Without `name`, the copy has the name of the list with “(copy)”.',
	clearDone:
		'Each item can be restored for 30 days with `restore`. If no item is ticked, nothing happens and `removedCount` is 0.',
	getSuggestions:
		'For completing what a person types: the answer has labels that the list has held before and that contain `query`. An item that was deleted within five minutes of being added, and was not ticked, is left out. Labels that are not open on the list come first, then those that were added most often.',

	addItem:
		'The item goes to the end of its section, or to the top if the list has `addsOnTop`. Without `sectionUid`, the section is the one where an item with this label last stood on this list; case, accents and quantity are ignored. With `""`, the item has no section. A section that you name has to be on this list, and is remembered. A list holds at most 10,000 items and 10 MB of text in UTF-8, all texts of its items together: more is 400 with code 9. An item with at most 1,000 bytes of text is not refused for its text. With an `Idempotency-Key`, a request whose answer was lost can be repeated without adding a second item. With `unlessOnList`, an item that is open on the list under the same name is answered as it stands, whatever else you send. One that is ticked is unticked in its place, and gets the quantity, due date and note that you send, if any. Case, accents and outer spaces are ignored. For an access token that may not read this is 403, because the answer tells what is on the list.',
	addItems:
		'Either all items are added or none, in the order they are sent, at the end of their sections or at the top if the list has `addsOnTop`. A section that you name has to be on this list. A list holds at most 10,000 items and 10 MB of text, as with `addItem`. With `unlessOnList`, the answer has each item once, new or not, in the order in which you first name it.',
	getItem:
		'The answer includes the list the item is on, as the caller sees it. An item in the trash is 404.',
	changeItem:
		'A field that is left out stays the same; `""` clears any field but the label. With `expectedLabel` or `expectedNote`, nothing is changed and the answer is 409 if the stored text is neither the expected one nor the one you send; `expectedNote` is 403 for an access token that may not read. An item that becomes longer is 400 with code 9 if the items on the list then have more than 10 MB of text, as with `addItem`.',
	tickItem:
		'If the item already has the requested state, nothing changes: a second tick keeps who ticked first, and is not a conflict.',
	moveItem:
		'Without `after_item_uid`, or with `""`, the item goes to the top of its section. Without `sectionUid`, that is the section of the item before it, else its own, or on another list the one where its label last stood there. The section has to be on the target list, and has to be that of the item before it. A new section is remembered: from then on, items with this label go there by default. Without `to_list_uid`, the item stays on its list. The item in `after_item_uid` has to be on the target list, otherwise the answer is 400. You have to be allowed to change both lists. Another list needs room for the item and its note, as with `addItem`: otherwise the answer is 400 with code 9.',
	deleteItem: 'The item can be restored for 30 days with `restore`.',
	getDatedItems:
		'Items are sorted by day, then by the name of the list, then in the order of the list. Both days are included; `from` must not be after `to`. Without `from`, overdue items are included. Ticked items are left out. Days whose items have more than 10 MB of text are 400: ask for fewer days, or read the lists one by one.',
	search:
		'Case, accents and the order of the words do not matter. Archived lists are searched too. An item with the words in its label and in its note is two hits. An item with the words in its label and in its quantity is one hit, by its label. `hitCount` is the total number, even if only the best 100 are returned.',
	getTrash:
		'Includes your own lists, and items of lists that you may change. Each entry can be restored until its `purgeAt`, and is deleted permanently soon after.',
	restore:
		'The uid is that of the list or the item, as in `getTrash`. The list or item returns to where it was. An item whose list is archived, or has no room for the item and its note as with `addItem`, cannot be restored: 400 with code 9. An item whose list is in the trash is 404 until that list is restored.',

	getAccessTokens:
		'No secret can be read again. `all` is for an admin in a browser; for everyone else the answer is 403.',
	makeAccessToken:
		'For a browser only: a bearer token cannot create another one. At least one ability has to be true, and either `allLists` is true or `listUids` names at least one list that you reach. `expiresAt` must not be in the past. The secret is in this answer and nowhere else.',
	revokeAccessToken:
		'The token is refused from the next request on, and its streams are closed. What the token added stays.',
	getTokenChanges:
		'Only changes to lists that you still reach are listed. `kind` is named as in events.',
	undoToken:
		'What somebody else has changed since is left unchanged and listed in `skipped`, with the reason. With `dryRun` nothing is changed, and the answer says what would be.',
	getActivity:
		'For a person who is signed in. Entries are kept for 90 days; `outcome` is the decision on a request.',
	markActivityRead: 'Entries that arrive later are unread. No entry is removed.'
};
