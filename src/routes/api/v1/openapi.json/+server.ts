import { theDocument } from '$lib/server/http/openapi/document';
import { answerTo } from '$lib/server/http/rest';

export const GET = ({ request }: { request: Request }) => answerTo(request, theDocument());
