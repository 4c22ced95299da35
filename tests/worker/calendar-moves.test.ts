import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { JOIN_RULE_DEFAULT, type JoinRule } from "#app/domain/calendar/calendar.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { calendarAccounts, calendars } from "#app/server/db/schema-calendars.ts";
import type { PlayedCalendars } from "#tests/fakes/calendar-providers.ts";
import { type RecorderStandIn, standInForRecorder } from "#tests/fakes/recorder-server.ts";
import { openCalendarStage } from "#tests/support/calendar-stage.ts";
import { openCalendarAccount } from "#tests/support/calendar-account.ts";
import type { PlayedPerson } from "#tests/support/calendar-consent.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { listedEvents } from "#tests/support/listed-events.ts";
import { CalendarAccountObject } from "#workers/calendar/calendar-account-object.ts";
import { composeCalendar } from "#workers/compose/calendars.ts";
import { readMeeting } from "#workers/meeting/store/store.ts";

const SOON = { timeout: 30_000, interval: 50 };

/** Events that change in the hour before their start, and after their meeting was made, while no bot was sent yet. */

const db = openDatabase(env.DB);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Due so long ago that the account leaves it to the cron, and longer before the start than a bot is sent. */
const AHEAD_MS = 150_000;
const [MEET, OTHER] = ["https://meet.google.com/abc-defg-hij", "https://meet.google.com/xyz-uvwx-rst"];
const PROVIDERS = ["google", "microsoft"] as const;

let played: PlayedCalendars;
let people: PlayedPerson[];
let recorder: RecorderStandIn;

