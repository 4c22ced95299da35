import ICAL from "ical.js";
import { FEED_REFRESH_HOURS } from "#app/domain/limits/deliveries.ts";

/** Writes an iCalendar file (RFC 5545, RFC 7986). Pure: the same meetings give the same file, so that its tag says whether anything changed. */

type Event = {
  uid: string;
  page: string;
  summary: string;
  startsAt: number;
  /** Null until it is known: the event then has no end. */
  durationMs: number | null;
  status: "CONFIRMED" | "CANCELLED";
  /** Grows with every change of the meeting. */
  sequence: number;
  createdAt: number;
  updatedAt: number;
};

/** RFC 5545 §3.1: 75 octets without the line break. ical.js does not count the space that begins the rest of a line. */
const LINE_OCTETS = 74;

export function writeCalendar({ name, events }: { name: string; events: readonly Event[] }): string {
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("prodid", "-//Acta//Meetings//EN");
  calendar.addPropertyWithValue("method", "PUBLISH");
  for (const property of ["name", "x-wr-calname"]) calendar.addPropertyWithValue(property, name);
  const refresh = new ICAL.Property("refresh-interval");
  refresh.resetType("duration");
  refresh.setValue(ICAL.Duration.fromSeconds(FEED_REFRESH_HOURS * 3600));
  calendar.addProperty(refresh);
  calendar.addPropertyWithValue("x-published-ttl", `PT${FEED_REFRESH_HOURS}H`);
  for (const event of events) calendar.addSubcomponent(componentOf(event));
  ICAL.foldLength = LINE_OCTETS;
  return `${calendar.toString()}\r\n`;
}

function componentOf(event: Event): ICAL.Component {
  const component = new ICAL.Component("vevent");
  component.addPropertyWithValue("uid", event.uid);
  // RFC 5545 §3.8.7.2: without a scheduling method the same as LAST-MODIFIED, and so the same at each reading.
  component.addPropertyWithValue("dtstamp", utc(event.updatedAt));
  component.addPropertyWithValue("created", utc(event.createdAt));
  component.addPropertyWithValue("last-modified", utc(event.updatedAt));
  component.addPropertyWithValue("sequence", event.sequence);
  component.addPropertyWithValue("dtstart", utc(event.startsAt));
  if (event.durationMs !== null && event.durationMs > 0) {
    component.addPropertyWithValue("dtend", utc(event.startsAt + event.durationMs));
  }
  component.addPropertyWithValue("summary", event.summary);
  component.addPropertyWithValue("url", event.page);
  component.addPropertyWithValue("status", event.status);
  // The person is busy by the event in their own calendar, not by this copy.
  component.addPropertyWithValue("transp", "TRANSPARENT");
  return component;
}

const utc = (at: number) => ICAL.Time.fromJSDate(new Date(at), true);
