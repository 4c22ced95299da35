import { type LinkRules, type MeetingLink, readMeetingLink, withScheme } from "#app/domain/meeting/link.ts";

/** Letters of a description that are searched, and addresses in it that are tried. */
const TEXT_CHARS_MAX = 60_000;
const ADDRESSES_MAX = 200;
const ADDRESS = /https?:\/\/[^\s<>"'\\]+/gi;

/**
 * The meeting link of an event. `places` in order of trust: conference data, location, description; each may be an address, a text
 * or HTML. The link module decides what a meeting link is; the first place that has one wins.
 */
export function findLink(places: readonly (string | null | undefined)[], rules: LinkRules): MeetingLink | null {
  for (const place of places) {
    const found = place ? linkIn(place, rules) : null;
    if (found) return found;
  }
  return null;
}

function linkIn(place: string, rules: LinkRules): MeetingLink | null {
  const text = decodeEntities(place.slice(0, TEXT_CHARS_MAX));
  const whole = /\s/.test(text.trim()) ? null : readMeetingLink(withScheme(text), rules);
  if (whole?.ok) return whole.value;
  let tried = 0;
  for (const [address] of text.matchAll(ADDRESS)) {
    if (++tried > ADDRESSES_MAX) return null;
    const read = readMeetingLink(address.replace(/[).,;:!?\]}]+$/u, ""), rules);
    if (read.ok) return read.value;
  }
  return null;
}

/** The entities that HTML writers put into addresses. */
function decodeEntities(text: string): string {
  return text.replaceAll("&amp;", "&").replaceAll("&#38;", "&").replaceAll("&#61;", "=").replaceAll("&nbsp;", " ");
}
