import { beginningOf } from "#app/domain/beginning-of.ts";
import { isCalledOff } from "#app/domain/calendar/called-off.ts";
import {
  type CalendarEvent,
  EVENT_PEOPLE_MAX,
  EVENT_TITLE_CHARS_MAX,
  namesOfPeople,
} from "#app/domain/calendar/event.ts";
import { eventLink } from "#app/domain/calendar/find-link.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import type { LinkRules } from "#app/domain/meeting/link.ts";
import { type ContentLine, unescapeText } from "#app/server/adapters/calendars/ics/content-line.ts";
import { timeOf } from "#app/server/adapters/calendars/ics/occurrences.ts";
import { first, type IcsComponent, isCancelMessage } from "#app/server/adapters/calendars/ics/series.ts";
import { readDuration, type TimeRules } from "#app/server/adapters/calendars/ics/times.ts";

/** The facts that all occurrences of a component share; the times are the occurrence's own. */
export type Description = Omit<CalendarEvent, "providerId" | "originalStartAt" | "startsAt" | "endsAt"> & {
  lengthMs: number;
};

/** `isMine`: the person said that the feed is their own calendar. */
export type DescribeRules = { own: string | null; isMine: boolean; links: LinkRules };

export function describeEvent(component: IcsComponent, times: TimeRules, rules: DescribeRules): Description {
  const { own, isMine, links } = rules;
  const text = (name: string) => {
    const line = first(component, name);
    return line === null ? null : unescapeText(line.value);
  };
  const status = (text("STATUS") ?? "").trim().toUpperCase();
  const privacy = (text("CLASS") ?? "").trim().toUpperCase();
  const organiser = addressOf(first(component, "ORGANIZER"));
  const attendees = (component.properties.get("ATTENDEE") ?? []).slice(0, EVENT_PEOPLE_MAX);
  const guests = attendees.filter(({ parameters }) => !/^(?:ROOM|RESOURCE)$/i.test(parameters.get("CUTYPE") ?? ""));
  const mine = guests.find((guest) => own !== null && addressOf(guest) === own);
  const title = (text("SUMMARY") ?? "").trim();
  const isFree =
    text("TRANSP")?.trim().toUpperCase() === "TRANSPARENT" ||
    text("X-MICROSOFT-CDO-BUSYSTATUS")?.trim().toUpperCase() === "FREE";
  const start = timeOf(component, "DTSTART", times);
  return {
    icalUid: component.uid,
    isAllDay: start?.isDay ?? false,
    isTimeCertain: start === null || start.isDay || start.zone.isKnown,
    isCancelled: /^CANCELL?ED$/.test(status) || isCancelMessage(component) || isCalledOff({ title, isFree }),
    isTentative: status === "TENTATIVE",
    isPrivate: privacy === "PRIVATE" || privacy === "CONFIDENTIAL",
    isBusyOnly: title === "Busy" && text("DESCRIPTION") === null && text("LOCATION") === null,
    title: beginningOf(title, EVENT_TITLE_CHARS_MAX),
    // Anybody's program writes ORGANIZER. Only an event without one cannot have come from somebody else, and only in one's own calendar.
    isOrganiser: isMine && !component.properties.has("ORGANIZER"),
    ...(own !== null && organiser === own && { isSaidOrganiser: true as const }),
    response: responseOf(mine?.parameters.get("PARTSTAT")),
    people: [...new Set([...guests.map(addressOf), organiser].flatMap((address) => address ?? []))],
    names: namesOfPeople([...guests, first(component, "ORGANIZER")].map((line) => line?.parameters.get("CN"))),
    isVouched: false,
    ...eventLink(
      {
        added: [
          ...["X-GOOGLE-CONFERENCE", "X-GOOGLE-HANGOUT", "X-MICROSOFT-SKYPETEAMSMEETINGURL"].map(text),
          // One for each way to take part, the telephone among them.
          ...(component.properties.get("CONFERENCE") ?? []).map(({ value }) => unescapeText(value)),
        ],
        written: [
          ...["URL", "LOCATION", "DESCRIPTION", "STYLED-DESCRIPTION", "X-ALT-DESC"].map(text),
          htmlBeside(first(component, "DESCRIPTION")),
        ],
      },
      links,
    ),
    timeZone: start?.zone.iana ?? times.zones.floating.iana,
    lengthMs: lengthOf(component, times),
  };
}

/** In ms, of DTEND or DURATION; a day without either lasts the day. */
function lengthOf(component: IcsComponent, times: TimeRules): number {
  const start = timeOf(component, "DTSTART", times);
  if (start === null) return 0;
  // An end without a zone is in that of the start.
  const end = timeOf(component, "DTEND", { ...times, without: start.zone });
  if (end !== null && end.isDay === start.isDay) return Math.max(0, end.at - start.at);
  return readDuration(first(component, "DURATION")?.value ?? "") ?? (start.isDay ? DAY_MS : 0);
}

/** Thunderbird keeps the HTML of a text in an address beside it (RFC 5545 §3.2.1). */
function htmlBeside(line: ContentLine | null): string | null {
  const html = /^data:text\/html(?:;charset=utf-8)?,(.*)$/is.exec(line?.parameters.get("ALTREP") ?? "")?.[1];
  try {
    return html === undefined ? null : decodeURIComponent(html);
  } catch {
    return null;
  }
}

/** "mailto:ada@acta.example" in lower case. iCloud writes a path of its own there, and the address in a parameter. */
function addressOf(line: ContentLine | null | undefined): string | null {
  const texts = [line?.value, line?.parameters.get("EMAIL")].map((text) =>
    (text ?? "")
      .trim()
      .replace(/^mailto:/i, "")
      .replace(/\?.*$/s, "")
      .trim()
      .toLowerCase(),
  );
  return texts.find((text) => text.includes("@")) ?? null;
}

function responseOf(status: string | undefined): CalendarEvent["response"] {
  switch (status?.toUpperCase()) {
    case "ACCEPTED":
      return "accepted";
    case "DECLINED":
      return "declined";
    case "TENTATIVE":
      return "tentative";
    default:
      return "none";
  }
}
