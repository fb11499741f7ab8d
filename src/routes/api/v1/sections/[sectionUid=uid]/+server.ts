import { sections } from '$lib/server/sections/operations';
import { rest } from '$lib/server/http/rest';

export const PATCH = rest(sections.changeSection);
export const DELETE = rest(sections.deleteSection);
