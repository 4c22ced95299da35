import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type MeetId, newUserId, type UserId } from "#app/domain/ids.ts";
import { workspaceLists } from "#app/server/adapters/workspace-object/workspace-lists.ts";
import { type Database, type ListDatabase, openDatabase } from "#app/server/db/database.ts";
import { listChanges, meetingCounts, meetings, meetingTasks } from "#app/server/db/schema.ts";
import { meetingTags } from "#app/server/db/schema-folders.ts";
import { meetingVisibility } from "#app/server/db/schema-teams.ts";
import { projectMeeting } from "#app/server/meetings/project-meeting.ts";
import { renewPositions } from "#app/server/workspace/list-changes.ts";
import { listState, listTaken, templateCounts } from "#app/server/workspace/list-tables.ts";
import { selectMeetings } from "#app/server/workspace/own-meetings.ts";
import { readLists } from "#app/server/workspace/read-lists.ts";
import { giveChanges, sweepListChanges, takeChangesOf } from "#app/server/workspace/take-list-changes.ts";
import { countedDatabase } from "#tests/support/counted-database.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { LISTED_TASK as TASK, projectionOf } from "#tests/support/list-projection.ts";
import { listedOf } from "#tests/support/read-lists.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { listsOf } from "#workers/compose/objects.ts";

/** The lists of a workspace in its object (decision 229), with real D1 and real objects. Those of a team: team-lists.test.ts. */

const lines: string[] = [];
const services = {
  db: openDatabase(env.DB),
  lists: listsOf(workerEnv),
  log: (event: string) => void lines.push(event),
};
const { db, lists } = services;
async function titlesOf(userId: UserId): Promise<string[]> {
  const { rows } = await readLists(services, userId, (list) => ({
    rows: selectMeetings(list, sessionActor(userId), { limit: 50 }),
  }));
  return rows.map(({ title }) => title);
}
const tasksInD1 = (meetId: string) => db.select().from(meetingTasks).where(eq(meetingTasks.meetId, meetId));
const notedOf = (meetId: string) => db.select().from(listChanges).where(eq(listChanges.meetId, meetId));
const peopleInD1 = async (meetId: string) =>
  (await db.select({ people: meetings.people }).from(meetings).where(eq(meetings.id, meetId)))[0]?.people;
const show = (meetId: MeetId, visibility: "named" | "team" | "private", teamId: string | null = null) =>
  db
    .insert(meetingVisibility)
    .values({ meetId, visibility, teamId, changedBy: "somebody", changedAt: 1 })
    .onConflictDoUpdate({ target: meetingVisibility.meetId, set: { visibility, teamId } });

test("the tables of lists have the columns of D1's", async () => {
  const columnsOf = (rows: readonly Record<string, unknown>[]) => new Set(rows.map(({ name }) => name));
  const object = env.WORKSPACES.get(env.WORKSPACES.idFromName(newUserId()));
  for (const table of ["meetings", "meeting_tags", "meeting_tasks", "meeting_counts"]) {
    const { results } = await env.DB.prepare(`PRAGMA table_xinfo(${table})`).all();
    const there = await runInDurableObject(object, (_object, { storage }) =>
      storage.sql.exec(`PRAGMA table_xinfo(${table})`).toArray(),
    );
    expect(columnsOf(there), table).toEqual(columnsOf(results));
  }
});

test("a change that D1 has committed is listed, whoever wrote it and whether the lists were told or not", async () => {
  const userId = newUserId();
  expect(await titlesOf(userId)).toEqual([]);
  const { meetId } = projectionOf(userId);
  await projectMeeting(db, projectionOf(userId, { meetId }));
  expect(await titlesOf(userId)).toEqual(["Weekly"]);
  await db.update(meetings).set({ title: "Renamed" }).where(eq(meetings.id, meetId));
  expect(await titlesOf(userId)).toEqual(["Renamed"]);
  await db.update(meetings).set({ archivedAt: 5 }).where(eq(meetings.id, meetId));
  expect(await titlesOf(userId)).toEqual([]);
  await db.update(meetings).set({ archivedAt: null }).where(eq(meetings.id, meetId));
  await db.update(meetings).set({ deletedAt: 5 }).where(eq(meetings.id, meetId));
  expect(await titlesOf(userId)).toEqual([]);
  expect(await listedOf(services, userId, meetId)).toEqual({ people: [], tasks: [] });
  expect(await notedOf(meetId)).toEqual([]);
});

