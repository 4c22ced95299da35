import type { HeadersArgs } from "@remix-run/cloudflare";

/**
 * `headers` of a route with an error page. Remix keeps of a thrown response only its cookies: what says how to go on goes with
 * the page too.
 */
export function pageHeaders({ parentHeaders, errorHeaders }: HeadersArgs): Headers {
  const headers = new Headers(parentHeaders);
  for (const name of ["Allow", "Retry-After"]) {
    const value = errorHeaders?.get(name);
    if (value) headers.set(name, value);
  }
  return headers;
}
