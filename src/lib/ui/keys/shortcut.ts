export type Shortcut =
	'search' | 'add' | 'go-down' | 'go-up' | 'move-down' | 'move-up' | 'tick' | 'edit' | 'help';
