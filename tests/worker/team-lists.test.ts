import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { type MeetId, newUserId, type UserId } from "#app/domain/ids.ts";
import { type ListFilters, parseListFilters } from "#app/domain/meeting/list.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { members, users } from "#app/server/db/schema-account.ts";
import { listChanges, meetings, meetingTasks } from "#app/server/db/schema.ts";
import { meetingVisibility } from "#app/server/db/schema-teams.ts";
import { filterMeetings, listWithNames } from "#app/server/meetings/filter-meetings.ts";
import { projectMeeting } from "#app/server/meetings/project-meeting.ts";
import { listTasks } from "#app/server/tasks/list-tasks.ts";
import { listTaken, meetingPeople, shownMeetings } from "#app/server/workspace/list-tables.ts";
import { readLists } from "#app/server/workspace/read-lists.ts";
import {
  giveChanges,
  sweepListChanges,
  takeChangesOf,
  takeListChanges,
} from "#app/server/workspace/take-list-changes.ts";
import { LISTED_TASK, projectionOf } from "#tests/support/list-projection.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { listedOf } from "#tests/support/read-lists.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { listsOf } from "#workers/compose/objects.ts";

/** The meetings that members show to their team, in the team's lists (decision 236), with real D1 and real objects. */

const services = { db: openDatabase(env.DB), lists: listsOf(workerEnv), log: () => {} };
const { db } = services;

let nora: UserId;
let otto: UserId;
let team: string;

beforeEach(async () => {
  [nora, otto] = [newUserId(), newUserId()];
  for (const id of [nora, otto]) {
    await db.insert(users).values({ id, name: "Nora", termsAcceptedAt: 1, createdAt: 1 });
  }
  team = await makeTeam({ owner: { userId: nora }, others: [{ userId: otto }] });
});

const show = (meetId: MeetId, visibility: "team" | "private" | "named" = "team", teamId: string | null = team) =>
  db
    .insert(meetingVisibility)
    .values({ meetId, visibility, teamId, changedBy: nora, changedAt: 1 })
    .onConflictDoUpdate({ target: meetingVisibility.meetId, set: { visibility, teamId } });
const listedFor = (userId: UserId, over: Partial<ListFilters> = {}) =>
  listWithNames(services, sessionActor(userId), {
    filters: { ...parseListFilters(new URLSearchParams()), role: "shared", ...over },
    limit: 20,
    timeZone: "UTC",
    older: null,
    newer: null,
  });
const titlesFor = async (userId: UserId, over: Partial<ListFilters> = {}) =>
  (await listedFor(userId, over)).page.meetings.map(({ title }) => title);
async function tasksFor(userId: UserId, mine = false): Promise<string[]> {
  const asked = { filters: { mine, done: false }, limit: 20, name: "Nora", after: null };
  return (await listTasks(services, sessionActor(userId), asked)).tasks.map(({ text }) => text);
}

test("a meeting that is shown to a team is in the team's lists with its tasks and people, and D1 has neither", async () => {
  const { meetId } = projectionOf(nora);
  await show(meetId);
  await giveChanges(services, (await projectMeeting(db, projectionOf(nora, { meetId }))).changes);
  const { page, names } = await listedFor(otto);
  expect(page.meetings).toMatchObject([{ id: meetId, title: "Weekly", role: "guest", sharedBy: "Nora" }]);
  expect(page.hasShared).toBe(true);
  expect(names).toEqual({ [meetId]: ["Nora"] });
  expect(await tasksFor(otto)).toEqual(["Order the rice"]);
  expect(await tasksFor(otto, true)).toEqual(["Order the rice"]);
  expect(await titlesFor(otto, { person: "nora" })).toEqual(["Weekly"]);
  expect(await titlesFor(otto, { person: "eva" })).toEqual([]);
  expect(await db.select().from(meetingTasks).where(eq(meetingTasks.meetId, meetId))).toEqual([]);
  const [row] = await db.select().from(meetings).where(eq(meetings.id, meetId));
  expect(row).toMatchObject({ people: [], titleKey: "" });
  // Their own are not shown to them twice.
  expect(await titlesFor(nora)).toEqual([]);
  expect(await tasksFor(nora)).toEqual(["Order the rice"]);
});

