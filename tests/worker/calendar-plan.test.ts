import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDatabase } from "#app/server/db/database.ts";
import { CALENDAR_JOIN_LEAD_MS } from "#app/domain/limits/calendars.ts";
import { newUserId } from "#app/domain/ids.ts";
import { type EventProjection, projectEvents } from "#app/server/calendars/project-events.ts";
import { eventsOf } from "#app/server/workspace/events-of.ts";
import { calendarAccounts } from "#app/server/db/schema-calendars.ts";
import { type PlayedCalendars, playCalendars } from "#tests/fakes/calendar-providers.ts";
import { openCalendarAccount } from "#tests/support/calendar-account.ts";
import type { PlayedPerson } from "#tests/support/calendar-consent.ts";
import { countedDatabase } from "#tests/support/counted-database.ts";
import { listedEvents } from "#tests/support/listed-events.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { listsOf } from "#workers/compose/objects.ts";
import { dueAccounts } from "#workers/cron/join-calendars.ts";

const SOON = { timeout: 30_000, interval: 50 };

/** The plan in the lists, after any sequence of changes at the provider, and the cost of the minute's query. */

const db = openDatabase(env.DB);
const HOUR_MS = 3_600_000;
const MEET = "https://meet.google.com/abc-defg-hij";

let played: PlayedCalendars;
const people: PlayedPerson[] = [];
const openAccount = (provider: "google" | "microsoft") => openCalendarAccount({ played, people }, provider);

beforeEach(() => {
  played = playCalendars({ people });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const answer = await played.answer(new Request(input, init));
    return answer ?? new Response(null, { status: 500 });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const change = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), hour: fc.integer({ min: 1, max: 500 }), linked: fc.boolean() }),
  fc.record({ kind: fc.constant("move" as const), at: fc.nat(20), hour: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ kind: fc.constant("rename" as const), at: fc.nat(20) }),
  fc.record({ kind: fc.constant("link" as const), at: fc.nat(20), linked: fc.boolean() }),
  fc.record({ kind: fc.constant("remove" as const), at: fc.nat(20) }),
  fc.record({ kind: fc.constant("series" as const), hour: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant("sync" as const) }),
  fc.record({ kind: fc.constant("failure" as const), after: fc.nat(2) }),
  fc.record({ kind: fc.constant("forget" as const) }),
  fc.record({ kind: fc.constant("expire" as const) }),
);

/** A page or a whole sync may fail at any point: what was read before stays, and the rest is read later. */
test.each(["google", "microsoft"] as const)(
  "after any changes at %s the plan is what the provider has",
  async (provider) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 3, maxLength: 25 }),
        fc.integer({ min: 1, max: 4 }),
        async (steps, size) => {
          played.orders.failures.length = 0;
          played.orders.pageSize = size;
          const { userId, account, calendar, object } = await openAccount(provider);
          const base = Date.now();
          const pick = (at: number) => {
            const there = [...calendar.events.values()].filter(({ state }) => state === "present");
            return there[at % Math.max(1, there.length)]?.id;
          };
          for (const step of steps) {
            const id = "at" in step ? pick(step.at) : undefined;
            if (step.kind === "add") {
              const startsAt = base + step.hour * HOUR_MS;
              played.state.addEvent(account, calendar, { startsAt, joinUrl: step.linked ? MEET : null });
            } else if (step.kind === "series") {
              const startsAt = base + step.hour * HOUR_MS;
              played.state.addSeries(account, calendar, { startsAt, frequency: "DAILY", count: 3, joinUrl: MEET });
            } else if (step.kind === "move" && id) {
              played.state.changeEvent(calendar, id, { startsAt: base + step.hour * HOUR_MS });
            } else if (step.kind === "rename" && id)
              played.state.changeEvent(calendar, id, { title: crypto.randomUUID() });
            else if (step.kind === "link" && id)
              played.state.changeEvent(calendar, id, { joinUrl: step.linked ? MEET : null });
            else if (step.kind === "remove" && id) played.state.cancelEvent(calendar, id);
            else if (step.kind === "sync") await object.sync();
            else if (step.kind === "failure") {
              const good = Array.from({ length: step.after }, () => () => new Response(null, { status: 503 }));
              played.orders.failures.push(...good, () => new Response("{", { status: 200 }));
            } else if (step.kind === "forget") played.state.forgetTokens(calendar);
            else if (step.kind === "expire") played.grants.expireAccessTokens();
          }
          played.orders.failures.length = 0;
          await vi.waitFor(async () => expect(await object.sync()).toBe("ok"), SOON);
          const rows = (await listedEvents(userId)).filter(({ joins }) => joins);
          const planned = [...calendar.events.values()]
            .filter(({ state, joinUrl }) => state === "present" && joinUrl === MEET)
            .map(({ title, startsAt }) => ({ title, startsAt }));
          const sorted = (list: typeof planned) => list.map((each) => `${each.startsAt} ${each.title}`).toSorted();
          expect(sorted(rows)).toEqual(sorted(planned));
          // The cron looks after the account in time for the first of them.
          const [row] = await db.select().from(calendarAccounts).where(eq(calendarAccounts.userId, userId));
          const first = Math.min(...planned.map(({ startsAt }) => startsAt));
          expect(row?.joinAt ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(first - CALENDAR_JOIN_LEAD_MS);
        },
      ),
      { numRuns: 12, endOnFailure: true },
    );
  },
);

