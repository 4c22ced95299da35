import { MEETING_LINK_CHARS_MAX } from "#app/domain/limits/calls.ts";
import type { BotPlatform } from "#app/domain/meeting/call.ts";
import { holdsLink, invited, unwrap, withoutMailMarks } from "#app/domain/meeting/link/address.ts";
import { isLoopbackOrigin, readJitsi, readLocal, readMeet, readZoom } from "#app/domain/meeting/link/platforms.ts";
import { readTeams } from "#app/domain/meeting/link/teams.ts";
import { type Outcome, refused } from "#app/domain/outcome.ts";

/**
 * Reads meeting links as people have them: from mails, calendars and chats. All links to one room give the same platform, room
 * and address. The address is rebuilt from parts that were checked one by one, so that the address that the bot opens
 * contains nothing injected and never leads to a host that is not on the list.
 */
export type LinkRules = {
  /** Jitsi servers that the operator trusts in addition to meet.jit.si, as bare lower-case host names. */
  jitsiHosts: readonly string[];
  /** The meeting server of this machine: one exact http origin on loopback. Null in all other environments. */
  localOrigin: string | null;
};

/** The links of §5 and their other forms; none of them needs the operator's permission. */
export const STRICT_LINKS: LinkRules = { jitsiHosts: [], localOrigin: null };

export type ReadLink = {
  platform: BotPlatform;
  /** The same for every link to the same room; unique within the platform. */
  room: string;
  /** A passcode or a registrant's token, which admits people; absent or empty without one. */
  secret?: string;
  /** Address that a browser opens. Reading it again gives the same link. */
  url: string;
};

export type MeetingLink = Pick<ReadLink, "platform" | "url"> & {
  /** The same for every link to the same room with the same secret (link/room-secret.ts); unique within the platform. */
  roomKey: string;
};

export const LINK_REFUSALS = ["empty", "two-links", "personal-room", "not-a-meeting"] as const;
/** `personal-room`: a link with a name in place of the meeting's number, which does not work without its owner's account. */
export type LinkRefusal = (typeof LINK_REFUSALS)[number];

export type LinkRead = Outcome<ReadLink, LinkRefusal>;

/** Reads a meeting link, or returns the reason why it is refused. The screen shows 'invalid URL' (§5) for every reason. */
export function readMeetingLink(text: string, rules: LinkRules = STRICT_LINKS): LinkRead {
  if (text.trim() === "") return refused("empty");
  const given = withoutMailMarks(text);
  if (given.length > MEETING_LINK_CHARS_MAX) return refused("not-a-meeting");
  const { localOrigin } = rules;
  const local = localOrigin !== null && isLoopbackOrigin(localOrigin) ? readLocal(given, localOrigin) : null;
  if (local !== null) return local;
  const address = invited(given);
  if (!address.ok) return address;
  const inner = unwrap(address.value);
  if (!inner.ok) return inner;
  // The remaining text is the meeting's own address: it must not contain another address in any spelling.
  if (holdsLink(inner.value.text.slice("https://".length))) return refused("two-links");
  const read = readMeet(inner.value) ?? readTeams(inner.value) ?? readZoom(inner.value);
  return read ?? readJitsi(inner.value, rules.jitsiHosts) ?? refused("not-a-meeting");
}

/** §5: prepends https:// when the link has none. The field shows the result when it loses focus, and the form sends it. */
export function withScheme(text: string): string {
  const given = withoutMailMarks(text);
  return given === "" || /^[a-z][a-z0-9+.-]*:/i.test(given) || given.startsWith("/") ? given : `https://${given}`;
}
