/**
 * The state of the calendar stand-ins: accounts, their calendars, and the events in them, with a log of changes from which the
 * protocols answer incremental requests. It knows neither Google nor Microsoft.
 *
 * @typedef {"google" | "microsoft"} Provider
 * @typedef {"accepted" | "declined" | "tentative" | "needsAction"} Response
 * @typedef {{ email: string, name: string, response: Response }} Guest
 * @typedef {{
 *   title: string, startsAt: number, endsAt: number, timeZone: string, isAllDay: boolean, isTentative: boolean, isPrivate: boolean,
 *   organizer: { email: string, name: string }, guests: readonly Guest[],
 *   location: string, description: string, joinUrl: string | null,
 * }} EventContent `joinUrl` is in the event's conference data; other links stand in the location or the description
 * @typedef {EventContent & {
 *   id: string, iCalUid: string, seriesId: string | null, originalStartsAt: number | null,
 *   isException: boolean, state: "present" | "called-off" | "removed",
 * }} CalendarEvent `called-off`: the organizer cancelled, and the invitation still stands in the guest's calendar
 * @typedef {{ id: string, iCalUid: string, content: EventContent, frequency: "DAILY" | "WEEKLY", count: number, isRemoved: boolean }} Series
 * @typedef {{
 *   id: string, name: string, owner: { email: string, name: string }, isPrimary: boolean,
 *   access: "owner" | "writer" | "reader" | "freeBusyReader", timeZone: string,
 *   events: Map<string, CalendarEvent>, series: Map<string, Series>, changes: Map<string, number>, sequence: number, generation: number,
 * }} Calendar `owner`: somebody else of a calendar that was shared. `changes`: the sequence of the last change of each event and series
 * @typedef {{ provider: Provider, personId: string, email: string, name: string, subject: string, calendars: Map<string, Calendar> }} Account
 * @typedef {(change: { account: Account, calendar: Calendar, eventId: string, kind: "created" | "updated" | "deleted" }) => void} ChangeListener
 */

const HOUR_MS = 3_600_000;

/** @typedef {ReturnType<typeof createCalendarState>} CalendarState */

export function createCalendarState() {
  /** @type {Map<string, Account>} */
  const accounts = new Map();
  /** @type {ChangeListener[]} */
  const listeners = [];
  let ids = 0;

  /** @param {Calendar} calendar @param {string} eventId @param {"created" | "updated" | "deleted"} kind */
  function note(calendar, eventId, kind) {
    calendar.sequence++;
    calendar.changes.set(eventId, calendar.sequence);
    const account = [...accounts.values()].find(({ calendars }) => calendars.get(calendar.id) === calendar);
    if (account) for (const tell of listeners) tell({ account, calendar, eventId, kind });
  }

  /** @param {Calendar} calendar @param {string} eventId */
  function eventIn(calendar, eventId) {
    const event = calendar.events.get(eventId);
    if (!event) throw new RangeError(`the calendar has no event ${eventId}`);
    return event;
  }

  return {
    accounts,
    ...seriesIn({ note, nextId: () => (ids += 1) }),

    /** @param {ChangeListener} listener */
    onChange: (listener) => void listeners.push(listener),

    /** @param {Omit<Account, "calendars">} person @returns {Account} */
    openAccount(person) {
      const key = `${person.provider}/${person.personId}`;
      const account = accounts.get(key) ?? { ...person, calendars: new Map() };
      accounts.set(key, account);
      return account;
    },

    /** @param {Account} account @param {Pick<Calendar, "id" | "name"> & Partial<Calendar>} given @returns {Calendar} */
    addCalendar(account, given) {
      /** @type {Calendar} */
      const calendar = {
        owner: { email: account.email, name: account.name },
        isPrimary: account.calendars.size === 0,
        access: "owner",
        timeZone: "Europe/Madrid",
        events: new Map(),
        series: new Map(),
        changes: new Map(),
        sequence: 0,
        generation: 0,
        ...given,
      };
      account.calendars.set(calendar.id, calendar);
      return calendar;
    },

    /**
     * An event that the calendar's owner organizes, unless `given` says otherwise.
     *
     * @param {Account} account @param {Calendar} calendar @param {Partial<CalendarEvent> & { startsAt: number }} given
     * @returns {CalendarEvent}
     */
    addEvent(account, calendar, given) {
      ids++;
      const id = given.id ?? `event${ids}x${given.startsAt.toString(32)}`;
      /** @type {CalendarEvent} */
      const event = {
        ...contentOf(calendar, given),
        id,
        iCalUid: given.iCalUid ?? uidOf(account, id),
        seriesId: null,
        originalStartsAt: null,
        isException: false,
        state: "present",
        ...given,
      };
      calendar.events.set(id, event);
      note(calendar, id, "created");
      return event;
    },

    /** An occurrence that is changed becomes an exception of its series. @param {Calendar} calendar @param {string} eventId @param {Partial<EventContent>} change */
    changeEvent(calendar, eventId, change) {
      const event = eventIn(calendar, eventId);
      const lengthMs = event.endsAt - event.startsAt;
      const endsAt = change.endsAt ?? (change.startsAt === undefined ? event.endsAt : change.startsAt + lengthMs);
      calendar.events.set(eventId, { ...event, ...change, endsAt, isException: event.seriesId !== null });
      note(calendar, eventId, "updated");
    },

    /** `state`: "removed" when it is deleted here, "called-off" when its organizer cancels it. @param {Calendar} calendar @param {string} eventId @param {"removed" | "called-off"} [state] */
    cancelEvent(calendar, eventId, state = "removed") {
      calendar.events.set(eventId, { ...eventIn(calendar, eventId), state });
      note(calendar, eventId, state === "removed" ? "deleted" : "updated");
    },

    /** From now on the calendar knows none of the tokens that it has given out: 410 until the next full sync. @param {Calendar} calendar */
    forgetTokens(calendar) {
      calendar.generation++;
    },
  };
}

