import type { LinkRead } from "#app/domain/meeting/link.ts";
import type { Address } from "#app/domain/meeting/link/address.ts";
import { ok, refused } from "#app/domain/outcome.ts";

/**
 * §5: three letters, four letters, three letters. A nickname in place of the code works only for people who are signed in to the
 * organisation that gave it, so it is refused. `hl=en` sets the language in which the page is read.
 */
export function readMeet({ host, path }: Address): LinkRead | null {
  if (host !== "meet.google.com") return null;
  const code = /^\/([a-z]{3}-[a-z]{4}-[a-z]{3})$/i.exec(path)?.[1]?.toLowerCase();
  if (code === undefined) return refused("not-a-meeting");
  return ok({ platform: "meet", roomKey: code, url: `https://meet.google.com/${code}?hl=en` });
}
