import { STRICT_LINKS } from "#app/domain/meeting/link.ts";
import { readIcsEvents } from "#app/server/adapters/calendars/ics-events.ts";

/** Places of a calendar's file in which a stranger may write what they like. */

const window = { from: Date.UTC(2026, 9, 20), to: Date.UTC(2026, 10, 25) };

export const readCalendar = (text: string) =>
  readIcsEvents(text, {
    window,
    own: "nora@acta.example",
    isMine: true,
    timeZone: "Europe/Madrid",
    links: STRICT_LINKS,
  });

const event = (...lines: string[]) =>
  [
    "BEGIN:VCALENDAR",
    "BEGIN:VEVENT",
    "UID:a",
    "DTSTART:20261021T090000Z",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
  ].join("\r\n");
const folded = (text: string) => text.replace(/.{70}/gs, "$&\r\n ");

export const ICS_FRAMES: readonly { name: string; frame: (text: string) => string }[] = [
  { name: "as the file", frame: (text) => `BEGIN:VCALENDAR\r\n${text}` },
  { name: "in one line", frame: (text) => event(`DESCRIPTION:${text.replace(/[\r\n]/g, " ")}`) },
  { name: "folded", frame: (text) => event(`DESCRIPTION:${folded(text.replace(/[\r\n]/g, " "))}`) },
  { name: "as parameters", frame: (text) => event(`ATTENDEE;${text.replace(/[\r\n]/g, " ")}:mailto:a@b.example`) },
  { name: "as dates", frame: (text) => event("RRULE:FREQ=DAILY", `EXDATE:${text.replace(/[\r\n]/g, " ")}`) },
  { name: "as zone", frame: (text) => event(`DTEND;TZID=${text.replace(/[\r\n]/g, " ")}:20261021T100000`) },
];
