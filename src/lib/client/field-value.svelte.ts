/**
 * The value of a form control: the server's until a person changes it, and then theirs until the form is reset. A refresh
 * may bring another value from the server at any moment, and a control that took it would lose what was typed.
 */
export function fieldValue<Value>(fromServer: () => Value) {
	let edited = $state.raw<{ value: Value }>();

	return {
		get current(): Value {
			return edited ? edited.value : fromServer();
		},
		/** Null is what Svelte says of radio buttons in a form that is reset. */
		set current(value: Value | null) {
			edited = value === null || value === fromServer() ? undefined : { value };
		},
		/** Shows the server's value again. */
		reset(): void {
			edited = undefined;
		}
	};
}

export type FieldValue<Value> = ReturnType<typeof fieldValue<Value>>;
