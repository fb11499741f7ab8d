import { sections } from '$lib/server/sections/operations';
import { rest } from '$lib/server/http/rest';

export const GET = rest(sections.getSections);
export const POST = rest(sections.createSection);
