import type { CalendarEvent } from "#app/domain/calendar/event.ts";
import {
  type LinkRead,
  type LinkRules,
  type MeetingLink,
  readMeetingLink,
  withScheme,
} from "#app/domain/meeting/link.ts";
import { withoutAppScheme } from "#app/domain/meeting/link/address.ts";
import { withRoomKey } from "#app/domain/meeting/link/room-secret.ts";

/** Letters of a description that are searched, and addresses in it that are tried. */
const TEXT_CHARS_MAX = 60_000;
const ADDRESSES_MAX = 200;

type Place = string | null | undefined;
type EventPlaces = { added: readonly Place[]; written: readonly Place[] };

/** The link of an event as the event keeps it: without one, also whether that is because its room goes by a name. */
export function eventLink(places: EventPlaces, rules: LinkRules): Pick<CalendarEvent, "link" | "isPersonalRoom"> {
  const link = findEventLink(places, rules);
  if (link !== null) return { link };
  const all = [...places.added, ...places.written];
  const isPersonalRoom = all.some((place) => place && hasPersonalRoom(place, rules));
  return { link, ...(isPersonalRoom ? { isPersonalRoom } : {}) };
}

/**
 * The meeting link of an event. `added`: rooms that the calendar's program keeps beside the text; `written`: what people write, in order of
 * trust: location before description. Each may be an address, a text or HTML. The link module decides what a meeting link is.
 *
 * Google and Outlook add a room of their own to every event, asked or not. So a room that somebody wrote counts before it, where it is
 * another one: in the location, or of another platform, or at Google any; mails that are quoted below an invitation of Outlook hold links
 * to earlier Teams meetings.
 */
export function findEventLink(places: EventPlaces, rules: LinkRules): MeetingLink | null {
  const added = findLink(places.added, rules);
  if (added === null) return findLink(places.written, rules);
  if (added.platform !== "meet" && added.platform !== "teams") return added;
  const isOther = (link: MeetingLink) =>
    link.platform !== added.platform || (added.platform === "meet" && link.roomKey !== added.roomKey);
  for (const place of places.written) {
    const found = place ? linkIn(place, rules, isOther) : null;
    if (found) return found;
  }
  return added;
}

/** The first place with a meeting link. */
export function findLink(places: readonly Place[], rules: LinkRules): MeetingLink | null {
  for (const place of places) {
    const found = place ? linkIn(place, rules, () => true) : null;
    if (found) return found;
  }
  return null;
}

function linkIn(place: string, rules: LinkRules, counts: (link: MeetingLink) => boolean): MeetingLink | null {
  for (const read of linksIn(place, rules)) {
    const link = read.ok ? withRoomKey(read.value) : null;
    if (link && counts(link)) return link;
  }
  return null;
}

function hasPersonalRoom(place: string, rules: LinkRules): boolean {
  for (const read of linksIn(place, rules)) if (!read.ok && read.reason === "personal-room") return true;
  return false;
}

function* linksIn(place: string, rules: LinkRules): Generator<LinkRead> {
  // Texts that were put into HTML twice have "&amp;amp;".
  const text = decodeEntities(decodeEntities(place.slice(0, TEXT_CHARS_MAX)));
  if (!/\s/.test(text.trim())) yield readMeetingLink(withScheme(text), rules);
  let tried = 0;
  for (const [word] of text.matchAll(WORD)) {
    for (const address of addressesIn(word)) {
      if (++tried > ADDRESSES_MAX) return;
      yield readMeetingLink(address, rules);
    }
  }
}

/** Up to a space, a bracket of HTML, or a mark of another script; people's programs also write Teams' context with its quotation marks. */
const WORD =
  /(?:context=\{[^{}\s]{1,300}\}|[^\s<>"'\\`|\p{Cf}\u0080-\u00bf\u2010-\u2e7f\u3000-\u303f\uff00-\uff0f\uff1a-\uff20])+/gu;
/** Marks that end an address in a text and may also stand in one. */
const INNER_MARK = /[,;)\]]/;
/** Words of scripts without spaces follow at once; the rooms of these platforms have no such letters. */
const FOREIGN_LETTER = /[^!-~]/;
const IN_ASCII = /^https?:\/\/(?:meet\.google|teams\.|[a-z0-9.-]{0,60}zoom\.)/i;
const BARE = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6}(?::443)?\/./i;

/** The address in a word, and where it goes on with marks of the text, the part before them. */
function* addressesIn(word: string): Generator<string> {
  for (const address of wholeAddressesIn(word)) {
    yield address;
    for (const mark of IN_ASCII.test(address) ? [INNER_MARK, FOREIGN_LETTER] : [INNER_MARK]) {
      const end = address.search(mark);
      if (end !== -1) yield address.slice(0, end);
    }
    const bare = address.replace(/[*_~]{1,3}$/, "");
    if (bare !== address) yield bare;
  }
}

/** From "https://" on, or without a scheme as people write it ("Zoom:us02web.zoom.us/j/…"). */
function* wholeAddressesIn(word: string): Generator<string> {
  const trimmed = word.endsWith('"}') ? word : word.replace(TRAILING, "");
  const at = trimmed.search(/(?:https?|zoommtg|zoomus|msteams):\/{1,2}/i);
  if (at !== -1) {
    const address = withoutAppScheme(trimmed.slice(at));
    yield address;
    // The bot opens https only; a link that somebody typed with http leads to the same room.
    if (/^http:/i.test(address)) yield address.replace(/^http:/i, "https:");
    return;
  }
  const bare = trimmed.replace(/^[^a-z0-9]+/i, "");
  const labelled = /^\p{L}{1,30}[:=](.+)$/u.exec(bare)?.[1] ?? bare;
  if (BARE.test(labelled)) yield withScheme(labelled);
}

const TRAILING = /[).,;:!?\]}]{1,10}$/u;

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|nbsp|sol|colon|quest|equals|lt|gt|quot));/gi;
const NAMED: Record<string, string> = {
  amp: "&",
  nbsp: " ",
  sol: "/",
  colon: ":",
  quest: "?",
  equals: "=",
  lt: "<",
  gt: ">",
  quot: '"',
};

/** The entities that HTML writers put into addresses: by number, or by one of these names. */
function decodeEntities(text: string): string {
  return text.replace(ENTITY, (_entity, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? "";
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return code >= 0x20 && code <= 0xffff ? String.fromCharCode(code) : " ";
  });
}
