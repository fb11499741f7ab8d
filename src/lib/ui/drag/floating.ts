import { fallOnto } from './glide';

/** A copy of a row that floats above the page, where the row stands. */
export function float(row: HTMLElement) {
	const { top, left, width } = row.getBoundingClientRect();
	const list = document.createElement('ul');
	const copy = row.cloneNode(true) as HTMLElement;
	copy.removeAttribute('id');
	list.className = 'items';
	list.dataset.floating = '';
	list.ariaHidden = 'true';
	list.inert = true;
	Object.assign(list.style, { top: `${top}px`, left: `${left}px`, inlineSize: `${width}px` });
	list.append(copy);
	document.body.append(list);

	return {
		follow(by: number): void {
			list.style.translate = `0 ${by}px`;
		},
		/** Resolves when it has fallen onto the place of the row. */
		fallOnto: (place: HTMLElement): Promise<void> => fallOnto(list, place.getBoundingClientRect()),
		remove: (): void => list.remove()
	};
}
