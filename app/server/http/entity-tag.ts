import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { hashToken } from "#app/server/identity/session.ts";
import { namesEtag } from "#app/server/http/decide-range.ts";

/** RFC 9110: tags of the JSON answers of the public API, and of feeds. */

const TAG_CHARS = 32;

/** The same values have the same tag, so that a program asks with it whether they changed. */
export async function entityTag(value: unknown): Promise<string> {
  return `"${(await hashToken(JSON.stringify(value))).slice(0, TAG_CHARS)}"`;
}

/**
 * Whether a change is made to the values that the program has read. "needed": a change without If-Match is refused, as it could undo
 * somebody else's.
 */
export async function checkIfMatch(
  request: Request,
  current: unknown,
  rule: "needed" | "optional",
): Promise<Outcome<null, "if-match-missing" | "changed-meanwhile">> {
  const tags = request.headers.get("If-Match");
  if (tags === null) return rule === "needed" ? refused("if-match-missing") : ok(null);
  return namesEtag(tags, await entityTag(current)) ? ok(null) : refused("changed-meanwhile");
}

/** A JSON answer to a GET with its tag; 304 where the program has it already. */
export async function taggedJson(request: Request, value: unknown): Promise<Response> {
  const { headers, isKnown } = await tagged(request, value);
  return isKnown ? new Response(null, { status: 304, headers }) : Response.json(value, { headers });
}

/** The same for a text of another type. */
export async function taggedText(request: Request, text: string, contentType: string): Promise<Response> {
  const { headers, isKnown } = await tagged(request, text);
  if (isKnown) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "Content-Type": contentType } });
}

async function tagged(request: Request, value: unknown) {
  const headers = { "Cache-Control": "private, no-cache", ETag: await entityTag(value) };
  const known = request.headers.get("If-None-Match");
  return { headers, isKnown: request.method !== "PATCH" && known !== null && namesEtag(known, headers.ETag) };
}