/**
 * Series and their occurrences.
 *
 * @param {{ note: (calendar: Calendar, eventId: string, kind: "created" | "updated" | "deleted") => void, nextId: () => number }} tools
 */
function seriesIn({ note, nextId }) {
  return {
    /**
     * A series whose occurrences begin at the same time of the wall clock in the calendar's zone.
     *
     * @param {Account} account @param {Calendar} calendar
     * @param {Partial<EventContent> & { startsAt: number, frequency: "DAILY" | "WEEKLY", count: number, id?: string }} given
     * @returns {Series}
     */
    addSeries(account, calendar, { frequency, count, id: given, ...content }) {
      const id = given ?? `series${nextId()}x${content.startsAt.toString(32)}`;
      const whole = contentOf(calendar, content);
      const iCalUid = uidOf(account, id);
      calendar.series.set(id, { id, iCalUid, content: whole, frequency, count, isRemoved: false });
      const lengthMs = whole.endsAt - whole.startsAt;
      for (let index = 0; index < count; index++) {
        const startsAt = sameTimeLater(whole.startsAt, index * (frequency === "DAILY" ? 1 : 7), whole.timeZone);
        const occurrence = { ...whole, startsAt, endsAt: startsAt + lengthMs, originalStartsAt: startsAt };
        const occurrenceId = `${id}_${compactUtc(startsAt)}`;
        calendar.events.set(occurrenceId, {
          ...occurrence,
          id: occurrenceId,
          iCalUid,
          seriesId: id,
          isException: false,
          state: "present",
        });
        note(calendar, occurrenceId, "created");
      }
      const series = calendar.series.get(id);
      if (!series) throw new RangeError("the series was not kept");
      return series;
    },

    /** @param {Calendar} calendar @param {string} seriesId */
    removeSeries(calendar, seriesId) {
      const series = calendar.series.get(seriesId);
      if (!series) throw new RangeError(`the calendar has no series ${seriesId}`);
      series.isRemoved = true;
      for (const event of calendar.events.values()) if (event.seriesId === seriesId) event.state = "removed";
      for (const event of calendar.events.values())
        if (event.seriesId === seriesId) note(calendar, event.id, "deleted");
      note(calendar, seriesId, "deleted");
    },
  };
}

/** Google derives it from the event's id; Outlook's begins with a fixed number. @param {Account} account @param {string} id */
function uidOf({ provider }, id) {
  if (provider === "google") return `${id}@google.com`;
  const bytes = Array.from(new TextEncoder().encode(id), (byte) => byte.toString(16).padStart(2, "0"));
  return `040000008200E00074C5B7101A82E008${bytes.join("").toUpperCase()}`;
}

/** @param {Calendar} calendar @param {Partial<EventContent> & { startsAt: number }} given @returns {EventContent} */
function contentOf(calendar, given) {
  return {
    title: given.title ?? "Meeting",
    startsAt: given.startsAt,
    endsAt: given.endsAt ?? given.startsAt + HOUR_MS / 2,
    timeZone: given.timeZone ?? calendar.timeZone,
    isAllDay: given.isAllDay ?? false,
    isTentative: given.isTentative ?? false,
    isPrivate: given.isPrivate ?? false,
    organizer: given.organizer ?? calendar.owner,
    guests: given.guests ?? [],
    location: given.location ?? "",
    description: given.description ?? "",
    joinUrl: given.joinUrl ?? null,
  };
}

/** The same time of the wall clock, days later: across a change of the clocks a day has 23 or 25 hours. @param {number} at @param {number} days @param {string} zone */
export function sameTimeLater(at, days, zone) {
  const later = at + days * 24 * HOUR_MS;
  return later + offsetMs(at, zone) - offsetMs(later, zone);
}

/** The zone's distance from UTC at a moment. @param {number} at @param {string} zone */
export function offsetMs(at, zone) {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  /** @param {string} name */
  const part = (name) => Number(parts.find(({ type }) => type === name)?.value);
  const wall = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return wall - Math.floor(at / 1000) * 1000;
}

/** "20261125T093000Z" @param {number} at */
export function compactUtc(at) {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
}

/** The day in the zone, "2026-11-25". @param {number} at @param {string} zone */
export function dayIn(at, zone) {
  return new Date(at + offsetMs(at, zone)).toISOString().slice(0, 10);
}
