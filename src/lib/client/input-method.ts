/** Whether an input method takes the key. In Safari its last one comes after the composition, and only its code says so. */
export const isOfInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
	isComposing || keyCode === 229;
