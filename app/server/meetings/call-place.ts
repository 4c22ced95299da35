import type { CallFactPlace } from "#app/domain/meeting/call-fact.ts";
import { type LinkRules, readMeetingLink, withScheme } from "#app/domain/meeting/link.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";

/** Reads a meeting link into the place of the call, with the first name of the owner for whom the bot joins. */
export function callPlace(
  link: string,
  links: LinkRules,
  user: { name: string },
): Outcome<CallFactPlace, "invalid-link"> {
  const read = readMeetingLink(link, links);
  if (!read.ok) return refused("invalid-link");
  const [ownerFirstName = ""] = user.name.trim().split(/\s+/);
  return ok({ ...read.value, link: withScheme(link), ownerFirstName });
}
