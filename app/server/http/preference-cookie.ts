import { readCookie } from "#app/server/identity/session.ts";

const YEAR_S = 365 * 24 * 60 * 60;

/** A cookie for a person's preference (theme, zone, folded menu): readable by the page's scripts, because it is no secret. */
export function preferenceCookie(origin: string, name: string, value: string): string {
  const secure = origin.startsWith("https://") ? "; Secure" : "";
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}

export function readPreferenceCookie(request: Request, name: string): string | null {
  const value = readCookie(request, name);
  try {
    return value === null ? null : decodeURIComponent(value);
  } catch {
    return null;
  }
}
