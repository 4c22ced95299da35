const SHARED = /^\/s(?:\/|$)/;

/** What anyone with a link may see: a part of such a path is a secret. */
export function isSharedPath(pathname: string): boolean {
  return SHARED.test(pathname);
}

/** The path of a request as the log may hold it: without the token of a link. */
export function loggablePath(request: Request): string {
  const { pathname } = new URL(request.url);
  return isSharedPath(pathname) ? pathname.replace(/^\/s\/[^/]*/, "/s/…") : pathname;
}
