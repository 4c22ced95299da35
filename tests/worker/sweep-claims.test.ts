import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { type MeetId, newMeetId, newRecordingId, type UserId } from "#app/domain/ids.ts";
import { CLAIM_KEPT_MS } from "#app/domain/limits/uploads.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetingClaims, meetings } from "#app/server/db/schema.ts";
import { projectMeeting } from "#app/server/meetings/project-meeting.ts";
import { sweepClaims } from "#app/server/meetings/sweep-claims.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { signIn } from "#tests/support/sign-in.ts";

const db = openDatabase(env.DB);
const NOW = Date.now();
const OLD = NOW - CLAIM_KEPT_MS - 1;
const sweepNow = () => sweepClaims({ db, now: () => NOW });

type Claimed = { key: string; createdAt: number; startsAt: number | null; seriesKey?: string };

/** A claim of a person; `startsAt`: null where its meeting never began. */
async function claim(userId: UserId, { key, createdAt, startsAt, seriesKey }: Claimed): Promise<MeetId> {
  const meetId = newMeetId();
  const recordingId = newRecordingId();
  await db
    .insert(meetingClaims)
    .values({ ...ownedBy(userId), key, meetId, recordingId, createdAt, seriesKey: seriesKey ?? null });
  if (startsAt !== null) await project(userId, meetId, { startsAt, createdAt, sequence: 1 });
  return meetId;
}

const project = (
  userId: UserId,
  meetId: MeetId,
  given: Pick<Parameters<typeof projectMeeting>[1], "startsAt" | "createdAt" | "sequence">,
) =>
  projectMeeting(db, {
    meetId,
    ...ownedBy(userId),
    role: null,
    recordingId: newRecordingId(),
    title: "Weekly",
    timeZone: "UTC",
    language: "en",
    templateId: null,
    source: "calendar",
    platform: "meet",
    lobbyState: null,
    participants: null,
    durationMs: null,
    status: "SUMMARIZED",
    reason: null,
    recognisedMs: 0,
    wantedMs: 0,
    taskCount: 0,
    mergedInto: null,
    awaitsModel: false,
    people: ["Nora", "Marc"],
    tasks: [],
    updatedAt: given.createdAt,
    ...given,
  });

const keysOf = async (userId: UserId) =>
  (await db.select().from(meetingClaims).where(eq(meetingClaims.createdBy, userId))).map(({ key }) => key).sort();

test("a claim goes a month after its meeting", async () => {
  const { userId } = await signIn();
  await claim(userId, { key: "calendar:old:0", createdAt: OLD, startsAt: OLD });
  await claim(userId, { key: "calendar:new:0", createdAt: NOW, startsAt: NOW });
  await claim(userId, { key: "planned-early", createdAt: OLD, startsAt: NOW });
  expect(await sweepNow()).toBe(1);
  expect(await keysOf(userId)).toEqual(["calendar:new:0", "planned-early"]);
});

test("a sample and an imported file keep their claims, and so does a meeting that never began", async () => {
  const { userId } = await signIn();
  await claim(userId, { key: "sample", createdAt: OLD, startsAt: OLD });
  await claim(userId, { key: "import:digest", createdAt: OLD, startsAt: OLD });
  await claim(userId, { key: "never-begun", createdAt: OLD, startsAt: null });
  expect(await sweepNow()).toBe(0);
  expect(await keysOf(userId)).toEqual(["import:digest", "never-begun", "sample"]);
});

test("a meeting stays in its calendar's series when its minutes are edited after its claim has gone", async () => {
  const { userId } = await signIn();
  const seriesKey = "event:standup@example.test";
  const meetId = await claim(userId, { key: "calendar:s:0", createdAt: OLD, startsAt: OLD, seriesKey });
  expect(await sweepNow()).toBe(1);
  await project(userId, meetId, { startsAt: OLD, createdAt: OLD, sequence: 2 });
  const [row] = await db.select().from(meetings).where(eq(meetings.id, meetId));
  expect(row).toMatchObject({ sequence: 2, seriesKey });
});

test("a claim that no longer has a series takes the meeting out of it", async () => {
  const { userId } = await signIn();
  const meetId = await claim(userId, { key: "calendar:t:0", createdAt: NOW, startsAt: NOW, seriesKey: "event:once" });
  await db.update(meetingClaims).set({ seriesKey: null }).where(eq(meetingClaims.meetId, meetId));
  await project(userId, meetId, { startsAt: NOW, createdAt: NOW, sequence: 2 });
  const [row] = await db.select().from(meetings).where(eq(meetings.id, meetId));
  expect(row?.seriesKey).toMatch(/^title:/u);
});
