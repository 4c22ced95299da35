import type { Config } from "#workers/config.ts";

/** Whether a URL names this machine: localhost, 127.0.0.0/8 or ::1. */
export function isLoopbackUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Whether a Worker that runs with ENVIRONMENT=local was asked under a name that is not this machine's. Its secrets are
 * published and its sign-in lets anybody be anybody, so it must not answer where it was deployed by mistake, behind a
 * proxy or a tunnel, or to a web page whose own name points at 127.0.0.1.
 */
export function isLocalElsewhere(request: Request, config: Config): boolean {
  return config.app.environment === "local" && !isLoopbackUrl(request.url);
}
