import { drawnOnce } from './drawn-once';
import AnyItemRow from './ItemRow.svelte';
import AnySidebarRow from './SidebarRow.svelte';

export const ItemRow = import.meta.env.SSR ? drawnOnce(AnyItemRow, ['onquantity']) : AnyItemRow;

export const SidebarRow = import.meta.env.SSR ? drawnOnce(AnySidebarRow) : AnySidebarRow;
