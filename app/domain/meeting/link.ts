import type { CallPlatform } from "#app/domain/meeting/call.ts";
import { invited } from "#app/domain/meeting/link/address.ts";
import { holdsLink } from "#app/domain/meeting/link/hidden-links.ts";
import { readJitsi } from "#app/domain/meeting/link/jitsi.ts";
import { isLoopbackOrigin, readLocal } from "#app/domain/meeting/link/local.ts";
import { readMeet } from "#app/domain/meeting/link/meet.ts";
import { readTeams } from "#app/domain/meeting/link/teams.ts";
import { unwrap } from "#app/domain/meeting/link/unwrap.ts";
import { readZoom } from "#app/domain/meeting/link/zoom.ts";
import { MEETING_LINK_CHARS_MAX } from "#app/domain/limits/calls.ts";
import { type Outcome, refused } from "#app/domain/outcome.ts";

/**
 * Meeting links as people have them: out of mails, calendars, chats. Everything that leads to one room comes to the same
 * platform, room key and address. The address is written anew from parts that were checked one by one, so what the bot opens
 * never holds anything that somebody slipped in, and never leads to a host that is not on the list.
 */
export type LinkRules = {
  /** Jitsi servers that the operator trusts beside meet.jit.si, as bare lower-case host names. */
  jitsiHosts: readonly string[];
  /** The meeting server of this machine: one exact http origin on loopback. Null everywhere else. */
  localOrigin: string | null;
};

/** §5's own links and their other forms; nothing that an operator would have to allow. */
export const STRICT_LINKS: LinkRules = { jitsiHosts: [], localOrigin: null };

export type MeetingLink = {
  platform: CallPlatform;
  /**
   * The same for every link to the same room with the same secret (link/room-secret.ts); unique within the platform.
   */
  roomKey: string;
  /** What a browser opens. Reading it again gives the same link. */
  url: string;
};

export const LINK_REFUSALS = ["empty", "two-links", "personal-room", "not-a-meeting"] as const;
/** `personal-room`: a link with a name in place of the meeting's number, which leads nowhere without its owner's account. */
export type LinkRefusal = (typeof LINK_REFUSALS)[number];

export type LinkRead = Outcome<MeetingLink, LinkRefusal>;

/** What a link leads to, or why it is refused: 'invalid URL' on the screen (§5), whatever the reason. */
export function readMeetingLink(text: string, rules: LinkRules = STRICT_LINKS): LinkRead {
  const given = text.trim();
  if (given === "") return refused("empty");
  if (given.length > MEETING_LINK_CHARS_MAX) return refused("not-a-meeting");
  const { localOrigin } = rules;
  const local = localOrigin !== null && isLoopbackOrigin(localOrigin) ? readLocal(given, localOrigin) : null;
  if (local !== null) return local;
  const address = invited(given);
  if (!address.ok) return address;
  const inner = unwrap(address.value);
  if (!inner.ok) return inner;
  // What is left is the meeting's own address: it has no business holding another one, however that is written.
  if (holdsLink(inner.value.text.slice("https://".length))) return refused("two-links");
  const read = readMeet(inner.value) ?? readTeams(inner.value) ?? readZoom(inner.value);
  return read ?? readJitsi(inner.value, rules.jitsiHosts) ?? refused("not-a-meeting");
}

/**
 * The room key of a stored place by today's rules: places that were stored before secrets were part of the key are brought up
 * to date. A Jitsi server of the operator's has the same key as ever.
 */
export function currentRoomKey({ platform, roomKey, url }: MeetingLink): string {
  const read = readMeetingLink(url);
  return read.ok && read.value.platform === platform ? read.value.roomKey : roomKey;
}

/** §5: a link without https:// has it prepended. What the field shows once it was left. */
export function withScheme(text: string): string {
  const given = text.trim();
  return given === "" || /^[a-z][a-z0-9+.-]*:/i.test(given) || given.startsWith("/") ? given : `https://${given}`;
}
