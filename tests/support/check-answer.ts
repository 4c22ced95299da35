import { isDeepStrictEqual } from "node:util";
import { ENDPOINTS } from "#app/contracts/endpoints/registry.ts";

/** An unparsed answer of the API. `text` is called only if the endpoint declares JSON. */
type Answer = { method: string; url: string; status: number; headers: Headers; text: () => Promise<string> };

/** Paths as patterns, once. */
const KNOWN = ENDPOINTS.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, "[^/]+")}$`),
}));

/**
 * Throws if a successful answer differs from the declaration of its endpoint: no JSON, another shape, or more than the schema has.
 * Answers of other paths, refusals, and answers to HEAD are not checked.
 */
export async function checkAnswer({ method, url, status, headers, text }: Answer): Promise<void> {
  if (status < 200 || status >= 300 || method === "HEAD") return;
  const { pathname } = new URL(url);
  const known = KNOWN.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname));
  if (!known) return;
  const { path, answer } = known.endpoint;
  if (answer === "empty" && status !== 204) throw new Error(`${method} ${path} declares no body, and is a ${status}`);
  if (typeof answer === "string") return;
  const type = headers.get("Content-Type");
  if (!/^application\/json\b/i.test(type ?? "")) throw new Error(`${method} ${path} declares JSON and sends ${type}`);
  const body = await text();
  const json: unknown = JSON.parse(body);
  const checked = (await answer()).safeParse(json);
  if (!checked.success)
    throw new Error(`${method} ${path} answers with what its schema refuses: ${body.slice(0, 500)}`);
  if (!isDeepStrictEqual(checked.data, json)) {
    throw new Error(`${method} ${path} answers with more than its schema has: ${body.slice(0, 500)}`);
  }
}
