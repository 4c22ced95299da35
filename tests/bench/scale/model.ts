import { invariant } from "#app/domain/invariant.ts";
import { TOLD_FACTOR } from "#app/contracts/told-page.ts";
import { CALENDAR_JOIN_LEAD_MS } from "#app/domain/limits/calendars.ts";
import { PAGE_PING_MS, PAGE_RENEWED_MS } from "#app/domain/limits/lists.ts";
import { simulateJoinMinute } from "#tests/bench/scale/join-minute.ts";
import type { Measured } from "#tests/bench/scale/measure.ts";
import { MIX } from "#workers/recorder/src/capture/page-hook.ts";
import measured from "#tests/bench/scale/measured.json" with { type: "json" };

/**
 * Costs of Acta with many people, and the part that breaks first: `npx tsx tests/bench/scale/run.ts --model`. The unit figures are those of the
 * last measurement (measured.json); what is assumed says so. Prices and limits are Cloudflare's of docs/measurements.md.
 */

export type Load = {
  people: number;
  /** Home pages that are open and looked at, at the busiest time and as a mean over the day. */
  openPages: { peak: number; mean: number };
  /** Changes that an open page is told of, in an hour: a meeting of the person tells of each of its states. */
  changesAnHour: number;
  /** Meetings that are opened, and calls that begin, in the busiest minute and in a day. */
  opened: { minute: number; day: number };
  calls: { minute: number; day: number };
};

/** Of one repetition: requests to the Worker, requests to D1, rows that D1 reads and writes, calls of objects, rows that they read and write, operations of the bucket. */
type Unit = {
  requests: number;
  trips: number;
  rows: number;
  written: number;
  objects: number;
  objectRows: number;
  objectWrites: number;
  bucketWrites: number;
  bucketReads: number;
};

function add(one: Unit, other: Unit, times: number): Unit {
  return {
    requests: one.requests + other.requests * times,
    trips: one.trips + other.trips * times,
    rows: one.rows + other.rows * times,
    written: one.written + other.written * times,
    objects: one.objects + other.objects * times,
    objectRows: one.objectRows + other.objectRows * times,
    objectWrites: one.objectWrites + other.objectWrites * times,
    bucketWrites: one.bucketWrites + other.bucketWrites * times,
    bucketReads: one.bucketReads + other.bucketReads * times,
  };
}
const NOTHING: Unit = {
  requests: 0,
  trips: 0,
  rows: 0,
  written: 0,
  objects: 0,
  objectRows: 0,
  objectWrites: 0,
  bucketWrites: 0,
  bucketReads: 0,
};

const FIGURES: readonly Measured[] = measured;

function unitOf(...names: string[]): Unit {
  return names.reduce((sum, name) => {
    const figure = FIGURES.find((each) => each.name === name);
    invariant(figure !== undefined, `measured.json has no ${name}`);
    const { calls: objects, ...rest } = figure;
    return add(sum, { ...rest, requests: 1, objects }, 1);
  }, NOTHING);
}

