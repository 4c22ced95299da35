import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { calendarsAnswer } from "#app/contracts/calendars.ts";
import { randomId } from "#app/domain/ids.ts";
import { FEED_EVENTS_MAX } from "#app/domain/limits/calendars.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { calendarAccounts } from "#app/server/db/schema-calendars.ts";
import { CALENDAR_ORIGIN, type PlayedCalendars, playCalendars } from "#tests/fakes/calendar-providers.ts";
import { call, post } from "#tests/support/api.ts";
import { newcomer, type PlayedPerson } from "#tests/support/calendar-consent.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { listedEvents } from "#tests/support/listed-events.ts";
import { CalendarAccountObject } from "#workers/calendar/calendar-account-object.ts";
import { composeCalendar } from "#workers/compose/calendars.ts";

/** A calendar by its secret address: the tag of its file, and logs that do not have the address. Its limits are in tests/unit/calendar. */

const db = openDatabase(env.DB);
const HOUR_MS = 3_600_000;
const MEET = "https://meet.google.com/abc-defg-hij";

let played: PlayedCalendars;
let people: PlayedPerson[];
/** The tag and the status of each question for a feed. */
let asked: { tag: string | null; status: number }[];
/** Answers every question for a feed, in place of the stand-in. */
let answerFeed: (() => Response) | null;