test("a meeting that is shown later brings its tasks and people from its owner's lists, and leaves without them", async () => {
  const projection = projectionOf(nora);
  const { meetId } = projection;
  await projectMeeting(db, projection);
  await listedFor(otto);
  await show(meetId);
  await takeChangesOf(services, meetId);
  expect(await tasksFor(otto)).toEqual(["Order the rice"]);
  expect((await listedFor(otto)).names).toEqual({ [meetId]: ["Nora"] });
  await projectMeeting(db, { ...projection, title: "Renamed", sequence: 2, tasks: [], people: ["Eva", "Nora"] });
  expect(await titlesFor(otto, { person: "eva" })).toEqual(["Renamed"]);
  expect(await tasksFor(otto)).toEqual([]);
  await projectMeeting(db, { ...projection, sequence: 3 });
  await show(meetId, "private", null);
  expect(await titlesFor(otto)).toEqual([]);
  expect(await tasksFor(otto)).toEqual([]);
  const left = await readLists(services, team, (list) => ({
    people: list.select().from(meetingPeople),
    tasks: list.select().from(meetingTasks),
    shown: list.select().from(shownMeetings),
    marks: list.select({ hasContent: listTaken.hasContent }).from(listTaken),
  }));
  expect(left).toEqual({ people: [], tasks: [], shown: [], marks: [{ hasContent: null }] });
  // Shown again, it has to bring them again.
  await show(meetId);
  expect(await tasksFor(otto)).toEqual(["Order the rice"]);
  expect((await listedOf(services, nora, meetId)).tasks).toHaveLength(1);
});

test("a meeting that named people and is shown to the team brings its tasks, whichever lists take the change first", async () => {
  const projection = projectionOf(nora);
  const { meetId } = projection;
  await listedFor(otto);
  await show(meetId, "named", null);
  await projectMeeting(db, projection);
  await takeChangesOf(services, meetId);
  await show(meetId);
  await takeListChanges(services, team);
  await takeListChanges(services, nora);
  expect(await tasksFor(otto)).toEqual(["Order the rice"]);
  expect((await listedFor(otto)).names).toEqual({ [meetId]: ["Nora"] });
});

test("a change of the row alone leaves tasks and people of a team's lists as they are", async () => {
  const projection = projectionOf(nora);
  const { meetId } = projection;
  await show(meetId);
  await projectMeeting(db, projection);
  expect(await tasksFor(otto)).toEqual(["Order the rice"]);
  await db.update(meetings).set({ title: "Renamed", startsAt: 2000 }).where(eq(meetings.id, meetId));
  expect((await listedFor(otto)).names).toEqual({ [meetId]: ["Nora"] });
  expect(await tasksFor(otto)).toEqual(["Order the rice"]);
  const { people } = await readLists(services, nora, (list) => ({ people: list.select().from(meetingPeople) }));
  expect(people).toMatchObject([{ startsAt: 2000, titleKey: "renamed" }]);
});

test("somebody whose membership has ended sees nothing of it, and a new member sees all of it", async () => {
  const { meetId } = projectionOf(nora);
  await show(meetId);
  await projectMeeting(db, projectionOf(nora, { meetId }));
  expect(await titlesFor(otto)).toEqual(["Weekly"]);
  await db.delete(members).where(eq(members.userId, otto));
  expect(await titlesFor(otto)).toEqual([]);
  expect((await listedFor(otto)).page.hasShared).toBe(false);
  expect(await tasksFor(otto)).toEqual([]);
  await db.insert(members).values({ workspaceId: team, userId: otto, role: "member", joinedAt: 2 });
  expect(await titlesFor(otto)).toEqual(["Weekly"]);
});

test("a meeting that stayed with the team without being shown is its administrators'", async () => {
  const eva = newUserId();
  const projection = projectionOf(eva, { workspaceId: team, title: "Kept" });
  await show(projection.meetId, "private");
  await projectMeeting(db, projection);
  expect(await titlesFor(nora)).toEqual(["Kept"]);
  expect(await tasksFor(nora)).toEqual(["Order the rice"]);
  expect(await titlesFor(otto)).toEqual([]);
  expect(await tasksFor(otto)).toEqual([]);
  await show(projection.meetId, "team");
  expect(await titlesFor(otto)).toEqual(["Kept"]);
});