/** All that Home shows. A page that is told of changes reads this and nothing else (decision 227). */
const LISTS = { everyS: 60, ...unitOf("/_root.data?_routes=routes%2Fhome") };
/** Readings by the clock of a page that is not told of changes. */
const POLLS: readonly (Unit & { everyS: number })[] = [
  LISTS,
  // They prove the session, too.
  { everyS: 10, ...unitOf("/api/acta/user/credits") },
  { everyS: 30, ...unitOf("/api/acta/calendar-events") },
];
/** When the session was last seen is noted every hour at most, by a reading. */
const SEEN: Unit = { ...NOTHING, trips: 1, rows: 1, written: 1 };
const SEEN_S = 3600;
/** Twenty messages of a socket cost as much as a request; those that the runtime answers are counted like the others. */
const PING_REQUESTS = 1 / 20;
/** The socket is noted and its session asked again (tests/worker/open-pages.test.ts). */
export const CONNECTED: Unit = { ...NOTHING, requests: 1, trips: 2, rows: 30, written: 1, objects: 1 };
const MEETING_OPENED = unitOf(
  "a meeting of four hours: its page",
  "its socket",
  "its transcript",
  "its sent",
  "its words",
  "its last-time",
);
/** From the alarm of the account to the planned meeting, counted by tests/worker/calendar-own-time.test.ts. */
export const HAND_OVER_TRIPS = 2;
/** Behind it: the row that the meeting writes. */
export const HAND_OVER_ROW_TRIPS = 1;
/** Its words, asked for again in each quarter of an hour (tests/worker/scale-meetings.test.ts), in calls of half an hour, which is assumed. */
const GOING_ON_TRIPS = 2;
/** Minutes of a call with sound, which is assumed. */
const CALL_MINUTES = 30;
/** Pieces are those of the recorder; reports are those of two people who take turns, each as if it said something (tests/bench/recorder/run.ts). */
const A_MINUTE = { pieces: 60_000 / MIX.pieceMs, reports: 14, halfMinutes: 2 };
/** Rows are assumed. */
const HAND_OVER: Unit = { ...NOTHING, trips: HAND_OVER_TRIPS, rows: 50, written: 5, objects: 1 };
/** The words, asked for again. */
const GOING_ON: Unit = { ...NOTHING, trips: GOING_ON_TRIPS, rows: 50, written: 5, objects: 1 };
/** The Worker is not asked for half minutes: its object tells the meeting. */
const MINUTE_OF_CALL: Unit = [
  [unitOf("a piece of a call's sound"), A_MINUTE.pieces] as const,
  [unitOf("a report of a call's bot"), A_MINUTE.reports] as const,
  [{ ...unitOf("half a minute of a call that goes on"), requests: 0, objects: 1 }, A_MINUTE.halfMinutes] as const,
].reduce((sum, [unit, times]) => add(sum, unit, times), NOTHING);
/** From its planning, whose row is its first trip, until it is recorded: its minute at nine. Its minutes are written at half past. */
const CALL_BEGINS: Unit = add(unitOf("a call, from its planning until it is recorded"), HAND_OVER, 1);
const CALL_OF_CALENDAR: Unit = [
  [unitOf("its end, to its minutes and its file"), 1] as const,
  [GOING_ON, 1] as const,
  [MINUTE_OF_CALL, CALL_MINUTES] as const,
].reduce((sum, [unit, times]) => add(sum, unit, times), CALL_BEGINS);

const D1_TRIPS_A_SECOND = 1000;
/** By row-bytes.ts, of a meeting and of a person beside their meetings. */
const ROW_BYTES = { meeting: 642, person: 3453 };
const D1_BYTES_MAX = 10e9;
/** 750 containers of six calls (docs/operations.md). */
const CALLS_OF_ACCOUNT = 4500;
/** Rows of objects cost as those of D1. */
const DOLLARS = {
  request: 0.3e-6,
  row: 0.001e-6,
  written: 1e-6,
  object: 0.15e-6,
  bucketWrite: 4.5e-6,
  bucketRead: 0.36e-6,
};

function dollarsOf(unit: Unit): number {
  return (
    unit.requests * DOLLARS.request +
    (unit.rows + unit.objectRows) * DOLLARS.row +
    (unit.written + unit.objectWrites) * DOLLARS.written +
    unit.objects * DOLLARS.object +
    unit.bucketWrites * DOLLARS.bucketWrite +
    unit.bucketReads * DOLLARS.bucketRead
  );
}

/** Dollars of an hour of a call's sound, beside its container and the engines: its pieces, reports and windows. */
export const CALL_HOUR_DOLLARS = 60 * dollarsOf(MINUTE_OF_CALL);
/** Of a container with six such calls (docs/decisions/220-shared-containers.md), for each of them. */
export const CONTAINER_HOUR_DOLLARS = 0.22 / 6;
const DAY_S = 86_400;

export type Outcome = {
  peakTripsASecond: number;
  day: Unit & { dollars: number };
  /** Use of each limit at the busiest time; above 1 it breaks. The worst is first. */
  limits: { part: string; use: number; breaksAt: string }[];
};

