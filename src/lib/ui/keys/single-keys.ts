/** Kept by the browser, because a keyboard belongs to a device and not to a member. A page of the settings writes it. */
export const areSingleKeysOff = (): boolean =>
	document.cookie.split('; ').includes('hearth_keys=off');
