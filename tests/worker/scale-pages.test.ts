import { env } from "cloudflare:workers";
import { eq, gt, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newMeetId, newUserId, personalWorkspaceOf } from "#app/domain/ids.ts";
import { readUsage } from "#app/server/usage/usage-ledger.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { usageCounts, usageLedger } from "#app/server/db/schema-usage.ts";
import { seedStage } from "#tests/bench/scale/stage.ts";
import { call, credits } from "#tests/support/api.ts";
import { seedManyMeetings } from "#tests/support/many-meetings.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { type Costs, costsOf } from "#tests/support/request-costs.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { readLists } from "#app/server/workspace/read-lists.ts";
import { templateCounts } from "#app/server/workspace/list-tables.ts";
import { listsOf } from "#workers/compose/objects.ts";

/** Counts of what pages and polls read, so that no page reads more because its person has used Acta longer. */

const db = openDatabase(env.DB);

/** Most rows that one request may read, and most trips to D1. */
const LIMITS = {
  "/api/auth/session": { rows: 14, trips: 1 },
  "/api/acta/user/credits": { rows: 20, trips: 2 },
  "/": { rows: 120, trips: 2 },
  "/_root.data?_routes=routes%2Fhome": { rows: 120, trips: 2 },
  "/settings": { rows: 80, trips: 16 },
  "/templates": { rows: 50, trips: 5 },
  "/templates/new": { rows: 120, trips: 3 },
  "/history": { rows: 100, trips: 5 },
  "/tasks": { rows: 50, trips: 3 },
  "/pricing": { rows: 50, trips: 4 },
  "/api/acta/calendars": { rows: 30, trips: 2 },
  "/api/acta/calendar-events": { rows: 40, trips: 2 },
};
/** Rows of the workspace's lists that one request may read. */
const OBJECT_ROWS_MAX = 100;
/** Home, whose rows are those of D1 and of the lists together. */
const HOME = ["/", "/_root.data?_routes=routes%2Fhome"];
const HOME_ROWS_MAX = 120;
/** Of a page of what a team shows: those that it reads now, and a tenth more. */
const TEAM_LIMITS = {
  "/history?role=shared": { rows: 147, objectRows: 58, trips: 5 },
  "/history": { rows: 45, objectRows: 17, trips: 4 },
  "/tasks": { rows: 38, objectRows: 16, trips: 3 },
  "/": { rows: 42, objectRows: 25, trips: 2 },
};
/** An index is read to the first row behind those that are wanted, which is there or not by the ids of other people: one a walk. */
const NEIGHBOURS = 25;

async function costsOfPages(cookie: string, paths = Object.keys(LIMITS)): Promise<Record<string, Costs>> {
  const costs: Record<string, Costs> = {};
  for (const path of paths) {
    costs[path] = await costsOf(async () => {
      const answer = await call(path, { cookie });
      expect(answer.status).toBe(200);
      await answer.text();
    });
  }
  return costs;
}

test.each(["free", "pro"])(
  "pages and polls read as many rows after 10,000 meetings as after 1,000 (%s)",
  async (plan) => {
    const [some, many] = [await signIn({ plan }), await signIn({ plan })];
    await seedManyMeetings(some.userId, 1000, `${plan}-some-`);
    await seedManyMeetings(many.userId, 10_000, `${plan}-many-`);
    // Lists that are read for the first time take all rows of D1.
    for (const { cookie } of [some, many]) expect((await call("/", { cookie })).status).toBe(200);
    const [before, after] = [await costsOfPages(some.cookie), await costsOfPages(many.cookie)];
    for (const [path, limit] of Object.entries(LIMITS)) {
      const [few, all] = [before[path], after[path]];
      expect(all?.rows, path).toBeLessThanOrEqual(Math.min(limit.rows, (few?.rows ?? 0) + NEIGHBOURS));
      const inObjects = Math.min(OBJECT_ROWS_MAX, (few?.objectRows ?? 0) + NEIGHBOURS);
      expect(all?.objectRows, path).toBeLessThanOrEqual(inObjects);
      expect(all?.trips, path).toBeLessThanOrEqual(limit.trips);
    }
    for (const path of HOME) {
      const { rows = 0, objectRows = 0 } = after[path] ?? {};
      expect(rows, path).toBeGreaterThan(0);
      expect(objectRows, path).toBeGreaterThan(0);
      expect(rows + objectRows, path).toBeLessThanOrEqual(HOME_ROWS_MAX);
    }
  },
);

