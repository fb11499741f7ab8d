/**
 * Attached to the strip above the field: the arrow up leads from the field into it, those to the sides move within it, and the
 * arrow down and Escape lead back.
 */
export function stripKeys(strip: HTMLElement): () => void {
	const field = document.getElementById('add');
	const buttons = () => [...strip.querySelectorAll<HTMLElement>('button:not(.gone)')];

	function enter(event: KeyboardEvent): void {
		const [first] = buttons();
		if (event.key !== 'ArrowUp' || event.isComposing || !first) return;
		event.preventDefault();
		first.focus();
	}

	function move(event: KeyboardEvent): void {
		const onward = getComputedStyle(strip).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
		const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: -1, [onward]: 1 };
		const step = steps[event.key];
		if (event.key === 'ArrowDown' || event.key === 'Escape') field?.focus();
		else if (step) beside(step)?.focus();
		else return;
		event.preventDefault();
	}

	function beside(step: number): HTMLElement | undefined {
		const all = buttons();
		const at = all.findIndex((button) => button === document.activeElement);
		return all.at((at + step) % all.length);
	}

	field?.addEventListener('keydown', enter);
	strip.addEventListener('keydown', move);
	return () => {
		field?.removeEventListener('keydown', enter);
		strip.removeEventListener('keydown', move);
	};
}