test("a change that was given to the lists is not read again, and stays noted until the sweep", async () => {
  const userId = newUserId();
  await titlesOf(userId);
  const projection = projectionOf(userId);
  await giveChanges(services, (await projectMeeting(db, projection)).changes);
  const counted = countedDatabase();
  const { rows } = await readLists(counted.services, userId, (list) => ({
    rows: selectMeetings(list, sessionActor(userId), { limit: 50 }),
  }));
  expect(rows).toHaveLength(1);
  // Only the latest positions.
  expect(counted.texts()).toHaveLength(1);
  expect(await notedOf(projection.meetId)).toHaveLength(1);
  await sweepListChanges(services);
  expect(await notedOf(projection.meetId)).toEqual([]);
  expect((await listedOf(services, userId, projection.meetId)).tasks).toMatchObject([{ text: "Order the rice" }]);
});

test("a change that comes late changes nothing", async () => {
  const userId = newUserId();
  await titlesOf(userId);
  const { meetId } = projectionOf(userId);
  const early = (await projectMeeting(db, projectionOf(userId, { meetId }))).changes;
  const late = (await projectMeeting(db, projectionOf(userId, { meetId, title: "Later", sequence: 2, tasks: [] })))
    .changes;
  await giveChanges(services, late);
  await giveChanges(services, early);
  await giveChanges(services, early);
  expect(await titlesOf(userId)).toEqual(["Later"]);
  expect((await listedOf(services, userId, meetId)).tasks).toEqual([]);
});

test("lists that cannot be told are behind, and the next reader brings them on", async () => {
  const userId = newUserId();
  await titlesOf(userId);
  const broken = workspaceLists(() => ({
    async runListStatements() {
      throw new Error("no object");
    },
  }));
  await giveChanges({ lists: broken, log: services.log }, (await projectMeeting(db, projectionOf(userId))).changes);
  expect(lines).toContain("lists.untold");
  expect(await titlesOf(userId)).toEqual(["Weekly"]);
});

test("lists that are read for the first time are built, and D1 loses what they have but of meetings that name people", async () => {
  const userId = newUserId();
  const [own, shown] = [projectionOf(userId), projectionOf(userId, { title: "Shown" })];
  for (const each of [own, shown]) await projectMeeting(db, each);
  // As before there were lists: nothing is noted, and D1 has the tasks.
  await db.delete(listChanges);
  for (const { meetId } of [own, shown]) {
    const task = { ...TASK, meetId, ...ownedBy(userId), position: 0, assignedKey: "nora", dueDay: "9999-99-99" };
    await db.insert(meetingTasks).values(task);
    await db
      .update(meetings)
      .set({ people: [["nora", "Nora"]] })
      .where(eq(meetings.id, meetId));
  }
  await show(shown.meetId, "named");
  await db.delete(listChanges);
  expect((await titlesOf(userId)).toSorted()).toEqual(["Shown", "Weekly"]);
  for (const { meetId } of [own, shown]) {
    expect(await listedOf(services, userId, meetId)).toMatchObject({
      people: [{ personKey: "nora", name: "Nora" }],
      tasks: [{ text: TASK.text, done: false, startMs: 5 }],
    });
  }
  expect(await tasksInD1(own.meetId)).toEqual([]);
  expect(await peopleInD1(own.meetId)).toEqual([]);
  expect(await tasksInD1(shown.meetId)).toHaveLength(1);
  expect(await peopleInD1(shown.meetId)).toEqual([["nora", "Nora"]]);
});

test("a build that broke off loses no change that came before the next one", async () => {
  const userId = newUserId();
  const [changed, removed] = [projectionOf(userId), projectionOf(userId, { title: "Removed" })];
  for (const each of [changed, removed]) await projectMeeting(db, each);
  await db.delete(listChanges);
  await titlesOf(userId);
  const list = lists.of(userId);
  // All pages are written, and the lists are not said to be there.
  await list.delete(listState);
  const next = {
    ...changed,
    title: "Renamed",
    sequence: 2,
    tasks: [TASK, { ...TASK, taskId: "2", text: "Call the clinic" }],
  };
  await giveChanges(services, (await projectMeeting(db, next)).changes);
  await db.update(meetings).set({ deletedAt: 5 }).where(eq(meetings.id, removed.meetId));
  expect(await titlesOf(userId)).toEqual(["Renamed"]);
  expect((await listedOf(services, userId, changed.meetId)).tasks.map(({ text }) => text)).toEqual([
    "Order the rice",
    "Call the clinic",
  ]);
});

