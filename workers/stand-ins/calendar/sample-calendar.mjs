import { sameTimeLater } from "./calendar-state.mjs";

/**
 * Events in the calendars of `npm start`, relative to the moment of the consent: one of each case that Acta treats differently.
 *
 * @typedef {import("./calendar-state.mjs").CalendarState} CalendarState
 * @typedef {import("./calendar-state.mjs").Account} Account
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SOON_MS = 4 * MINUTE_MS;
const ZONE = "Europe/Madrid";

/** @param {string} id */
const idOf = (id) => id.replace(/[^a-z0-9]/gi, "").toLowerCase();

/**
 * Fills an empty account; afterwards only the meeting that starts soon is added again, so that it is there whenever a person connects.
 *
 * @param {CalendarState} state @param {Account} account @param {{ now: number, meetingOrigin: string }} moment
 */
export function fillSampleCalendars(state, account, { now, meetingOrigin }) {
  const mail = account.email.split("@")[1] ?? "calendar.example";
  const colleague = { email: `jordi.vila@${mail}`, name: "Jordi Vila" };
  const guest = { email: "sara.lind@harbour.example", name: "Sara Lind" };
  /** @param {number} room */
  const link = (room) => `${meetingOrigin}/meet?room=${room}`;
  const isNew = account.calendars.size === 0;
  const prefix = idOf(account.personId);
  const own =
    [...account.calendars.values()][0] ??
    state.addCalendar(account, {
      id: account.provider === "google" ? account.email : `AAMk${prefix}Calendar=`,
      name: "Work (local stand-in)",
    });
  const soon = Math.ceil((now + SOON_MS) / MINUTE_MS) * MINUTE_MS;
  const hasSoon = [...own.events.values()].some(
    ({ id, startsAt }) => id.includes("soon") && startsAt > now + 2 * MINUTE_MS,
  );
  if (!hasSoon) {
    state.addEvent(account, own, {
      id: `${prefix}soon${soon.toString(32)}`,
      title: "Weekly planning of the clinic",
      startsAt: soon,
      guests: [{ ...colleague, response: "accepted" }],
      location: link(4711),
    });
  }
  if (!isNew) return;
  const hour = Math.ceil(now / HOUR_MS) * HOUR_MS;
  state.addSeries(account, own, {
    id: `${prefix}standup`,
    title: "Stand-up",
    startsAt: sameTimeLater(hour, 1, ZONE),
    endsAt: sameTimeLater(hour, 1, ZONE) + 15 * MINUTE_MS,
    frequency: "DAILY",
    count: 10,
    guests: [{ ...colleague, response: "accepted" }],
    description: `Join here: ${link(4712)}`,
  });
  const midnight = Math.floor(hour / DAY_MS) * DAY_MS;
  state.addEvent(account, own, {
    id: `${prefix}holiday`,
    title: "Open day of the clinic",
    startsAt: midnight + 2 * DAY_MS,
    endsAt: midnight + 3 * DAY_MS,
    timeZone: "UTC",
    isAllDay: true,
  });
  state.addEvent(account, own, {
    id: `${prefix}declined`,
    title: "Budget round",
    startsAt: hour + 3 * HOUR_MS,
    organizer: colleague,
    guests: [
      { ...colleague, response: "accepted" },
      { email: account.email, name: account.name, response: "declined" },
    ],
    location: link(4713),
  });
  state.addEvent(account, own, {
    id: `${prefix}guest`,
    title: "Harbour project with Sara Lind",
    startsAt: hour + 26 * HOUR_MS,
    endsAt: hour + 27 * HOUR_MS,
    organizer: guest,
    guests: [
      { ...guest, response: "accepted" },
      { email: account.email, name: account.name, response: "accepted" },
    ],
    joinUrl: link(4714),
  });
  state.addEvent(account, own, { id: `${prefix}nolink`, title: "Lunch with Jordi", startsAt: hour + 25 * HOUR_MS });
  const team = state.addCalendar(account, {
    id: account.provider === "google" ? `${prefix}team@group.calendar.google.com` : `AAMk${prefix}Team=`,
    name: "Team (local stand-in)",
    owner: colleague,
    isPrimary: false,
    access: "reader",
  });
  state.addEvent(account, team, {
    id: `${prefix}review`,
    title: "Quarterly review",
    startsAt: hour + 2 * DAY_MS,
    endsAt: hour + 2 * DAY_MS + HOUR_MS,
    organizer: colleague,
    guests: [{ email: account.email, name: account.name, response: "needsAction" }],
    joinUrl: link(4715),
  });
}
