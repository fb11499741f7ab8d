import type { oas32 } from 'zod-openapi';

/** What the published document says of the whole interface. */
export const about: oas32.InfoObject = {
	title: 'Hearth',
	version: '1.0.0',
	summary: "A household's shared lists, on its own server.",
	license: { name: 'UNLICENSED', identifier: 'LicenseRef-UNLICENSED' },
	description: `Everything that the pages do with lists can be done with this API. Requests and answers are JSON in UTF-8.

**Success** is always 200. The answer has every field that is described; a field that is unset is \`""\`, \`[]\`, \`false\` or \`0\`. Answers may gain fields: ignore those that you do not know. \`HEAD\` works wherever \`GET\` does. There is no pagination. Wrong passwords, requests of visitors and streams have limits; beyond them the answer is 429 with \`Retry-After\`.

**Requests** may spell each field in camelCase or in snake_case. A field that is given twice, also in two spellings, is refused. Fields that are not described are ignored and never stored. A wrong type is refused, never coerced. Where an enumeration may be left out, its \`…_UNSPECIFIED\` and \`""\` also mean "not given". Texts are Unicode: half of a surrogate pair is refused. Texts are trimmed, except passwords and notes. Texts are counted in characters as a person counts them, so a text that keeps to the lengths given here, in code points, is never too long. Addresses that end in \`:verb\` also work with \`%3A\` in place of \`:\`.

**Credentials.** If there is a bearer header, it alone decides: an invalid one is 401, even where no credential is needed. A credential reaches the lists that it may see. Any other list is 404, exactly like one that never existed. An access token that may write but not read gets back what it has sent and the label of the item; the other fields are unset.

**Errors** all have the same form (\`Error\`). Their messages, the texts of activity and the “(copy)” of a duplicate are in the language of \`Accept-Language\`, or else in the household’s. An unknown address is 404, an unsupported method 405 with \`Allow\`, and an address that cannot be decoded 400. A host that is not this household’s is 421, a request head that is too large 431, and one that takes too long 408.

**Retries.** Send \`Idempotency-Key\` with any write that has this header; writes that take a password, and those of visitors, do not have it. A request with the same key gets the first answer, without its secrets and with \`Idempotency-Replayed: true\`, and the effect happens once. The answer says what was done, so it is given even if the same request would be refused now, as long as the credential may still send the request and reaches what it names. Answers to reads carry an \`ETag\`. Send the \`ETag\` back as \`If-None-Match\` to learn that nothing changed, or as \`If-Match\`, where an operation has that header, so that the change is refused if something has changed since. Writes without that header ignore it.`
};