test("tasks that change while others are shown the meeting do not stay behind in D1", async () => {
  const userId = newUserId();
  await titlesOf(userId);
  const projection = projectionOf(userId);
  await projectMeeting(db, projection);
  let writes = 0;
  // Between the writing of the first change and the reading of its tasks.
  const change = async () => {
    writes += 1;
    if (writes > 1) return;
    await projectMeeting(db, { ...projection, sequence: 2, tasks: [{ ...TASK, text: "Order the bread" }] });
    await show(projection.meetId, "named");
  };
  const racing = {
    of(workspaceId: string) {
      const list = lists.of(workspaceId);
      return new Proxy(list, {
        get(target, name) {
          if (name !== "batch") return Reflect.get(target, name) as unknown;
          return async (...statements: Parameters<typeof list.batch>) => {
            const answers = await target.batch(...statements);
            await change();
            return answers;
          };
        },
      });
    },
  };
  await takeChangesOf({ ...services, lists: racing }, projection.meetId);
  await takeChangesOf(services, projection.meetId);
  expect(writes).toBeGreaterThan(0);
  expect(await tasksInD1(projection.meetId)).toMatchObject([{ text: "Order the bread" }]);
});

test("D1 gets the tasks and people of a meeting when it names somebody, and loses them when it does not", async () => {
  const userId = newUserId();
  const projection = projectionOf(userId);
  const { meetId } = projection;
  await projectMeeting(db, projection);
  await titlesOf(userId);
  expect(await tasksInD1(meetId)).toEqual([]);
  await show(meetId, "named");
  await takeChangesOf(services, meetId);
  expect(await tasksInD1(meetId)).toMatchObject([{ text: "Order the rice", assignedKey: "nora" }]);
  const [row] = await db.select().from(meetings).where(eq(meetings.id, meetId));
  expect(row).toMatchObject({ people: [["nora", "Nora"]], titleKey: "weekly" });
  const next = { ...projection, sequence: 2, tasks: [{ ...TASK, done: true }] };
  await projectMeeting(db, next);
  expect(await tasksInD1(meetId)).toMatchObject([{ done: true }]);
  await show(meetId, "private");
  await takeChangesOf(services, meetId);
  expect(await tasksInD1(meetId)).toEqual([]);
  expect(await peopleInD1(meetId)).toEqual([]);
  // That they have left D1 is no change that lists take.
  expect(await notedOf(meetId)).toEqual([]);
  expect(await listedOf(services, userId, meetId)).toMatchObject({
    people: [{ name: "Nora" }],
    tasks: [{ done: true }],
  });
});

test("a meeting that moves takes its tasks and tags from one workspace's lists to the other's", async () => {
  const [from, to] = [newUserId(), newUserId()];
  const projection = projectionOf(from);
  const { meetId } = projection;
  await projectMeeting(db, projection);
  await show(meetId, "team", to);
  await titlesOf(from);
  await titlesOf(to);
  await takeChangesOf(services, meetId);
  await db
    .insert(meetingTags)
    .values({ meetId, tagKey: "girona", tag: "Girona", ...ownedBy(from), startsAt: 0, titleKey: "" });
  await db.update(meetings).set(ownedBy(to)).where(eq(meetings.id, meetId));
  expect(await titlesOf(from)).toEqual([]);
  expect(await listedOf(services, from, meetId)).toEqual({ people: [], tasks: [] });
  expect(await titlesOf(to)).toEqual(["Weekly"]);
  expect((await listedOf(services, to, meetId)).tasks).toMatchObject([{ createdBy: to, text: "Order the rice" }]);
  const { tags } = await readLists(services, to, (list) => ({ tags: list.select().from(meetingTags) }));
  expect(tags).toMatchObject([{ tag: "Girona", createdBy: to, startsAt: 1000 }]);
});