test("pages of a team of 50 whose others show 9,800 meetings read no more rows than they do now", {
  timeout: 180_000,
}, async () => {
  const { member } = await seedStage();
  const paths = Object.keys(TEAM_LIMITS);
  // Lists that are read for the first time take all rows of D1, and the team's what these lack.
  for (let times = 0; times < 2; times += 1) await costsOfPages(member.cookie, paths);
  const costs = await costsOfPages(member.cookie, paths);
  for (const [path, limit] of Object.entries(TEAM_LIMITS)) {
    const { rows = 0, objectRows = 0, trips = 0 } = costs[path] ?? {};
    expect(rows, path).toBeGreaterThan(0);
    expect(rows, path).toBeLessThanOrEqual(limit.rows);
    expect(objectRows, path).toBeLessThanOrEqual(limit.objectRows);
    expect(trips, path).toBeLessThanOrEqual(limit.trips);
  }
});

test("usage is what a count of the ledger says, through every change of a row", async () => {
  const userId = newUserId();
  const workspaceId = personalWorkspaceOf(userId);
  const now = 10_000_000;
  const row = { kind: "upload", ...ownedBy(userId), reservedAt: now, updatedAt: now };
  const [first, second, third] = [newMeetId(), newMeetId(), newMeetId()];
  await db.insert(usageLedger).values([
    { ...row, meetId: first, state: "counted" },
    { ...row, meetId: second, state: "reserved" },
    { ...row, meetId: third, state: "reserved", reservedAt: 1 },
  ]);
  const used = async (of = workspaceId) => (await readUsage(db, of, now)).uploads;
  // The third is too old to count.
  expect(await used()).toBe(2);
  await db.update(usageLedger).set({ state: "counted" }).where(eq(usageLedger.meetId, second));
  expect(await used()).toBe(2);
  await db.update(usageLedger).set({ state: "released" }).where(eq(usageLedger.meetId, first));
  expect(await used()).toBe(1);
  const other = personalWorkspaceOf(newUserId());
  await db.update(usageLedger).set({ workspaceId: other }).where(eq(usageLedger.meetId, second));
  expect([await used(), await used(other)]).toEqual([0, 1]);
  await db.delete(usageLedger).where(eq(usageLedger.meetId, second));
  expect(await used(other)).toBe(0);
});

test("the counters are those that a migration of the same rows would write", async () => {
  const { userId, cookie } = await signIn();
  await seedManyMeetings(userId, 200, "drift-");
  const own = eq(meetings.createdBy, userId);
  await db.update(meetings).set({ templateId: "t1" }).where(sql`${own} and ${meetings.sourceKind} = 'upload'`);
  await db.update(meetings).set({ status: "SCHEDULE" }).where(sql`${own} and ${meetings.status} = 'REJECTED'`);
  await db.update(meetings).set({ deletedAt: 5 }).where(sql`${own} and ${meetings.status} = 'ERROR_TRANSCRIPT'`);
  const templates = await db
    .select({ id: sql<string>`coalesce(${meetings.templateId}, '')`, count: sql<number>`count(*)` })
    .from(meetings)
    .where(sql`${own} and ${meetings.deletedAt} is null`)
    .groupBy(meetings.templateId);
  const { kept } = await readLists({ db, lists: listsOf(workerEnv) }, personalWorkspaceOf(userId), (list) => ({
    kept: list.select().from(templateCounts).where(gt(templateCounts.count, 0)),
  }));
  const byId = (left: { id: string }, right: { id: string }) => left.id.localeCompare(right.id);
  expect(kept.map(({ templateId, count }) => ({ id: templateId, count })).sort(byId)).toEqual(templates.sort(byId));
  const [{ counted } = { counted: 0 }] = await db
    .select({ counted: sql<number>`sum(${usageCounts.counted})` })
    .from(usageCounts)
    .where(eq(usageCounts.workspaceId, personalWorkspaceOf(userId)));
  expect(counted).toBe(200);
  await db.update(meetings).set({ status: "TORECORD" }).where(eq(meetings.id, "drift-1"));
  expect((await credits(cookie)).meetCount).toMatchObject({ plannedMeets: 3 });
});