beforeEach(() => {
  people = [];
  asked = [];
  answerFeed = null;
  played = playCalendars({ people });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const isFeed = new URL(request.url).pathname.startsWith("/ics/");
    const answer = (isFeed && answerFeed?.()) || (await played.answer(new Request(input, init)));
    const { status } = answer ?? { status: 500 };
    if (isFeed) asked.push({ tag: request.headers.get("If-None-Match"), status });
    return answer ?? new Response(null, { status });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A feed with one event, connected and read. */
async function openFeed() {
  const { cookie, userId } = await signIn();
  const { account } = newcomer({ played, people }, "google");
  const calendar = played.state.addCalendar(account, { id: `hush-${crypto.randomUUID()}`, name: "Club" });
  const event = played.state.addEvent(account, calendar, {
    title: "Rehearsal",
    startsAt: Date.now() + HOUR_MS,
    joinUrl: MEET,
  });
  const accountId = randomId();
  const object = env.CALENDARS.get(env.CALENDARS.idFromName(accountId));
  const address = `${CALENDAR_ORIGIN}/ics/${calendar.id}.ics`;
  const feed = { provider: "ics" as const, subject: randomId(), address };
  const begin = () => object.begin({ accountId, userId, workspaceId: userId, name: "Club", createdAt: 1, ...feed });
  await begin();
  expect(await object.sync()).toBe("ok");
  const stored = () =>
    runInDurableObject(object, (_object, { storage }) => storage.sql.exec("SELECT * FROM events").toArray());
  const rows = () => listedEvents(userId);
  const accountRow = async () =>
    (await db.select().from(calendarAccounts).where(eq(calendarAccounts.id, accountId)))[0];
  return { cookie, accountId, object, begin, address, calendar, event, stored, rows, accountRow };
}

test("an unchanged feed changes nothing, and the next question is due in its time", async () => {
  const feed = await openFeed();
  const before = { stored: await feed.stored(), rows: await feed.rows() };
  expect(before.rows).toMatchObject([{ title: "Rehearsal" }]);
  const at = Date.now();
  expect(await feed.object.sync()).toBe("ok");
  expect(asked.length).toBeGreaterThan(1);
  expect(asked[0]).toEqual({ tag: null, status: 200 });
  for (const question of asked.slice(1)) expect(question).toEqual({ tag: expect.stringMatching(/^"/), status: 304 });
  expect({ stored: await feed.stored(), rows: await feed.rows() }).toEqual(before);
  const row = await feed.accountRow();
  expect(row?.state).toBe("ok");
  expect(row?.syncedAt).toBeGreaterThanOrEqual(at);
  expect(row?.nextSyncAt).toBeGreaterThan(at);
  expect(row?.nextSyncAt).toBeLessThanOrEqual(Date.now() + HOUR_MS / 4);

  played.state.changeEvent(feed.calendar, feed.event.id, { title: "Dress rehearsal" });
  expect(await feed.object.sync()).toBe("ok");
  expect(asked.at(-1)).toMatchObject({ tag: expect.any(String), status: 200 });
  expect(await feed.rows()).toMatchObject([{ title: "Dress rehearsal" }]);
});

test("a feed is read as a whole once a day, because its series reach further then", async () => {
  const feed = await openFeed();
  const later = () => Date.now() + 25 * HOUR_MS;
  await runInDurableObject(feed.object, async (_object, state) => {
    const deps = { ...composeCalendar(workerEnv), now: later };
    expect(await new CalendarAccountObject(state, workerEnv, deps).sync()).toBe("ok");
  });
  expect(asked.at(-1)).toEqual({ tag: null, status: 200 });
});

test.each<[string, string, () => Response]>([
  ["fails", "failing", () => new Response("hush-", { status: 500 })],
  ["is gone", "failing", () => new Response("hush-", { status: 404 })],
  ["leads inside", "reconnect", () => Response.redirect("https://hush-.internal/a.ics", 302)],
  [
    "cannot be reached",
    "failing",
    () => {
      throw new TypeError("fetch of hush- failed");
    },
  ],
])("a feed that %s is %s, and no log line has its address", async (_what, state, answer) => {
  const lines = vi.spyOn(console, "log");
  const feed = await openFeed();
  answerFeed = answer;
  expect(await feed.object.sync()).toBe(state);
  const { cookie } = await signIn();
  const added = await post("/api/acta/calendar-accounts/ics", cookie, { url: `${feed.address}?other`, name: "" });
  expect(added.ok).toBe(false);
  expect(await added.text()).not.toContain("hush-");
  const said = lines.mock.calls.map((line) => line.join(" "));
  expect(said.some((line) => line.includes("calendar.sync.failed"))).toBe(true);
  expect(said.filter((line) => line.includes("hush-"))).toEqual([]);
});

test("a feed with more events than are read says so in the settings until it is smaller, and reads the others", async () => {
  const feed = await openFeed();
  const { cookie } = feed;
  const startsAt = new Date(Date.now() + HOUR_MS).toISOString().replace(/[-:]|\.\d+/gu, "");
  const eventOf = (uid: string, start: string) =>
    `BEGIN:VEVENT\r\nUID:${uid}\r\nSUMMARY:Concert\r\nDTSTART:${start}\r\nEND:VEVENT\r\n`;
  const fileOf = (count: number) => {
    const past = Array.from({ length: count - 1 }, (_event, at) =>
      eventOf(`past-${at}`, "20200101T090000Z\r\nRRULE:FREQ=DAILY;COUNT=1"),
    );
    return `BEGIN:VCALENDAR\r\n${eventOf("next", startsAt)}${past.join("")}END:VCALENDAR\r\n`;
  };
  const stateShown = async () => {
    const answer = calendarsAnswer.parse(await (await call("/api/acta/calendars", { cookie })).json());
    return answer.calendar_integrations.flatMap(({ accounts }) => accounts.map(({ state }) => state));
  };
  answerFeed = () => new Response(fileOf(FEED_EVENTS_MAX + 1), { headers: { ETag: '"large"' } });
  expect(await feed.object.sync()).toBe("cut");
  expect(await feed.rows()).toMatchObject([{ title: "Concert" }]);
  expect(await stateShown()).toEqual(["cut"]);
  // An unchanged file is as large as before, also after a failure.
  for (const [answer, state] of [
    [() => new Response(null, { status: 304 }), "cut"],
    [() => new Response(null, { status: 500 }), "failing"],
    [() => new Response(null, { status: 304 }), "cut"],
  ] as const) {
    answerFeed = answer;
    expect(await feed.object.sync()).toBe(state);
    expect(await stateShown()).toEqual([state]);
  }
  expect(asked.at(-1)?.tag).toBe('"large"');
  answerFeed = () => new Response(fileOf(FEED_EVENTS_MAX), { headers: { ETag: '"small"' } });
  expect(await feed.object.sync()).toBe("ok");
  expect(await stateShown()).toEqual(["ok"]);
});

test("a feed whose address is refused for a day says that it is gone, is mailed once, and comes back by itself", async () => {
  const feed = await openFeed();
  answerFeed = () => new Response(null, { status: 404 });
  expect(await feed.object.sync()).toBe("failing");
  const account = () =>
    runInDurableObject(feed.object, (_object, { storage }) => storage.sql.exec("SELECT * FROM account").one());
  expect(await account()).toMatchObject({ lost_at: null });
  await runInDurableObject(feed.object, (_object, { storage }) => {
    storage.sql.exec("UPDATE calendars SET read_at = read_at - ?", 25 * HOUR_MS);
  });
  expect(await feed.object.sync()).toBe("reconnect");
  const lost = await account();
  expect(lost).toMatchObject({ lost_at: expect.any(Number), loss_told: 1 });
  expect(await feed.rows()).toMatchObject([{ joins: false }]);
  expect(await feed.object.sync()).toBe("reconnect");
  expect(await account()).toMatchObject({ lost_at: lost.lost_at });
  answerFeed = null;
  expect(await feed.object.sync()).toBe("ok");
  expect(await account()).toMatchObject({ lost_at: null });
});

test("an event without an organiser is the person's only once they said that the feed is theirs", async () => {
  const feed = await openFeed();
  const startsAt = new Date(Date.now() + HOUR_MS).toISOString().replace(/[-:]|\.\d+/gu, "");
  const event = `BEGIN:VEVENT\r\nUID:a\r\nSUMMARY:Talk\r\nLOCATION:${MEET}\r\nDTSTART:${startsAt}\r\nEND:VEVENT`;
  answerFeed = () =>
    new Response(`BEGIN:VCALENDAR\r\n${event}\r\nBEGIN:VEVENT\r\nEND:VEVENT\r\nEND:VCALENDAR`, {
      headers: { ETag: '"1"' },
    });
  expect(await feed.object.sync()).toBe("ok");
  expect(await feed.rows()).toMatchObject([{ joins: false, reason: "feed-unanswered" }]);
  const shown = async () => {
    const answer = calendarsAnswer.parse(await (await call("/api/acta/calendars", { cookie: feed.cookie })).json());
    return answer.calendar_integrations.flatMap(({ accounts }) => accounts.flatMap(({ calendars }) => calendars));
  };
  const [calendar] = await shown();
  expect(calendar).toMatchObject({ mine: null, unreadable: 1 });
  for (const [mine, reason] of [
    [true, "organiser"],
    [false, "not-organiser"],
  ] as const) {
    const changed = await call(`/api/acta/calendars/${calendar?.id}`, {
      cookie: feed.cookie,
      method: "PATCH",
      json: { mine },
    });
    expect(changed.status).toBe(200);
    expect(await feed.object.sync()).toBe("ok");
    expect(await feed.rows()).toMatchObject([{ joins: mine, reason }]);
    expect((await shown())[0]).toMatchObject({ mine });
  }
});

test("a feed during which Acta ended twice is not read any more, and its person is told; connected anew it is read again", async () => {
  const feed = await openFeed();
  const account = () =>
    runInDurableObject(feed.object, (_object, { storage }) => storage.sql.exec("SELECT * FROM account").one());
  expect(await account()).toMatchObject({ reading: 0 });
  const crash = (times: number) =>
    runInDurableObject(feed.object, (_object, { storage }) =>
      storage.sql.exec("UPDATE account SET reading = ?", times),
    );
  // Once may be chance.
  await crash(1);
  expect(await feed.object.sync()).toBe("ok");
  await crash(2);
  const before = asked.length;
  expect(await feed.object.sync()).toBe("parked");
  expect(await feed.object.sync()).toBe("parked");
  expect(asked.length).toBe(before);
  expect(await account()).toMatchObject({ lost_at: expect.any(Number), loss_told: 1 });
  expect(await feed.rows()).toMatchObject([{ joins: false }]);
  await feed.begin();
  expect(await feed.object.sync()).toBe("ok");
});

test("a sync notes that it reads a feed before it does, and the next sync is not due at once", async () => {
  const feed = await openFeed();
  let noted: unknown[] = [];
  const { object } = feed;
  await runInDurableObject(object, async (_object, state) => {
    const deps = composeCalendar(workerEnv);
    const feeds = {
      ...deps.feeds,
      read: async (...given: Parameters<typeof deps.feeds.read>) => {
        noted = state.storage.sql
          .exec("SELECT reading, next_sync_at > ? AS waits FROM account", Date.now() + 60_000)
          .toArray();
        return deps.feeds.read(...given);
      },
    };
    await new CalendarAccountObject(state, workerEnv, { ...deps, feeds }).sync();
  });
  expect(noted).toEqual([{ reading: 1, waits: 1 }]);
});
