/** Kept by the browser, for a keyboard is of a device and not of a member. A page of the settings writes it. */
export const areSingleKeysOff = (): boolean =>
	document.cookie.split('; ').includes('hearth_keys=off');
