import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { randomId } from "#app/domain/ids.ts";
import { CALENDAR_JOIN_LEAD_MS } from "#app/domain/limits/calendars.ts";
import { workspaceLists } from "#app/server/adapters/workspace-object/workspace-lists.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { calendarAccounts } from "#app/server/db/schema-calendars.ts";
import { type PlayedCalendars, playCalendars } from "#tests/fakes/calendar-providers.ts";
import { newcomer, type PlayedPerson } from "#tests/support/calendar-consent.ts";
import {
  alive,
  KilledError,
  type Life,
  mortalDatabase,
  mortalLists,
  newLife,
  watchMortal,
} from "#tests/support/mortal-object.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { listedEvents } from "#tests/support/listed-events.ts";
import { CalendarAccountObject } from "#workers/calendar/calendar-account-object.ts";
import { readAccount } from "#workers/calendar/store.ts";
import { isBehind } from "#workers/calendar/project.ts";
import { composeCalendar } from "#workers/compose/calendars.ts";
import { workspaceStub } from "#workers/compose/objects.ts";

/** The plan in the lists after kills at any write and with notifications that are lost, late, repeated or in any order. */

const db = openDatabase(env.DB);
const HOUR_MS = 3_600_000;
const MEET = "https://meet.google.com/abc-defg-hij";
const ALARMS_MAX = 60;

let played: PlayedCalendars;
let people: PlayedPerson[];
/** Notifications on their way. */
let mailbox: Request[];
const clock = { now: 0 };
let life: Life;

beforeEach(() => {
  people = [];
  mailbox = [];
  life = newLife();
  clock.now = Date.now();
  played = playCalendars({
    people,
    now: () => clock.now,
    send: async (request) => {
      // Microsoft asks the address before it opens a subscription.
      if (new URL(request.url).searchParams.has("validationToken")) return exports.default.fetch(request);
      mailbox.push(request);
      return new Response(null, { status: 202 });
    },
  });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    alive(life);
    const answer = await played.answer(new Request(input, init));
    return answer ?? new Response(null, { status: 500 });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const hour = fc.integer({ min: 48, max: 700 });
const step = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), hour, linked: fc.boolean() }),
  fc.record({ kind: fc.constant("series" as const), hour }),
  fc.record({ kind: fc.constant("move" as const), at: fc.nat(20), hour }),
  fc.record({ kind: fc.constant("link" as const), at: fc.nat(20), linked: fc.boolean() }),
  fc.record({ kind: fc.constant("remove" as const), at: fc.nat(20) }),
  // Killed after some writes of an alarm, or not at all.
  fc.record({ kind: fc.constant("alarm" as const), writes: fc.option(fc.nat(40)) }),
  fc.record({ kind: fc.constant("sync" as const), writes: fc.option(fc.nat(40)) }),
  fc.record({ kind: fc.constant("deliver" as const), at: fc.nat(20), repeats: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ kind: fc.constant("lose" as const) }),
  fc.record({ kind: fc.constant("forget" as const) }),
);

/** Does something in a new instance of the object, which may be killed after so many writes. */
async function inNewProcess(
  state: DurableObjectState,
  writes: number | null,
  act: (object: CalendarAccountObject) => Promise<unknown>,
): Promise<void> {
  life.isDead = false;
  life.writesLeft = writes;
  const deps = {
    ...composeCalendar(workerEnv),
    db: openDatabase(mortalDatabase(env.DB, life)),
    lists: workspaceLists((workspaceId) => mortalLists(workspaceStub(workerEnv, workspaceId), life)),
    now: () => clock.now,
    log: () => {},
  };
  try {
    await act(new CalendarAccountObject(state, workerEnv, deps));
  } catch (error) {
    if (!(error instanceof KilledError)) throw error;
  }
  life.isDead = false;
  life.writesLeft = null;
}

async function fireAlarm(state: DurableObjectState, writes: number | null): Promise<void> {
  if (life.alarmAt === null) throw new Error("the account has no alarm");
  clock.now = Math.max(clock.now, life.alarmAt);
  const before = life.alarmAt;
  await inNewProcess(state, writes, (object) => object.alarm());
  // A handler that ended has set the next one; one that was killed comes again.
  if (life.alarmAt === before) life.alarmAt = clock.now + 1;
}

