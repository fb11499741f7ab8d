/** Whether the server has no such page for this member any more, which stays on the screen for what was typed into it. */
export const gone = $state({ isSo: false });
