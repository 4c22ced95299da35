import type { HeadersArgs } from "@remix-run/cloudflare";
import type { AppConfig } from "#app/server/config.ts";
import { isEmbedPath, isSecretPath, isSharedPath } from "#app/server/http/loggable-path.ts";

/**
 * D §8. Scripts and style elements by nonce, no strict-dynamic; style attributes are allowed because headless parts set
 * them, and the policy has to stop scripts above all. A 101 passes unchanged: it would lose its socket.
 */
export function securityHeaders(
  response: Response,
  input: { config: AppConfig; nonce: string; pathname: string },
): Response {
  if (response.status === 101) return response;
  const headers = new Headers(response.headers);
  const shared = isSharedPath(input.pathname);
  const secret = shared || isSecretPath(input.pathname);
  const embeds = isEmbedPath(input.pathname);
  const directives = shared ? sharedPolicy(input.nonce, embeds ? EMBED_ANCESTORS : "'none'") : appPolicy(input);
  if (input.config.environment !== "local") {
    directives.push("upgrade-insecure-requests");
    headers.set("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
  }
  headers.set("Content-Security-Policy", directives.join("; "));
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", referrerPolicy(input.pathname));
  if (secret) headers.set("X-Robots-Tag", "noindex, nofollow, noarchive");
  // Only our own pages record; a shared page, which others open, never does.
  const sound = shared ? "()" : "(self)";
  headers.set(
    "Permissions-Policy",
    `camera=(), microphone=${sound}, display-capture=${sound}, geolocation=(), payment=()`,
  );
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Resource-Policy", embeds ? "cross-origin" : "same-origin");
  // It has no value for a list of sites: there the policy alone decides.
  if (!embeds) headers.set("X-Frame-Options", "DENY");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** A secret address is told to nobody else. Forms of such a page still send their Origin, which no-referrer would take away. */
function referrerPolicy(pathname: string): string {
  if (isSharedPath(pathname)) return "no-referrer";
  return isSecretPath(pathname) ? "same-origin" : "strict-origin-when-cross-origin";
}

function appPolicy(input: { config: AppConfig; nonce: string }): string[] {
  const socket = input.config.origin.replace(/^http/, "ws");
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${input.nonce}'`,
    `style-src 'self' 'nonce-${input.nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self' blob:",
    `connect-src 'self' ${socket} ${input.config.uploadOrigin}`,
    // The one that cuts the sound out of a chosen file.
    "worker-src 'self'",
    "manifest-src 'self'",
    `form-action 'self' ${input.config.signInOrigins.join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
}

/**
 * Sites that show the player of a clip in a frame: Notion and Slack themselves, and Iframely, which Notion embeds by. The player changes
 * nothing and knows nobody, so that a frame of a stranger could not misuse it; the list keeps a link from being shown where nobody put it.
 */
const EMBED_ANCESTORS =
  "https://*.notion.so https://notion.so https://*.notion.com https://*.notion.site https://*.slack.com https://*.iframely.net https://*.iframe.ly";

/** A shared page sends nothing and runs only its own inline script. */
function sharedPolicy(nonce: string, ancestors: string): string[] {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
  ];
}

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
