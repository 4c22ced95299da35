import { useRouteLoaderData } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import { parseTimeZone } from "#app/domain/time.ts";

/**
 * The viewer's IANA zone (D §10): the one that a signed-in person chose in the settings. Without a choice, the cookie's on the server
 * and while hydrating, then that of their last visit, and the browser's own right after. Null where the server knows none: no time is
 * written then, because one of UTC would be wrong for most. An external store with a server snapshot is what React corrects without a
 * hydration error.
 */
export const TIME_ZONE_COOKIE = "tz";
export const TIME_ZONE_UNKNOWN = "UTC";

export function useKnownTimeZone(): string | null {
  const shell = useRouteLoaderData(SHELL_ROUTE);
  const chosen = zoneIn(shell, "chosenZone");
  const kept = zoneIn(useRouteLoaderData("root"), "timeZone") ?? zoneIn(shell, "keptZone");
  return useSyncExternalStore(
    never,
    () => chosen ?? browserTimeZone(),
    () => chosen ?? kept,
  );
}

/** The same for what must be written, such as the part of the day in a greeting. */
export function useTimeZone(): string {
  return useKnownTimeZone() ?? TIME_ZONE_UNKNOWN;
}

/** The zone of this browser; it does not change while a page is open, as far as pages can tell. */
export function browserTimeZone(): string {
  return parseTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? TIME_ZONE_UNKNOWN;
}

const never = () => () => {};

/** Its loader knows who is signed in. */
const SHELL_ROUTE = "routes/shell";

/** A zone in a loader's answer, which is undefined outside of its pages and on an error page whose loader failed. */
function zoneIn(answer: unknown, name: "timeZone" | "chosenZone" | "keptZone"): string | null {
  const zone = new Map<string, unknown>(Object.entries(answer ?? {})).get(name);
  return typeof zone === "string" ? zone : null;
}
