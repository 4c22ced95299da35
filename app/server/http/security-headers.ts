import type { AppConfig } from "#app/server/config.ts";

/**
 * D §8. Scripts and style elements by nonce, no strict-dynamic; style attributes are allowed because headless parts set
 * them, and scripts are what the policy must stop. A 101 passes untouched: it would lose its socket.
 */
export function securityHeaders(response: Response, input: { config: AppConfig; nonce: string }): Response {
  if (response.status === 101) return response;
  const headers = new Headers(response.headers);
  const socket = input.config.origin.replace(/^http/, "ws");
  const directives = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${input.nonce}'`,
    `style-src 'self' 'nonce-${input.nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self' blob:",
    `connect-src 'self' ${socket} ${input.config.uploadOrigin}`,
    "manifest-src 'self'",
    `form-action 'self' ${input.config.signInOrigins.join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  if (input.config.environment === "production") {
    directives.push("upgrade-insecure-requests");
    headers.set("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
  }
  headers.set("Content-Security-Policy", directives.join("; "));
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  headers.set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  headers.set("X-Frame-Options", "DENY");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
