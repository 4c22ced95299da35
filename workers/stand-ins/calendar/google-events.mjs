import { dayIn } from "./calendar-state.mjs";

/**
 * Calendars and events as Google Calendar API v3 writes them.
 *
 * @typedef {import("@googleapis/calendar").calendar_v3.Schema$Event} GoogleEvent
 * @typedef {import("@googleapis/calendar").calendar_v3.Schema$CalendarListEntry} GoogleCalendar
 * @typedef {import("./calendar-state.mjs").Calendar} Calendar
 * @typedef {import("./calendar-state.mjs").CalendarEvent} CalendarEvent
 */

const IS_SECONDARY = /@(?:group|import|resource)\.calendar\.google\.com$/;
const MEET = /^https:\/\/meet\.google\.com\//;

/** @param {Calendar} calendar @returns {GoogleCalendar} */
export function calendarEntry({ id, name, isPrimary, access, timeZone }) {
  return {
    kind: "calendar#calendarListEntry",
    id,
    summary: name,
    timeZone,
    accessRole: access,
    selected: true,
    ...(isPrimary ? { primary: true } : {}),
  };
}

/**
 * `self` is whatever the calendar belongs to on which this copy of the event appears: the calendar itself where it is nobody's main one,
 * and on a shared main calendar the colleague whose it is. It says nothing about the account that reads.
 *
 * @param {Calendar} calendar @param {CalendarEvent} event @returns {GoogleEvent}
 */
export function eventOf(calendar, event) {
  const { id, seriesId, originalStartsAt, timeZone, isAllDay } = event;
  /** @param {number} at */
  const time = (at) =>
    isAllDay ? { date: dayIn(at, timeZone) } : { dateTime: new Date(at).toISOString().replace(".000Z", "Z"), timeZone };
  const common = {
    kind: "calendar#event",
    id,
    etag: `"${calendar.changes.get(id) ?? 0}"`,
    ...(seriesId === null
      ? {}
      : { recurringEventId: seriesId, originalStartTime: time(originalStartsAt ?? event.startsAt) }),
  };
  // A cancelled event has no more than its identity.
  if (event.state !== "present") return { ...common, status: "cancelled" };
  const when = { start: time(event.startsAt), end: time(event.endsAt) };
  const self = (IS_SECONDARY.test(calendar.id) ? calendar.id : calendar.owner.email).toLowerCase();
  const isHidden = calendar.access === "freeBusyReader" || (event.isPrivate && calendar.access === "reader");
  if (isHidden) return { ...common, status: "confirmed", visibility: "private", ...when };
  const { email, name: displayName } = event.organizer;
  const isSelf = email.toLowerCase() === self;
  const attendees = event.guests.map((guest) => ({
    email: guest.email,
    displayName: guest.name,
    responseStatus: guest.response,
    ...(guest.email.toLowerCase() === self ? { self: true } : {}),
    ...(guest.email === email ? { organizer: true } : {}),
  }));
  return {
    ...common,
    status: event.isTentative ? "tentative" : "confirmed",
    summary: event.title,
    iCalUID: event.iCalUid,
    organizer: { email, displayName, ...(isSelf ? { self: true } : {}) },
    creator: { email, ...(isSelf ? { self: true } : {}) },
    ...when,
    ...(attendees.length > 0 ? { attendees } : {}),
    ...(event.location === "" ? {} : { location: event.location }),
    ...(event.description === "" ? {} : { description: event.description }),
    ...(event.isPrivate ? { visibility: "private" } : {}),
    ...conferenceOf(event.joinUrl),
    eventType: "default",
  };
}

/** @param {string | null} joinUrl @returns {Pick<GoogleEvent, "hangoutLink" | "conferenceData">} */
function conferenceOf(joinUrl) {
  if (joinUrl === null) return {};
  const isMeet = MEET.test(joinUrl);
  return {
    ...(isMeet ? { hangoutLink: joinUrl } : {}),
    conferenceData: {
      entryPoints: [{ entryPointType: "video", uri: joinUrl }],
      conferenceSolution: { key: { type: isMeet ? "hangoutsMeet" : "addOn" } },
    },
  };
}
