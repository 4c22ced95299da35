import { useRouteLoaderData } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import { parseTimeZone } from "#app/domain/time.ts";

/**
 * The viewer's IANA zone (D §10): the one that a signed-in person chose in the settings. Without a choice, the cookie's on the server
 * and while hydrating, UTC until there is one, and the browser's own right after. An external store with a server snapshot is what
 * React corrects without a hydration error.
 */
export const TIME_ZONE_COOKIE = "tz";
export const TIME_ZONE_UNKNOWN = "UTC";

export function useTimeZone(): string {
  const chosen = zoneIn(useRouteLoaderData(SHELL_ROUTE), "chosenZone");
  const kept = zoneIn(useRouteLoaderData("root"), "timeZone") ?? TIME_ZONE_UNKNOWN;
  return useSyncExternalStore(
    never,
    () => chosen ?? browserTimeZone(),
    () => chosen ?? kept,
  );
}

/** The zone of this browser; it does not change while a page is open, as far as pages can tell. */
export function browserTimeZone(): string {
  return parseTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? TIME_ZONE_UNKNOWN;
}

const never = () => () => {};

/** Its loader knows who is signed in. */
const SHELL_ROUTE = "routes/shell";

/** A zone in a loader's answer, which is undefined outside of its pages and on an error page whose loader failed. */
function zoneIn(answer: unknown, name: "timeZone" | "chosenZone"): string | null {
  const zone = new Map<string, unknown>(Object.entries(answer ?? {})).get(name);
  return typeof zone === "string" ? zone : null;
}