test("the counters are what a count of the rows says, through every kind of change", async () => {
  const userId = newUserId();
  const made: MeetId[] = [];
  for (const [at, status] of ["SUMMARIZED", "SCHEDULE", "SUMMARIZED", "ERROR_SUMMARY"].entries()) {
    const projection = projectionOf(userId, { status, templateId: at % 2 === 0 ? "t1" : null, durationMs: at * 1000 });
    await projectMeeting(db, projection);
    made.push(projection.meetId);
  }
  const changes: Partial<typeof meetings.$inferInsert>[] = [
    {},
    { status: "TRANSCRIBING" },
    { archivedAt: 5 },
    { archivedAt: null, templateId: "t2" },
    { durationMs: 9000 },
    { mergedInto: made[1] ?? null },
    { deletedAt: 5 },
  ];
  for (const change of changes) {
    if (Object.keys(change).length > 0)
      await db
        .update(meetings)
        .set(change)
        .where(eq(meetings.id, made[0] ?? ""));
    const listed = sql`merged_into is null and archived_at is null`;
    const { counts, counted, templates, used } = await readLists(services, userId, (list) => ({
      counts: list
        .select({ group: meetingCounts.statusGroup, count: meetingCounts.count, durationMs: meetingCounts.durationMs })
        .from(meetingCounts)
        .where(sql`count > 0`)
        .orderBy(meetingCounts.statusGroup),
      counted: list
        .select({
          group: meetings.statusGroup,
          count: sql<number>`count(*)`.as("counted"),
          durationMs: sql<number>`sum(duration_ms)`.as("length"),
        })
        .from(meetings)
        .where(listed)
        .groupBy(meetings.statusGroup)
        .orderBy(meetings.statusGroup),
      templates: list
        .select({ id: templateCounts.templateId, count: templateCounts.count })
        .from(templateCounts)
        .where(sql`count > 0`)
        .orderBy(templateCounts.templateId),
      used: list
        .select({
          id: sql<string>`coalesce(template_id, '')`.as("used_id"),
          count: sql<number>`count(*)`.as("counted"),
        })
        .from(meetings)
        .groupBy(sql`1`)
        .orderBy(sql`1`),
    }));
    expect(counts).toEqual(counted);
    expect(templates).toEqual(used);
  }
});

test("lists that were lost are built again from D1, and the meetings' own rows bring their tasks and people", async () => {
  const userId = newUserId();
  const projection = projectionOf(userId);
  await projectMeeting(db, projection);
  const before = await listedOf(services, userId, projection.meetId);
  expect(before.tasks).toHaveLength(1);
  const object = env.WORKSPACES.get(env.WORKSPACES.idFromName(userId));
  await runInDurableObject(object, (_object, { storage }) => {
    for (const table of ["meetings", "meeting_people", "meeting_tasks", "list_taken", "list_state"]) {
      storage.sql.exec(`DELETE FROM ${table}`);
    }
  });
  expect(await titlesOf(userId)).toEqual(["Weekly"]);
  // The rebuild writes the row of each meeting again.
  await projectMeeting(db, { ...projection, sequence: 2 });
  expect(await listedOf(services, userId, projection.meetId)).toEqual(before);
});

test("a D1 that was set back to earlier positions is listed again once a rebuild has begun", async () => {
  const userId = newUserId();
  await titlesOf(userId);
  const projection = projectionOf(userId);
  await giveChanges(services, (await projectMeeting(db, projection)).changes);
  await sweepListChanges(services);
  // The lists have taken a later change than this D1 will write.
  const list = lists.of(userId);
  await list.update(listTaken).set({ position: sql`${listTaken.position} + 1000000` });
  await projectMeeting(db, { ...projection, title: "Renamed", sequence: 2 });
  expect(await titlesOf(userId)).toEqual(["Weekly"]);
  await renewPositions(db, Date.now());
  await projectMeeting(db, { ...projection, title: "Renamed", sequence: 3 });
  expect(await titlesOf(userId)).toEqual(["Renamed"]);
});

test("the lists of an account that was deleted take nothing", async () => {
  const userId = newUserId();
  const object = env.WORKSPACES.get(env.WORKSPACES.idFromName(userId));
  await titlesOf(userId);
  await runInDurableObject(object, (_object, { storage }) => {
    storage.sql.exec(
      "INSERT INTO account_deletion (id, user_id, step, attempts, due_at) VALUES (1, ?, NULL, 0, 0)",
      userId,
    );
  });
  const { meetId } = projectionOf(userId);
  await projectMeeting(db, projectionOf(userId, { meetId }));
  await takeChangesOf(services, meetId);
  expect(await notedOf(meetId)).toEqual([]);
  const kept = await runInDurableObject(object, (_object, { storage }) =>
    storage.sql.exec("SELECT id FROM meetings").toArray(),
  );
  expect(kept).toEqual([]);
});

test("the types tell the lists of a workspace from D1", () => {
  // @ts-expect-error -- D1 has the meetings of everybody
  const asLists: ListDatabase = db;
  // @ts-expect-error -- the lists have a few of D1's tables
  const asD1: Database = lists.of(newUserId());
  expect([asLists, asD1]).not.toContain(undefined);
});
