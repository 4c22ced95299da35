import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CALENDAR_JOIN_LEAD_MS } from "#app/domain/limits/calendars.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { calendarAccounts } from "#app/server/db/schema-calendars.ts";
import { calendarEvents } from "#app/server/workspace/list-tables.ts";
import { HAND_OVER_ROW_TRIPS, HAND_OVER_TRIPS } from "#tests/bench/scale/model.ts";
import { standInForRecorder } from "#tests/fakes/recorder-server.ts";
import { openCalendarAccount } from "#tests/support/calendar-account.ts";
import { openCalendarStage } from "#tests/support/calendar-stage.ts";
import { costsOf } from "#tests/support/request-costs.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { listedEvents } from "#tests/support/listed-events.ts";
import { CALENDAR_MIGRATIONS } from "#workers/calendar/store-migrations.ts";
import { composeServices } from "#workers/compose.ts";
import { listsOf } from "#workers/compose/objects.ts";
import { spreadOf } from "#workers/calendar/join-times.ts";
import { joinCalendars } from "#workers/cron/join-calendars.ts";

/** An account hands its events over at their time, and the cron what is left. */

const db = openDatabase(env.DB);
const MEET = "https://meet.google.com/abc-defg-hij";
let stage: ReturnType<typeof openCalendarStage>;

beforeEach(() => {
  standInForRecorder();
  stage = openCalendarStage();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** An account with one event, whose time comes in so many ms. */
async function withEvent(inMs: number) {
  const nora = await openCalendarAccount(stage, "google");
  const startsAt = Date.now() + inMs + CALENDAR_JOIN_LEAD_MS - spreadOf(nora.accountId);
  stage.played.state.addEvent(nora.account, nora.calendar, { title: "Ward round", startsAt, joinUrl: MEET });
  expect(await nora.object.sync()).toBe("ok");
  const row = async () => (await listedEvents(nora.userId))[0] ?? null;
  const setFor = () => runInDurableObject(nora.object, (_object, { storage }) => storage.get("join-at"));
  const joinAt = startsAt - CALENDAR_JOIN_LEAD_MS + spreadOf(nora.accountId);
  return { ...nora, row, setFor, joinAt };
}

test("the alarm of an account is set for its next event, which it hands over by itself", async () => {
  const nora = await withEvent(60_000);
  expect(await nora.setFor()).toBe(nora.joinAt);
  expect((await nora.row())?.meetId).toBeNull();
  // The time comes: the object's clock is a minute on.
  const late = vi.spyOn(Date, "now").mockReturnValue(nora.joinAt + 1);
  const costs = await costsOf(() => runDurableObjectAlarm(nora.object));
  late.mockRestore();
  expect((await nora.row())?.meetId).not.toBeNull();
  // Its own trips, and the row that its meeting writes behind it.
  const ownTrips = costs.statements.filter((statement) => !statement.includes('insert into \\"meetings\\"'));
  expect(ownTrips.length).toBeLessThanOrEqual(HAND_OVER_TRIPS);
  expect(costs.trips).toBeLessThanOrEqual(HAND_OVER_TRIPS + HAND_OVER_ROW_TRIPS);
  const services = { ...composeServices(workerEnv, () => undefined), log: () => undefined };
  expect(await joinCalendars({ ...services, now: () => nora.joinAt + 60_000 })).toEqual({ due: 0, handed: 0 });
});

test("an event that was due before it was read, and one whose alarm did not come, are the cron's", async () => {
  const nora = await withEvent(-20_000);
  await runDurableObjectAlarm(nora.object);
  expect((await nora.row())?.meetId).toBeNull();
  const services = { ...composeServices(workerEnv, () => undefined), log: () => undefined };
  expect(await joinCalendars({ ...services, now: () => Date.now() + 30_000 })).toEqual({ due: 1, handed: 1 });
});

test("an account of before its events were in the lists is woken by the cron, and writes them", async () => {
  const nora = await withEvent(60 * 60_000);
  const row = await nora.row();
  // As the migrations of D1 and of the object leave it.
  await listsOf(workerEnv).of(nora.userId).delete(calendarEvents);
  await db.update(calendarAccounts).set({ joinAt: 0 }).where(eq(calendarAccounts.id, nora.accountId));
  const statements = CALENDAR_MIGRATIONS.find(({ name }) => name === "0013-events-in-lists")?.statements ?? [];
  await runInDurableObject(nora.object, (_object, { storage }) => {
    for (const statement of statements.filter((each) => each.startsWith("UPDATE"))) storage.sql.exec(statement);
  });
  const services = { ...composeServices(workerEnv, () => undefined), log: () => undefined };
  expect(await joinCalendars(services)).toEqual({ due: 1, handed: 0 });
  expect(await nora.row()).toEqual(row);
  const [account] = await db.select().from(calendarAccounts).where(eq(calendarAccounts.id, nora.accountId));
  expect(account?.joinAt).toBe((row?.startsAt ?? 0) - CALENDAR_JOIN_LEAD_MS);
  expect(await joinCalendars(services)).toEqual({ due: 0, handed: 0 });
});

test("an account that is woken for nothing writes its time anew", async () => {
  const nora = await withEvent(60 * 60_000);
  await db.update(calendarAccounts).set({ joinAt: 1 }).where(eq(calendarAccounts.id, nora.accountId));
  const services = { ...composeServices(workerEnv, () => undefined), log: () => undefined };
  expect(await joinCalendars(services)).toEqual({ due: 1, handed: 0 });
  expect(await joinCalendars(services)).toEqual({ due: 0, handed: 0 });
});