/** One second of an open Home page that has no socket. */
export const UNTOLD_SECOND: Unit = add(
  POLLS.reduce((sum, poll) => add(sum, poll, 1 / poll.everyS), NOTHING),
  SEEN,
  1 / SEEN_S,
);
/** One second of an open Home page that is told of changes, on which nothing happens; its session is noted as seen as often as can be. */
export const HOME_SECOND: Unit = [
  [LISTS, 1 / (LISTS.everyS * TOLD_FACTOR)] as const,
  [SEEN, 1 / SEEN_S] as const,
  [CONNECTED, 1000 / PAGE_RENEWED_MS] as const,
  [{ ...NOTHING, requests: PING_REQUESTS }, 1000 / PAGE_PING_MS] as const,
].reduce((sum, [unit, times]) => add(sum, unit, times), NOTHING);
/** A change that an open page is told of. The reading by the clock that it puts off counts, too. */
const TOLD_CHANGE: Unit = add({ ...NOTHING, objects: 1 }, LISTS, 1);

export function modelOf({ people, openPages, changesAnHour, opened, calls }: Load): Outcome {
  const peak = [
    add(NOTHING, HOME_SECOND, openPages.peak),
    add(NOTHING, TOLD_CHANGE, (openPages.peak * changesAnHour) / 3600),
    add(NOTHING, MEETING_OPENED, opened.minute / 60),
    add(NOTHING, CALL_BEGINS, calls.minute / 60),
  ].reduce((sum, part) => add(sum, part, 1), NOTHING);
  const day = [
    add(NOTHING, HOME_SECOND, openPages.mean * DAY_S),
    add(NOTHING, TOLD_CHANGE, (openPages.mean * changesAnHour * DAY_S) / 3600),
    add(NOTHING, MEETING_OPENED, opened.day),
    add(NOTHING, CALL_OF_CALENDAR, calls.day),
  ].reduce((sum, part) => add(sum, part, 1), NOTHING);
  const dollars = dollarsOf(day);
  const meetingsMax = (D1_BYTES_MAX - people * ROW_BYTES.person) / ROW_BYTES.meeting;
  const joined = simulateJoinMinute({
    accounts: calls.minute,
    tripsEach: HAND_OVER_TRIPS,
    rowTrips: HAND_OVER_ROW_TRIPS,
    tripsASecond: D1_TRIPS_A_SECOND,
  });
  const limits = [
    {
      part: "requests to the one D1, a second",
      use: peak.trips / D1_TRIPS_A_SECOND,
      breaksAt: `${Math.floor((people * D1_TRIPS_A_SECOND) / peak.trips)} such people`,
    },
    {
      part: "time for the calls of one minute until their start",
      use: joined.handedMs / CALENDAR_JOIN_LEAD_MS,
      breaksAt: `${Math.floor((CALENDAR_JOIN_LEAD_MS / 1000) * (D1_TRIPS_A_SECOND / (HAND_OVER_TRIPS + HAND_OVER_ROW_TRIPS)))} events, for the trips of each to D1`,
    },
    {
      part: "containers of one account, with sound only",
      use: calls.minute / CALLS_OF_ACCOUNT,
      breaksAt: `${CALLS_OF_ACCOUNT} calls at a time`,
    },
    {
      part: "room of the one D1 after a year",
      use: (calls.day * 365) / meetingsMax,
      breaksAt: `${Math.floor(meetingsMax / 1000)} thousand meetings`,
    },
  ];
  return { peakTripsASecond: peak.trips, day: { ...day, dollars }, limits: limits.toSorted((a, b) => b.use - a.use) };
}

/** A million people on a Monday at nine. */
export const MONDAY: Load = {
  people: 1_000_000,
  openPages: { peak: 100_000, mean: 25_000 },
  changesAnHour: 2,
  opened: { minute: 20_000, day: 2_000_000 },
  calls: { minute: 20_000, day: 200_000 },
};