test("lists of a team that were lost are built again, with tasks and people from the lists of its members", async () => {
  for (const [at, userId] of [nora, nora, otto].entries()) {
    const projection = projectionOf(userId, { title: `Meeting ${at}`, startsAt: at });
    await show(projection.meetId);
    await projectMeeting(db, projection);
  }
  const eva = newUserId();
  await db.insert(users).values({ id: eva, name: "Nora", termsAcceptedAt: 1, createdAt: 1 });
  await db.insert(members).values({ workspaceId: team, userId: eva, role: "member", joinedAt: 2 });
  const before = { titles: await titlesFor(eva), tasks: await tasksFor(eva) };
  expect(before).toMatchObject({ titles: ["Meeting 2", "Meeting 1", "Meeting 0"], tasks: { length: 3 } });
  await sweepListChanges(services);
  const object = env.WORKSPACES.get(env.WORKSPACES.idFromName(team));
  await runInDurableObject(object, (_object, { storage }) => {
    for (const table of ["meetings", "meeting_people", "meeting_tasks", "shown_meetings", "list_taken", "list_state"]) {
      storage.sql.exec(`DELETE FROM ${table}`);
    }
  });
  expect({ titles: await titlesFor(eva), tasks: await tasksFor(eva) }).toEqual(before);
});

test("tasks and people that D1 had before there were lists of teams reach these, and leave D1", async () => {
  const { meetId } = projectionOf(nora);
  await show(meetId);
  await projectMeeting(db, projectionOf(nora, { meetId }));
  await db
    .update(meetings)
    .set({ people: [["nora", "Nora"]] })
    .where(eq(meetings.id, meetId));
  const task = { ...LISTED_TASK, meetId, workspaceId: nora, createdBy: nora, position: 0, assignedKey: "nora" };
  await db.insert(meetingTasks).values({ ...task, dueDay: "9999-99-99" });
  await db.delete(listChanges);
  // The team's first: the lists of its owner take them after that.
  expect(await tasksFor(otto)).toEqual(["Order the rice"]);
  expect(await tasksFor(nora)).toEqual(["Order the rice"]);
  expect(await db.select().from(meetingTasks).where(eq(meetingTasks.meetId, meetId))).toEqual([]);
  const [row] = await db.select({ people: meetings.people }).from(meetings).where(eq(meetings.id, meetId));
  expect(row?.people).toEqual([]);
  expect((await listedOf(services, nora, meetId)).people).toMatchObject([{ name: "Nora" }]);
});

test("a meeting of which D1 had the people before there were lists of teams brings its tasks when it is shown later", async () => {
  const { meetId } = projectionOf(nora);
  await projectMeeting(db, projectionOf(nora, { meetId }));
  await takeChangesOf(services, meetId);
  await listedFor(otto);
  await db
    .update(meetings)
    .set({ people: [["nora", "Nora"]] })
    .where(eq(meetings.id, meetId));
  await show(meetId);
  await takeListChanges(services, team);
  expect(await tasksFor(otto)).toEqual(["Order the rice"]);
});

test("a part is not listed beside the whole that the team sees, too", async () => {
  const whole = projectionOf(nora, { title: "Whole" });
  const part = projectionOf(nora, { title: "Part", mergedInto: whole.meetId });
  for (const each of [whole, part]) {
    await show(each.meetId);
    await projectMeeting(db, each);
  }
  expect(await titlesFor(otto)).toEqual(["Whole"]);
  await show(whole.meetId, "private", null);
  expect(await titlesFor(otto)).toEqual(["Part"]);
});

test("pages of a list with meetings of several people are in one order", async () => {
  for (const [at, userId] of [nora, otto, nora, otto, nora].entries()) {
    const projection = projectionOf(userId, { title: `Meeting ${at}`, startsAt: at, role: "guest" });
    await show(projection.meetId);
    await projectMeeting(db, projection);
  }
  const filters = { ...parseListFilters(new URLSearchParams()), role: "guest" as const };
  const read: string[] = [];
  let older: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof filterMeetings>> = await filterMeetings(services, sessionActor(otto), {
      filters,
      limit: 2,
      timeZone: "UTC",
      older,
      newer: null,
    });
    read.push(...page.meetings.map(({ title }) => title));
    ({ older } = page);
  } while (older !== null);
  expect(read).toEqual(["Meeting 4", "Meeting 3", "Meeting 2", "Meeting 1", "Meeting 0"]);
});