beforeEach(() => {
  recorder = standInForRecorder();
  ({ played, people } = openCalendarStage());
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Added = Partial<Parameters<PlayedCalendars["state"]["addEvent"]>[2]>;
type Nora = Awaited<ReturnType<typeof openCalendarAccount>>;

/** The person's events, each with the time at which the cron looks after its account. */
async function rowsOf({ userId }: Nora) {
  const rows = await listedEvents(userId);
  const accounts = await db.select().from(calendarAccounts).where(eq(calendarAccounts.userId, userId));
  return rows.map((row) => ({ ...row, joinAt: accounts.find(({ id }) => id === row.accountId)?.joinAt ?? null }));
}

/** Answers how many events have a meeting then. */
async function handOver(nora: Nora): Promise<number> {
  return nora.object.handOver();
}

type Own = { email: string; name: string };

/** An account with one event, read. */
async function withEvent(
  provider: (typeof PROVIDERS)[number],
  addedFor: (own: Own) => Added,
  rule: Partial<JoinRule> = {},
) {
  const nora = await openCalendarAccount({ played, people }, provider);
  const own = { email: nora.email, name: "Nora Puig" };
  const event = played.state.addEvent(nora.account, nora.calendar, {
    title: "Ward round",
    startsAt: Date.now() + AHEAD_MS,
    joinUrl: MEET,
    ...addedFor(own),
  });
  expect(await nora.object.sync()).toBe("ok");
  const [calendar] = await db.select().from(calendars).where(eq(calendars.userId, nora.userId));
  const changed = { rule: { ...JOIN_RULE_DEFAULT, ...rule } };
  expect(await nora.object.changeCalendars(nora.userId, [calendar?.id ?? ""], changed)).toMatchObject({ ok: true });
  const change = async (content: Parameters<PlayedCalendars["state"]["changeEvent"]>[2]) => {
    played.state.changeEvent(nora.calendar, event.id, content);
    expect(await nora.object.sync()).toBe("ok");
  };
  return { nora, own, event, change };
}

/** The same, with its meeting. */
async function planned(...asked: Parameters<typeof withEvent>) {
  const made = await withEvent(...asked);
  expect(await handOver(made.nora)).toBe(1);
  return { ...made, meetId: await meetIdOf(made.nora) };
}

async function meetIdOf(nora: Nora): Promise<string> {
  const [row] = await rowsOf(nora);
  if (!row?.meetId) throw new Error("the event has no meeting");
  return row.meetId;
}

const stateOf = (meetId: string) =>
  runInDurableObject(env.MEETINGS.get(env.MEETINGS.idFromName(meetId)), (_object, { storage }) => {
    const alive = readMeeting(storage.sql)?.alive;
    const { state, details } = alive ?? {};
    const reason = state?.status === "REJECTED" ? state.reason : null;
    return { status: state?.status, reason, link: state?.call?.place.link, startsAt: details?.startsAt };
  });
const titleOf = (meetId: string) =>
  runInDurableObject(env.MEETINGS.get(env.MEETINGS.idFromName(meetId)), (_object, { storage }) => {
    return readMeeting(storage.sql)?.alive?.details.title;
  });
const CANCELLED = { status: "REJECTED", reason: "cancelled" };
const ordersOf = (link: string) => recorder.orders.filter(({ url }) => url.startsWith(link));

test.each(PROVIDERS)("a planned meeting takes the new link of its event at %s, and one bot joins there", async (at) => {
  // Rooms of this test only: bots of two tests in one room would be one.
  const room = (letter: string) => `https://meet.google.com/${letter.repeat(3)}-${at.slice(0, 4)}-${letter.repeat(3)}`;
  const { nora, meetId, change } = await planned(at, () => ({ joinUrl: room("a") }));
  await change({ joinUrl: null, location: `Room 4, ${room("b")}` });
  expect(await meetIdOf(nora)).toBe(meetId);
  expect(await stateOf(meetId)).toMatchObject({ status: "SCHEDULE", link: expect.stringContaining(room("b")) });
  await change({ startsAt: Date.now() + MINUTE_MS });
  await vi.waitFor(() => expect(ordersOf(room("b"))).toHaveLength(1), { timeout: 30_000, interval: 100 });
  expect(ordersOf(room("a"))).toEqual([]);
  expect(await meetIdOf(nora)).toBe(meetId);
});

test.each(PROVIDERS)("an event of %s is known with its link as that is within the hour before", async (at) => {
  const startsAt = Date.now() + 40 * MINUTE_MS;
  const { nora, change } = await withEvent(at, () => ({ startsAt, joinUrl: null }));
  const row = async () => (await rowsOf(nora))[0];
  expect(await row()).toMatchObject({ joins: false, reason: "no-link", roomKey: null, joinAt: null });
  await change({ joinUrl: MEET });
  const joined = { joins: true, reason: "organiser", joinAt: startsAt - 3 * MINUTE_MS };
  expect(await row()).toMatchObject({ ...joined, roomKey: "abc-defg-hij" });
  await change({ joinUrl: OTHER });
  expect(await row()).toMatchObject({ ...joined, roomKey: "xyz-uvwx-rst" });
  await change({ joinUrl: null, description: "By telephone." });
  expect(await row()).toMatchObject({ joins: false, reason: "no-link", roomKey: null, joinAt: null });
  expect(await handOver(nora)).toBe(0);
});

/** Monday is 1. */
const weekdayOf = (at: number) => ((new Date(at).getUTCDay() + 6) % 7) + 1;
const SARA = { email: "sara@harbour.example", name: "Sara Lind" };
const JON = { email: "jon@acta.example", name: "Jon", response: "accepted" } as const;

/** An event that is joined, how it is changed, and how it is changed back. */
type Changed = {
  added?: (own: Own) => Added;
  rule?: (startsAt: number) => Partial<JoinRule>;
  change: (startsAt: number, own: Own) => Added;
  back: (startsAt: number, own: Own) => Added;
};

const CHANGES: [string, Changed][] = [
  ["loses its link", { change: () => ({ joinUrl: null }), back: () => ({ joinUrl: MEET }) }],
  [
    "is moved into the past",
    { change: (startsAt) => ({ startsAt: startsAt - 3 * HOUR_MS }), back: (startsAt) => ({ startsAt }) },
  ],
  [
    "is moved across midnight to a day on which Acta does not join",
    {
      rule: (startsAt) => ({ hours: { from: 0, to: 1440, days: [weekdayOf(startsAt)] } }),
      change: (startsAt) => ({ startsAt: startsAt + DAY_MS }),
      back: (startsAt) => ({ startsAt }),
    },
  ],
  ["lasts all day now", { change: () => ({ isAllDay: true }), back: () => ({ isAllDay: false }) }],
  [
    "is declined",
    {
      rule: () => ({ accepted: true }),
      added: (own) => ({ organizer: SARA, guests: [{ ...own, response: "accepted" }] }),
      change: (_startsAt, own) => ({ guests: [{ ...own, response: "declined" }] }),
      back: (_startsAt, own) => ({ guests: [{ ...own, response: "accepted" }] }),
    },
  ],
  [
    "gets a guest with whom the rule does not join",
    {
      rule: () => ({ guests: "internal" }),
      added: () => ({ guests: [JON] }),
      change: () => ({ guests: [JON, { ...SARA, response: "needsAction" }] }),
      back: () => ({ guests: [JON] }),
    },
  ],
];

test.each(CHANGES.flatMap(([name, changed]) => PROVIDERS.map((at) => [name, at, changed] as const)))(
  "a planned meeting is cancelled when its event %s (%s), and another is planned when that is undone",
  async (_name, at, { added, rule, change: changeOf, back }) => {
    const startsAt = Date.now() + AHEAD_MS;
    const addedFor = (own: Own) => ({ startsAt, ...added?.(own) });
    const { nora, own, event, meetId, change } = await planned(at, addedFor, rule?.(startsAt));
    expect(await stateOf(meetId)).toMatchObject({ status: "SCHEDULE" });

    await change(changeOf(startsAt, own));
    expect(await stateOf(meetId)).toMatchObject(CANCELLED);
    expect(await rowsOf(nora)).toMatchObject([{ meetId: null, joinAt: null }]);
    expect(await handOver(nora)).toBe(0);

    await change(back(startsAt, own));
    expect(await handOver(nora)).toBe(1);
    expect(await stateOf(meetId)).toMatchObject(CANCELLED);
    expect(await stateOf(await meetIdOf(nora))).toMatchObject({ status: "SCHEDULE", startsAt });
    played.state.cancelEvent(nora.calendar, event.id);
    await nora.object.sync();
  },
);

test("a planned meeting stays one when its event is moved across midnight, and a guest is added", async () => {
  const startsAt = Date.now() + AHEAD_MS;
  const { nora, meetId, change } = await planned("google", () => ({ startsAt, guests: [JON] }));
  await change({ startsAt: startsAt + DAY_MS, guests: [JON, { ...SARA, response: "needsAction" }] });
  expect(await stateOf(meetId)).toMatchObject({ status: "SCHEDULE", startsAt: startsAt + DAY_MS });
  await change({ startsAt });
  expect(await stateOf(meetId)).toMatchObject({ status: "SCHEDULE", startsAt });
  expect(await handOver(nora)).toBe(0);
  expect(await meetIdOf(nora)).toBe(meetId);
});

test("a meeting that does not answer does not keep another from being cancelled", async () => {
  const { nora, event, meetId: stuck } = await planned("google", () => ({}));
  const other = played.state.addEvent(nora.account, nora.calendar, {
    title: "Other",
    startsAt: Date.now() + AHEAD_MS,
    joinUrl: OTHER,
  });
  expect(await nora.object.sync()).toBe("ok");
  expect(await handOver(nora)).toBe(1);
  const meetId = (await rowsOf(nora)).find(({ title }) => title === "Other")?.meetId ?? "";
  played.state.changeEvent(nora.calendar, event.id, { title: "Renamed" });
  played.state.cancelEvent(nora.calendar, other.id);
  await runInDurableObject(nora.object, async (_object, state) => {
    const deps = composeCalendar(workerEnv);
    const moveMeeting: typeof deps.moveMeeting = (asked, ...more) =>
      asked === stuck ? Promise.reject(new Error("it does not answer")) : deps.moveMeeting(asked, ...more);
    await new CalendarAccountObject(state, workerEnv, { ...deps, moveMeeting }).sync();
  });
  expect(await stateOf(meetId)).toMatchObject(CANCELLED);
  await vi.waitFor(async () => {
    await nora.object.sync();
    expect(await titleOf(stuck)).toBe("Renamed");
  }, SOON);
});
