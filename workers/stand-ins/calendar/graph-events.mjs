/**
 * Calendars and events as Microsoft Graph v1.0 writes them, and the changes of a calendar view.
 *
 * @typedef {import("@microsoft/microsoft-graph-types").Event} GraphEvent
 * @typedef {import("@microsoft/microsoft-graph-types").Calendar} GraphCalendar
 * @typedef {import("@microsoft/microsoft-graph-types").ResponseType} GraphResponse
 * @typedef {import("./calendar-state.mjs").Calendar} Calendar
 * @typedef {import("./calendar-state.mjs").CalendarEvent} CalendarEvent
 * @typedef {import("./calendar-state.mjs").Series} Series
 * @typedef {GraphEvent | { id: string, "@removed": { reason: "deleted" } }} DeltaItem
 */

/** @type {Record<import("./calendar-state.mjs").Response, GraphResponse>} */
const RESPONSES = {
  accepted: "accepted",
  declined: "declined",
  tentative: "tentativelyAccepted",
  needsAction: "notResponded",
};

/** @param {Calendar} calendar @param {number | null} since @param {{ from: number, to: number }} span @returns {DeltaItem[]} */
export function changesSince(calendar, since, span) {
  /** @param {string} id */
  const hasChanged = (id) => since === null || (calendar.changes.get(id) ?? 0) > since;
  const events = [...calendar.events.values()];
  const singles = events
    .filter(({ id, seriesId }) => seriesId === null && hasChanged(id))
    .flatMap((event) => {
      if (event.state !== "removed" && isWithin(event, span)) return [fullEvent(calendar, event)];
      // A removed event is named, at any time that it stood; the first round names none.
      return since === null ? [] : [removed(event.id)];
    });
  const series = [...calendar.series.values()].flatMap((each) => {
    const ofSeries = events.filter(({ seriesId }) => seriesId === each.id);
    if (!hasChanged(each.id) && !ofSeries.some(({ id }) => hasChanged(id))) return [];
    if (each.isRemoved) return since === null ? [] : [removed(each.id)];
    const shown = ofSeries.filter((event) => event.state !== "removed" && isWithin(event, span));
    // A series that has changed comes with what is left of it, which may be nothing; the first round has no series without an occurrence.
    if (shown.length === 0 && since === null) return [];
    return [
      masterOf(calendar, each),
      ...shown.map((event) => (event.isException ? fullEvent(calendar, event) : occurrenceOf(calendar, event))),
    ];
  });
  return [...singles, ...series];
}

/** @param {string} id @returns {DeltaItem} */
const removed = (id) => ({ id, "@removed": { reason: "deleted" } });

/** @param {CalendarEvent} event @param {{ from: number, to: number }} span */
export const isWithin = ({ startsAt, endsAt }, { from, to }) => endsAt > from && startsAt < to;

/** @param {number} at */
const utc = (at) => ({ dateTime: new Date(at).toISOString().replace("Z", "0000"), timeZone: "UTC" });

/** @param {Calendar} calendar @param {CalendarEvent} event @returns {GraphEvent} */
function occurrenceOf(calendar, event) {
  const odataFields = { "@odata.type": "#microsoft.graph.event", "@odata.etag": etag(calendar, event.id) };
  return {
    ...odataFields,
    id: event.id,
    seriesMasterId: event.seriesId,
    type: "occurrence",
    start: utc(event.startsAt),
    end: utc(event.endsAt),
  };
}

/** @param {Calendar} calendar @param {CalendarEvent} event @returns {GraphEvent} */
export function fullEvent(calendar, event) {
  const { id, seriesId, originalStartsAt, state: stands } = event;
  return {
    ...contentOf(calendar, event),
    ...odata(calendar, id),
    id,
    iCalUId: event.iCalUid,
    isCancelled: stands === "called-off",
    type: seriesId === null ? "singleInstance" : event.isException ? "exception" : "occurrence",
    seriesMasterId: seriesId,
    ...(originalStartsAt === null ? {} : { originalStart: new Date(originalStartsAt).toISOString() }),
    ...(stands === "called-off" ? { subject: `Canceled: ${event.title}` } : {}),
  };
}

/** @param {Calendar} calendar @param {Series} series @returns {GraphEvent} */
export function masterOf(calendar, { id, iCalUid, content }) {
  return {
    ...contentOf(calendar, content),
    ...odata(calendar, id),
    id,
    iCalUId: iCalUid,
    isCancelled: false,
    type: "seriesMaster",
    seriesMasterId: null,
  };
}

/**
 * `isOrganizer` and `responseStatus` are of the calendar's owner, and not of the account that reads.
 *
 * @param {Calendar} calendar @param {import("./calendar-state.mjs").EventContent} content @returns {GraphEvent}
 */
function contentOf(calendar, { organizer, guests, ...content }) {
  const self = calendar.owner.email.toLowerCase();
  const isOrganizer = organizer.email.toLowerCase() === self;
  const own = guests.find(({ email }) => email.toLowerCase() === self);
  return {
    subject: content.title,
    body: { contentType: "html", content: `<html><body>${content.description}</body></html>` },
    bodyPreview: content.description.replace(/<[^>]*>/g, "").slice(0, 255),
    start: utc(content.startsAt),
    end: utc(content.endsAt),
    originalStartTimeZone: content.timeZone,
    isAllDay: content.isAllDay,
    isOrganizer,
    organizer: { emailAddress: { address: organizer.email, name: organizer.name } },
    attendees: guests.map(({ email, name, response }) => ({
      type: "required",
      status: { response: RESPONSES[response], time: "0001-01-01T00:00:00Z" },
      emailAddress: { address: email, name },
    })),
    responseStatus: {
      response: isOrganizer ? "organizer" : own ? RESPONSES[own.response] : "none",
      time: "0001-01-01T00:00:00Z",
    },
    location: { displayName: content.location },
    sensitivity: content.isPrivate ? "private" : "normal",
    showAs: content.isTentative ? "tentative" : "busy",
    isOnlineMeeting: content.joinUrl !== null,
    onlineMeetingProvider: content.joinUrl === null ? "unknown" : "teamsForBusiness",
    onlineMeeting: content.joinUrl === null ? null : { joinUrl: content.joinUrl },
  };
}

/** @param {Calendar} calendar @param {string} id */
const etag = (calendar, id) => `W/"${calendar.changes.get(id) ?? 0}"`;

/** @param {Calendar} calendar @param {string} id */
const odata = (calendar, id) => ({ "@odata.etag": etag(calendar, id) });

/** @param {Calendar} calendar @returns {GraphCalendar} */
export function graphCalendar(calendar) {
  return {
    id: calendar.id,
    name: calendar.name,
    isDefaultCalendar: calendar.isPrimary,
    canEdit: calendar.access === "owner" || calendar.access === "writer",
    owner: { name: calendar.owner.name, address: calendar.owner.email },
  };
}
