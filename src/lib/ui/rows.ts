import { drawnOnce } from './drawn-once';
import AnyItemRow from './ItemRow.svelte';
import AnySidebarRow from './SidebarRow.svelte';

export const ItemRow = drawnOnce(AnyItemRow, ['onquantity']);

export const SidebarRow = drawnOnce(AnySidebarRow);