test("the minute's query reads due rows only, however many accounts there are", async () => {
  const now = Date.now();
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
     INSERT INTO calendar_accounts (id, user_id, workspace_id, provider, subject, name, state, next_sync_at, created_at, join_at)
     SELECT 'many-' || i, 'u' || i, 'u' || i, 'google', i, '', 'ok', ?1 + 1, 0, ?1 + i * 60000 - 180000 FROM n`,
  )
    .bind(now)
    .run();
  const { services, rowsRead } = countedDatabase();
  const due = await dueAccounts(services.db, now);
  // The third is due now: its account has it, and the query only what is late.
  expect(due).toHaveLength(2);
  expect(await rowsRead()).toBeLessThanOrEqual(8);
});

test("events are written and removed by the hundred, with any title", async () => {
  const userId = newUserId();
  const list = eventsOf({ lists: listsOf(workerEnv) }, userId);
  // The last one was cut inside a surrogate pair.
  const titles = ["", `"quotes", 'quotes' and \\u0041`, "Réunion 📅", "line\nbreak", "Cut \uD83D"];
  const events = Array.from(
    { length: 150 },
    (_each, at): EventProjection => ({
      id: `event-${at}`,
      accountId: "by-the-hundred",
      calendarId: "c",
      userId,
      eventKey: `key-${at}`,
      title: titles[at % titles.length] ?? "",
      startsAt: 1_795_132_800_000 + at,
      endsAt: 1_795_132_800_000 + at,
      isAllDay: at % 2 === 0,
      isPrivate: false,
      isTentative: false,
      isOrganiser: true,
      isSaidOrganiser: false,
      isVisible: true,
      platform: null,
      roomKey: null,
      joins: false,
      reason: "no-link",
      switched: at % 3 === 0 ? null : at % 3 === 1,
      meetId: null,
    }),
  );
  const shown = events.map((event) => ({ ...event, title: event.title.replace(/\uD83D$/, "\uFFFD") }));
  const stored = () => listedEvents(userId);
  await projectEvents(list, events, []);
  expect(await stored()).toEqual(shown);
  const moved = events.slice(0, 2).map((event) => ({ ...event, meetId: "meeting" }));
  await projectEvents(
    list,
    moved,
    events.slice(2, 140).map(({ id }) => id),
  );
  const left = await stored();
  expect(left.map(({ id, meetId }) => [id, meetId])).toEqual([
    ["event-0", "meeting"],
    ["event-1", "meeting"],
    ...events.slice(140).map(({ id }) => [id, null]),
  ]);
});