async function deliver(at: number, repeats: number): Promise<void> {
  const [request] = mailbox.splice(at % Math.max(1, mailbox.length), 1);
  if (!request) return;
  for (let time = 0; time < repeats; time += 1) {
    const { url, headers } = request;
    const body = await request.clone().text();
    const answer = await exports.default.fetch(url, { method: "POST", headers, body });
    expect(answer.status).toBe(202);
  }
}

test.each(["google", "microsoft"] as const)(
  "after kills at any write and lost notifications the plan is what %s has",
  async (provider) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 24 }),
        fc.integer({ min: 1, max: 4 }),
        async (steps, size) => {
          life = newLife();
          mailbox = [];
          clock.now = Date.now();
          played.orders.pageSize = size;
          const { userId } = await signIn();
          const { owner, email: name, consent, ...nora } = newcomer({ played, people }, provider);
          const tokens = await consent();
          const accountId = randomId();
          // The object's own instance only receives notifications: a sync of its own beside ours would be a second process.
          const object = env.CALENDARS.get(env.CALENDARS.idFromName(accountId));
          await runInDurableObject(object, async (_object, state) => {
            const { release } = watchMortal(state.storage, life);
            try {
              const birth = { accountId, userId, workspaceId: userId, name, createdAt: 1, provider, owner, tokens };
              await inNewProcess(state, null, (fresh) => fresh.begin(birth));
              for (const each of steps) await play(each, nora, state);
              await settle(state);
            } finally {
              release();
            }
          });
          const rows = (await listedEvents(userId)).filter(({ joins }) => joins);
          const planned = [...nora.calendar.events.values()]
            .filter(({ state, joinUrl }) => state === "present" && joinUrl === MEET)
            .map(({ title, startsAt }) => ({ title, startsAt }));
          const sorted = (list: typeof planned) => list.map((one) => `${one.startsAt} ${one.title}`).toSorted();
          expect(sorted(rows)).toEqual(sorted(planned));
          // The cron looks after the account in time for the first of them.
          const [row] = await db.select().from(calendarAccounts).where(eq(calendarAccounts.userId, userId));
          const first = Math.min(...planned.map(({ startsAt }) => startsAt));
          expect(row?.joinAt ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(first - CALENDAR_JOIN_LEAD_MS);
        },
      ),
      { numRuns: 15, endOnFailure: true },
    );
  },
);

type Nora = Pick<ReturnType<typeof newcomer>, "account" | "calendar">;
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

async function play(each: Step, { account, calendar }: Nora, state: DurableObjectState): Promise<void> {
  const at = (hours: number) => clock.now + hours * HOUR_MS;
  const there = [...calendar.events.values()].filter((event) => event.state === "present");
  const id = "at" in each ? there[each.at % Math.max(1, there.length)]?.id : undefined;
  switch (each.kind) {
    case "add":
      played.state.addEvent(account, calendar, { startsAt: at(each.hour), joinUrl: each.linked ? MEET : null });
      break;
    case "series":
      played.state.addSeries(account, calendar, {
        startsAt: at(each.hour),
        frequency: "DAILY",
        count: 3,
        joinUrl: MEET,
      });
      break;
    case "move":
      if (id) played.state.changeEvent(calendar, id, { startsAt: at(each.hour) });
      break;
    case "link":
      if (id) played.state.changeEvent(calendar, id, { joinUrl: each.linked ? MEET : null });
      break;
    case "remove":
      if (id) played.state.cancelEvent(calendar, id);
      break;
    case "alarm":
      await fireAlarm(state, each.writes);
      break;
    case "sync":
      await inNewProcess(state, each.writes, (fresh) => fresh.sync());
      break;
    case "deliver":
      await deliver(each.at, each.repeats);
      break;
    case "lose":
      mailbox = [];
      break;
    case "forget":
      played.state.forgetTokens(calendar);
      break;
    default:
      throw each satisfies never;
  }
}

/**
 * Nothing is told any more: alarms alone have to bring the account up to date. A reading that a kill cut off goes on after pages from
 * before the last change, so the reading that begins after it counts.
 */
async function settle(state: DurableObjectState): Promise<void> {
  let changedAt = clock.now;
  let readings = 0;
  for (let alarms = 0; alarms < ALARMS_MAX; alarms += 1) {
    const { sql } = state.storage;
    const account = readAccount(sql);
    const isRead = account?.state === "ok" && (account.syncedAt ?? 0) > changedAt;
    if (isRead && !isBehind(sql)) {
      readings += 1;
      if (readings === 2) return;
      changedAt = clock.now;
    }
    clock.now += 1;
    await fireAlarm(state, null);
  }
  throw new Error("the account did not come up to date");
}
