import { drawnOnce } from '$lib/ui/drawn-once';
import AnyPublicRow from './PublicRow.svelte';

export const PublicRow = import.meta.env.SSR ? drawnOnce(AnyPublicRow, [], 'item') : AnyPublicRow;
