import type { Board } from './board';
import { firstIndex } from './first-index';

/** What a row can be dropped above or below: a row, or the heading of a section, which has no key. */
export type DropTarget = {
	sectionUid: string;
	key: string;
	isFolded: boolean;
	top: number;
	bottom: number;
};

export type Shown = DropTarget & { element: HTMLElement };

/**
 * The drop targets from the top down. A row that still glides counts where it will come to rest. A target is measured when its
 * edges are read.
 */
export function dropTargetsOn({ root, rows }: Board): Shown[] {
	const known = new Map(rows().map((row) => [row.uid, row]));
	const rowsIn = (parent: Element | null): Shown[] =>
		[...(parent?.children ?? [])].flatMap((element) => {
			const row = known.get(element.id);
			return row ? [dropTarget(element, row)] : [];
		});
	return [...root.children].flatMap((part) => {
		if (!(part instanceof HTMLDetailsElement)) return rowsIn(part);
		const heading = part.querySelector('summary');
		const sectionUid = part.querySelector('h2')?.id ?? '';
		const top = heading ? [dropTarget(heading, { sectionUid, key: '', isFolded: !part.open })] : [];
		return part.open ? [...top, ...rowsIn(part.querySelector('ul'))] : top;
	});
}

function dropTarget(
	element: Element,
	{ sectionUid, key, isFolded = false }: { sectionUid: string; key: string; isFolded?: boolean }
): Shown {
	const shown = element as HTMLElement;
	return {
		...{ element: shown, sectionUid, key, isFolded },
		get top() {
			return shown.offsetTop;
		},
		get bottom() {
			return shown.offsetTop + shown.offsetHeight;
		}
	};
}

/** The target at a height. The room below a target belongs to it. */
export const dropTargetAt = <S extends DropTarget>(
	targets: readonly S[],
	height: number
): S | undefined => targets[lastAt(targets, height)];

/** The index of the last target that begins above a height; -1 where none does. */
const lastAt = (targets: readonly DropTarget[], height: number): number =>
	firstIndex(targets, ({ top }) => top > height) - 1;

const top = { sectionUid: '', key: '', isFolded: false };

/**
 * Below which target the lifted row comes when its middle is at this height; undefined where it stays. It passes a target only
 * when its middle would then lie in its new place, so that it never jumps back by itself.
 */
export function dropTargetAbove(
	targets: readonly DropTarget[],
	key: string,
	middle: number
): { sectionUid: string; key: string } | undefined {
	const own = targets.findIndex((found) => found.key === key);
	const gap = targets[own];
	if (!gap || (middle >= gap.top && middle <= gap.bottom)) return undefined;
	const size = gap.bottom - gap.top;
	const at = lastAt(targets, middle);
	const over = targets[at];
	if (at === own || over?.isFolded) return undefined;
	const isPast = !!over && (at > own ? middle >= over.bottom - size : middle > over.top + size);
	const to = isPast ? at : at - 1;
	// Without one above it, it comes before all sections.
	const above = targets[to] ?? top;
	const stays = to === own || to === own - 1 || above.isFolded;
	return stays ? undefined : above;
}
