/** To be thrown by a page's loader or action: the error page says it. `allow` names the methods that are answered. */
export function methodNotAllowed(allow: string): Response {
  return new Response(null, { status: 405, headers: { Allow: allow } });
}

/**
 * The `action` of a page that is only read. Without one Remix refuses by itself, but names no methods, and writes the file of the
 * route into the page.
 */
export function onlyRead(): never {
  throw methodNotAllowed("GET, HEAD");
}
