import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type MeetId, newMeetId, newRecordingId, type UserId } from "#app/domain/ids.ts";
import { listEvents } from "#app/server/calendars/list-events.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import type { Caller } from "#app/server/identity/session.ts";
import { alongOfLastTime, readLastTime } from "#app/server/meetings/last-time.ts";
import { type MeetingProjection, projectMeeting } from "#app/server/meetings/project-meeting.ts";
import { type CalendarStage, openCalendarStage } from "#tests/support/calendar-stage.ts";
import { openCalendarAccount } from "#tests/support/calendar-account.ts";
import { countedDatabase } from "#tests/support/counted-database.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { namedBatch } from "#app/server/db/named-batch.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { listedEvents } from "#tests/support/listed-events.ts";
import { composeServices } from "#workers/compose.ts";
import { joinCalendars } from "#workers/cron/join-calendars.ts";

/** Meetings that come again: each leads to the one before it, and to what is still open of that. */

const SOON = { timeout: 30_000, interval: 50 };
const DAY_MS = 86_400_000;
const db = openDatabase(env.DB);
const services = composeServices(workerEnv, () => {});
/** Objects of these meetings were never begun. */
const asked = { db, lists: services.lists, meetings: { ...services.meetings, view: async () => null } };
const TASK = { description: null, deadline: null, startMs: null, unconfirmed: false };
const TASKS = [
  { ...TASK, taskId: "1", text: "Order the rice", assigned: "Nora", done: false },
  { ...TASK, taskId: "2", text: "Call the clinic", assigned: null, done: true },
];

function projectionOf(userId: UserId, over: Partial<MeetingProjection> = {}): MeetingProjection {
  return {
    meetId: newMeetId(),
    ...ownedBy(userId),
    role: null,
    recordingId: newRecordingId(),
    title: "Weekly",
    startsAt: 0,
    timeZone: "UTC",
    language: "en",
    templateId: null,
    source: "upload",
    platform: null,
    lobbyState: null,
    participants: null,
    durationMs: null,
    status: "SUMMARIZED",
    reason: null,
    recognisedMs: 0,
    wantedMs: 0,
    taskCount: 2,
    mergedInto: null,
    awaitsModel: false,
    people: ["Nora", "Marc"],
    tasks: TASKS,
    sequence: 1,
    createdAt: 1,
    updatedAt: 1,
    ...over,
  };
}

/** A meeting on a day. */
async function meet(userId: UserId, day: number, over: Partial<MeetingProjection> = {}): Promise<MeetId> {
  const meeting = projectionOf(userId, { startsAt: day * DAY_MS, ...over });
  await projectMeeting(db, meeting);
  return meeting.meetId;
}
const lastTimeOf = async (needs: typeof asked, userId: UserId, meetId: MeetId) =>
  readLastTime(needs, sessionActor(userId), {
    meetId,
    ...(await namedBatch(needs.db, alongOfLastTime(needs.db, { meetId }))),
  });
const lastOf = async (userId: UserId, meetId: MeetId) => {
  const read = await lastTimeOf(asked, userId, meetId);
  return read.ok ? read.value.last : read.reason;
};

test("a meeting with the title and the people of an earlier one leads to it, with its open tasks", async () => {
  const { userId } = await signIn();
  const first = await meet(userId, 1);
  const second = await meet(userId, 8, { people: ["MARC", "nora"] });
  await meet(userId, 9, { people: ["Nora"] });
  await meet(userId, 10, { title: "Monthly" });
  await meet(userId, 11, { status: "ERROR_SUMMARY" });
  await meet(userId, 12, { mergedInto: first });
  const third = await meet(userId, 15);
  expect(await lastOf(userId, third)).toMatchObject({
    meetId: second,
    title: "Weekly",
    tasks: [{ text: "Order the rice", assigned: "Nora" }],
    moreTasks: 0,
    questions: [],
  });
  expect(await lastOf(userId, second)).toMatchObject({ meetId: first });
  expect(await lastOf(userId, first)).toBeNull();
  const alone = await meet(userId, 16, { people: [] });
  await meet(userId, 17, { people: [] });
  expect(await lastOf(userId, alone)).toBeNull();
  const other = await signIn();
  expect(await lastOf(other.userId, third)).toBe("not-found");
  expect(await lastOf(other.userId, await meet(other.userId, 20))).toBeNull();
});

/** Ids before and behind all that are made. */
const ENDS = ["0".repeat(20), "z".repeat(20)];

test("finding the meeting before reads as many rows in a long series as in a short one", async () => {
  // An index is read to the first row behind those that are wanted: with these there is one, whoever else is there.
  for (const id of ENDS) {
    const { userId } = await signIn({ userId: id as UserId });
    await meet(userId, 0, { meetId: id as MeetId });
  }
  const cost = async (count: number) => {
    const { userId } = await signIn();
    const made: MeetId[] = [];
    for (let day = 0; day < count; day += 1) made.push(await meet(userId, day));
    const counted = countedDatabase();
    const read = () => lastTimeOf({ ...asked, ...counted.services }, userId, made.at(-1) ?? newMeetId());
    // Lists that are read for the first time take all rows of D1.
    await read();
    await counted.rowsRead();
    await read();
    return counted.rowsRead();
  };
  const [short, long] = [await cost(10), await cost(80)];
  // The changes of other workspaces lie behind these, or have been taken by a sweep meanwhile.
  expect(long).toBeLessThanOrEqual(short + 1);
});

let stage: CalendarStage;
beforeEach(() => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(null, { status: 500 }));
  stage = openCalendarStage();
});
afterEach(() => {
  vi.restoreAllMocks();
});

test("occurrences of a calendar's event are one series, and the next one says what is open of the last", async () => {
  const { userId, account, calendar, object } = await openCalendarAccount(stage, "google");
  const joinUrl = "https://meet.google.com/abc-defg-hij";
  const startsAt = Date.now() + 60_000;
  stage.played.state.addSeries(account, calendar, { title: "Daily", startsAt, frequency: "DAILY", count: 3, joinUrl });
  stage.played.state.addEvent(account, calendar, { title: "Once", startsAt: startsAt + DAY_MS, joinUrl });
  await object.sync();
  await joinCalendars(services);
  const planned = async () => {
    const rows = await db.select().from(meetings).where(eq(meetings.createdBy, userId));
    expect(rows).toHaveLength(1);
    return rows[0];
  };
  const row = await vi.waitFor(planned, SOON);
  const event = (await listedEvents(userId)).find(({ meetId }) => meetId === row?.id);
  expect(row?.seriesKey).toBe(`event:${event?.eventKey.split(":").slice(1).join(":")}`);
  const caller = { actor: sessionActor(userId), user: { plan: "pro" } } as unknown as Caller;
  const upcoming = async () => (await listEvents(services, caller, new URLSearchParams())).events;
  expect((await upcoming()).map(({ last_time }) => last_time)).toEqual([null, null, null, null]);
  // It has taken place. Its row is as its object would write it.
  await projectMeeting(db, {
    ...projectionOf(userId, { startsAt: startsAt - 1, sequence: 1_000_000 }),
    meetId: row?.id as MeetId,
  });
  const shown = (await upcoming()).filter(({ last_time }) => last_time !== null);
  // Only the next one says so: others come after it.
  expect(shown).toMatchObject([{ title: "Daily", last_time: { meet_id: row?.id, open_tasks: 1 } }]);
});
