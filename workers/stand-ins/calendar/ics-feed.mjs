import { compactUtc, dayIn, offsetMs } from "./calendar-state.mjs";

/**
 * A calendar as an iCalendar feed (RFC 5545) with an ETag: RRULE with EXDATE and RECURRENCE-ID, a zone with its VTIMEZONE.
 *
 * @typedef {import("./calendar-state.mjs").Calendar} Calendar
 * @typedef {import("./calendar-state.mjs").CalendarEvent} CalendarEvent
 * @typedef {import("./calendar-state.mjs").EventContent} EventContent
 */

/** The summer time of the European Union, with which all zones of the stand-in's people keep. */
const ZONE = [
  "BEGIN:VTIMEZONE",
  "TZID:Europe/Madrid",
  "BEGIN:DAYLIGHT",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "DTSTART:19810329T020000",
  "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
  "END:DAYLIGHT",
  "BEGIN:STANDARD",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "DTSTART:19961027T030000",
  "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
  "END:STANDARD",
  "END:VTIMEZONE",
];

/** Answers a request for the feed; 304 when the client has this version. @param {Calendar} calendar @param {Request} request */
export function answerFeed(calendar, request) {
  const etag = `"${calendar.generation}-${calendar.sequence}"`;
  const headers = { ETag: etag, "Content-Type": "text/calendar; charset=utf-8" };
  if (request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
  return new Response(writeFeed(calendar), { headers });
}

/** @param {Calendar} calendar */
export function writeFeed(calendar) {
  const events = [...calendar.events.values()];
  const singles = events
    .filter(({ seriesId, state }) => seriesId === null && state !== "removed")
    .flatMap((event) => eventLines(event, event.iCalUid, event.state === "called-off" ? ["STATUS:CANCELLED"] : []));
  const series = [...calendar.series.values()]
    .filter(({ isRemoved }) => !isRemoved)
    .flatMap(({ id, iCalUid, content, frequency, count }) => {
      const ofSeries = events.filter(({ seriesId }) => seriesId === id);
      const gone = ofSeries.filter(({ state }) => state !== "present");
      const rule = [
        `RRULE:FREQ=${frequency};COUNT=${count}`,
        ...gone.map(
          (event) =>
            `EXDATE;TZID=${content.timeZone}:${wallTime(event.originalStartsAt ?? event.startsAt, content.timeZone)}`,
        ),
      ];
      const exceptions = ofSeries.filter(({ state, isException }) => state === "present" && isException);
      return [
        ...eventLines(content, iCalUid, rule),
        ...exceptions.flatMap((event) =>
          eventLines(event, iCalUid, [
            `RECURRENCE-ID;TZID=${content.timeZone}:${wallTime(event.originalStartsAt ?? event.startsAt, content.timeZone)}`,
          ]),
        ),
      ];
    });
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Acta//Local stand-in//EN",
    `X-WR-CALNAME:${escape(calendar.name)}`,
    ...ZONE,
    ...singles,
    ...series,
    "END:VCALENDAR",
  ];
  return `${lines.map(fold).join("\r\n")}\r\n`;
}

/** @param {EventContent} content @param {string} uid @param {string[]} more */
function eventLines(content, uid, more) {
  const { startsAt, endsAt, timeZone, isAllDay } = content;
  /** @param {string} name @param {number} at */
  const time = (name, at) =>
    isAllDay
      ? `${name};VALUE=DATE:${dayIn(at, timeZone).replace(/-/g, "")}`
      : `${name};TZID=${timeZone}:${wallTime(at, timeZone)}`;
  return [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${compactUtc(startsAt)}`,
    time("DTSTART", startsAt),
    time("DTEND", endsAt),
    `SUMMARY:${escape(content.title)}`,
    `ORGANIZER;CN=${content.organizer.name}:mailto:${content.organizer.email}`,
    ...content.guests.map(
      ({ email, name, response }) => `ATTENDEE;CN=${name};PARTSTAT=${PARTSTAT[response]}:mailto:${email}`,
    ),
    ...(content.location === "" ? [] : [`LOCATION:${escape(content.location)}`]),
    ...(content.description === "" ? [] : [`DESCRIPTION:${escape(content.description)}`]),
    ...(content.joinUrl === null ? [] : [`URL:${content.joinUrl}`]),
    ...(content.isPrivate ? ["CLASS:PRIVATE"] : []),
    ...(content.isTentative ? ["STATUS:TENTATIVE"] : []),
    ...more,
    "END:VEVENT",
  ];
}

const PARTSTAT = { accepted: "ACCEPTED", declined: "DECLINED", tentative: "TENTATIVE", needsAction: "NEEDS-ACTION" };

/** @param {number} at @param {string} zone */
function wallTime(at, zone) {
  return compactUtc(at + offsetMs(at, zone)).replace("Z", "");
}

/** @param {string} text */
function escape(text) {
  return text.replace(/[\\;,]/g, (each) => `\\${each}`).replace(/\n/g, "\\n");
}

/** Lines of at most 75 octets; characters of more than one octet stay whole. @param {string} line */
function fold(line) {
  const parts = [""];
  let octets = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > 74) {
      parts.push("");
      octets = 1;
    }
    parts[parts.length - 1] += character;
    octets += size;
  }
  return parts.join("\r\n ");
}
