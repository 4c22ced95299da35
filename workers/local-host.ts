import type { Config } from "#workers/config.ts";

/** Whether a URL names this machine: localhost, 127.0.0.0/8 or ::1. */
export function isLoopbackUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Whether a Worker was asked under a name that is not its own.
 *
 * With ENVIRONMENT=local only names of this machine are: its secrets are published and its sign-in lets anybody be anybody, so it must not
 * answer where it was deployed by mistake, behind a proxy or a tunnel, or to a web page whose own name points at 127.0.0.1. An own server also
 * has the name of its pages, which its gate gives to every request from outside (workers/local/server/gate.mjs).
 */
export function isAskedElsewhere(request: Request, { app }: Config): boolean {
  if (app.environment === "production" || isLoopbackUrl(request.url)) return false;
  return app.environment === "local" || new URL(request.url).host !== new URL(app.origin).host;
}

/** Whether a request comes from the machine of the supervisor, past no gate. Never in production. */
export function isFromThisMachine(request: Request, { app }: Config): boolean {
  return app.environment !== "production" && isLoopbackUrl(request.url);
}

/** Whether the operator's pages answer. Those of an own server do so on its inner port only. */
export function hasOperatorPages(request: Request, config: Config): boolean {
  return config.app.environment !== "self-hosted" || isFromThisMachine(request, config);
}
