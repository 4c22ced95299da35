import { useRouteLoaderData } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import { parseTimeZone } from "#app/domain/time.ts";

/**
 * The viewer's IANA zone (D §10): the cookie's on the server and while hydrating, UTC until there is one, and the
 * browser's own right after. An external store with a server snapshot is what React corrects without a hydration error.
 */
export const TIME_ZONE_COOKIE = "tz";
export const TIME_ZONE_UNKNOWN = "UTC";

export function useTimeZone(): string {
  const root = useRouteLoaderData("root");
  const kept = knownZone(root);
  return useSyncExternalStore(never, browserTimeZone, () => kept);
}

/** The zone of this browser; it does not change while a page is open, as far as pages can tell. */
export function browserTimeZone(): string {
  return parseTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? TIME_ZONE_UNKNOWN;
}

const never = () => () => {};

/** The root loader's answer; undefined on an error page whose root loader failed. */
function knownZone(root: unknown): string {
  const zone = typeof root === "object" && root !== null && "timeZone" in root ? root.timeZone : null;
  return typeof zone === "string" ? zone : TIME_ZONE_UNKNOWN;
}
