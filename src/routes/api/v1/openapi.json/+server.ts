import { theDocument } from '$lib/server/transports/openapi';
import { answerTo } from '$lib/server/transports/rest';

export const GET = ({ request }: { request: Request }) => answerTo(request, theDocument());
