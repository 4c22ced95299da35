import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import type { MeetId } from "#app/domain/ids.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { listChanges, meetingClaims, meetings } from "#app/server/db/schema.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { rebuildLists } from "#app/server/meetings/restore-meeting.ts";
import { birthNoteKey } from "#app/server/storage/keys.ts";
import { readLists } from "#app/server/workspace/read-lists.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { call, finishUpload, putBytes, startUpload } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { type ListRows, listRows, wipeLists } from "#tests/support/list-rows.ts";
import { giveLanguage, scriptedLanguage, THE_SPEAKER } from "#tests/support/scripted-minutes.ts";
import { announced, placeOf } from "#tests/support/given-transcript.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { answerRebuild } from "#workers/admin-rebuild.ts";
import { composeServices } from "#workers/compose.ts";
import { listsOf } from "#workers/compose/objects.ts";
import { parseConfig } from "#workers/config.ts";

const TOKEN = "an-operator-of-this-test";
const PATH = "/api/admin/rebuild";
const db = openDatabase(env.DB);
const services = () => composeServices({ ...workerEnv }, () => undefined);

afterEach(() => {
  vi.restoreAllMocks();
});

async function allRows() {
  return {
    meetings: await db.select().from(meetings).orderBy(meetings.id),
    ledger: await db.select().from(usageLedger).orderBy(usageLedger.meetId),
    claims: await db.select().from(meetingClaims).orderBy(meetingClaims.meetId),
  };
}

/** The lists of a person's workspace, once they have taken all changes that D1 notes. */
async function listed(userId: string) {
  await readLists(services(), userId, (list) => ({ meetings: list.select().from(meetings).limit(1) }));
  return listRows(listsOf(workerEnv).of(userId));
}

/** The lists go with the rows: a place that has lost D1 may have lost the objects of its workspaces, too. */
async function wipe(userId: string): Promise<void> {
  await db.batch([db.delete(meetings), db.delete(usageLedger), db.delete(meetingClaims)]);
  await db.delete(listChanges);
  await wipeLists(listsOf(workerEnv).of(userId));
}

const TALK = new TextEncoder().encode(`WEBVTT

00:00.000 --> 00:05.000
<v Otto Berg>Today we talk about the rooms of the seminar.

00:05.000 --> 00:10.000
<v Nora Puig>I will order the rice by Friday.

00:10.000 --> 00:15.000
<v Otto Berg>I will ask the clinic for the key.
`);

/** A meeting of two people with a task each, for the lists across meetings. */
async function withTasks(cookie: string): Promise<MeetId> {
  const video = await fixture("talk.mp4");
  const details = { ...announced(video, TALK), meetingName: "Rooms and rice", meetingDate: Date.UTC(2026, 10, 19) };
  const started = await startUpload(cookie, details);
  const meetId = started.meetId as MeetId;
  const tasks = new Map(
    [1, 2].map((line) => [line, { assigned: THE_SPEAKER, deadline: line === 1 ? "by Friday" : null }]),
  );
  await giveLanguage(objectOf(meetId), scriptedLanguage(tasks));
  await putBytes(placeOf(started), TALK);
  await putBytes(started, video);
  await finishUpload(cookie, meetId, details);
  return meetId;
}

/**
 * A rebuild restores everything but the dialog's own id of a submit and the moment of the last reservation. The sequence is then
 * the meeting's newest: a change that a row does not show is not written to it.
 */
function lasting({ meetings: rows, ledger, claims }: Awaited<ReturnType<typeof allRows>>) {
  return {
    meetings: rows.map(lastingRow),
    ledger: ledger.map(({ meetId, workspaceId, kind, state }) => ({
      meetId,
      workspaceId,
      kind,
      state,
    })),
    claims: claims.map(({ meetId, workspaceId, createdBy, recordingId }) => ({
      meetId,
      workspaceId,
      createdBy,
      recordingId,
    })),
  };
}

function lastingLists({ meetings: rows, ...others }: ListRows) {
  return { ...others, meetings: rows.map(lastingRow) };
}

function lastingRow<Row extends object>(row: Row) {
  return { ...row, sequence: null, changedAt: null };
}

async function uploaded(cookie: string, name: string): Promise<MeetId> {
  const started = await startUpload(cookie);
  await putBytes(started, await fixture(name));
  await finishUpload(cookie, started.meetId);
  return started.meetId as MeetId;
}

async function statusOf(meetId: MeetId): Promise<string | undefined> {
  return (await objectOf(meetId).view({ kind: "owner", userId: "nora" }))?.head.status;
}

test("a wiped database and wiped lists get all rows back from the objects, a page at a time", async () => {
  const speech = standInForSpeech();
  const { cookie, userId } = await signIn();
  const summarised = await withTasks(cookie);
  await vi.waitFor(async () => expect(await statusOf(summarised)).toBe("SUMMARIZED"), 20_000);
  speech.be("401");
  const failed = await uploaded(cookie, "talk.mp4");
  await vi.waitFor(async () => expect(await statusOf(failed)).toBe("ERROR_TRANSCRIPT"), 20_000);
  const waiting = await startUpload(cookie);
  const deleted = await uploaded(cookie, "talk-captions.mp4");
  await objectOf(deleted).discard();
  await vi.waitFor(
    async () => expect((await allRows()).ledger.map(({ state }) => state)).toContain("released"),
    10_000,
  );
  await vi.waitFor(
    async () =>
      expect((await allRows()).meetings.map(({ status }) => status)).toEqual(
        expect.arrayContaining(["SUMMARIZED", "ERROR_TRANSCRIPT", "TORECORD"]),
      ),
    10_000,
  );

  const before = await allRows();
  const listsBefore = await listed(userId);
  expect(listsBefore.meetings.map(({ title }) => title)).toEqual(["Rooms and rice", "Seminar rooms", "Seminar rooms"]);
  expect(listsBefore.people.map(({ name }) => name)).toEqual(["Nora Puig", "Otto Berg"]);
  expect(listsBefore.tasks.map(({ assigned }) => assigned)).toEqual(["Nora Puig", "Otto Berg"]);
  await wipe(userId);
  const { store, meetings: process, log } = services();
  const pages = { rebuilt: 0, turns: 0 };
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const small: typeof store = { ...store, list: (prefix, at) => store.list(prefix, at, 2) };
    const page = await rebuildLists({ db, now: Date.now, store: small, meetings: process, log }, cursor ?? null);
    pages.rebuilt += page.rebuilt;
    pages.turns += 1;
    cursor = page.cursor;
  }

  expect(pages).toEqual({ rebuilt: 3, turns: 2 });
  const withoutDeleted = {
    meetings: before.meetings.filter(({ deletedAt }) => deletedAt === null),
    ledger: before.ledger.filter(({ meetId }) => meetId !== deleted),
    claims: before.claims,
  };
  expect(withoutDeleted.meetings.map(({ id }) => id)).toContain(waiting.meetId);
  expect(lasting(await allRows())).toEqual(lasting(withoutDeleted));
  const lists = await listed(userId);
  expect(lastingLists(lists)).toEqual(lastingLists(listsBefore));

  // A rebuild over existing rows changes nothing, and brings lists back that were lost alone: D1 has no tasks and no people.
  await wipeLists(listsOf(workerEnv).of(userId));
  const after = await allRows();
  await rebuildLists({ db, now: Date.now, store, meetings: process, log }, null);
  expect(await allRows()).toEqual(after);
  expect(await listed(userId)).toEqual(lists);
});

test("a note without a meeting is counted, and nothing is made or removed for it", async () => {
  const meetId = "aaaaaaaaaaaaaaaaaaaaaaaa" as MeetId;
  await env.RECORDINGS.put(birthNoteKey(meetId), "{}");
  const before = await allRows();
  const page = await rebuildLists(services(), null);
  expect(page.neverBegan).toBe(1);
  expect(await allRows()).toEqual(before);
  expect(await env.RECORDINGS.head(birthNoteKey(meetId))).not.toBeNull();
});

test("an object that does not answer is counted, and the others are rebuilt", async () => {
  const { store, meetings: process, log } = services();
  const broken = { ...process, restore: () => Promise.reject(new Error("not now")) };
  const page = await rebuildLists({ db, now: Date.now, store, meetings: broken, log: () => {} }, null);
  expect(page.failed).toBeGreaterThan(0);
  expect((await rebuildLists({ db, now: Date.now, store, meetings: process, log }, null)).failed).toBe(0);
});

test.each([
  ["no token", {}],
  ["another token", { Authorization: "Bearer an-operator-of-that-test" }],
  ["a longer token", { Authorization: `Bearer ${TOKEN}x` }],
  ["the token by another scheme", { Authorization: `Basic ${TOKEN}` }],
])("with %s nothing is rebuilt", async (_name, headers) => {
  const answer = await call(PATH, { method: "POST", json: { cursor: null }, headers });
  expect(answer.status).toBe(401);
});

test("with the token a page is rebuilt, and only by POST and with a cursor that could be one", async () => {
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const answer = await call(PATH, { method: "POST", json: { cursor: null }, headers });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ failed: 0, cursor: null });
  expect((await call(PATH, { headers })).status).toBe(405);
  expect((await call(PATH, { method: "POST", json: { cursor: 7 }, headers })).status).toBe(400);
});

test("the path does not exist when no token is configured", async () => {
  expect(parseConfig({ ENVIRONMENT: "local" }).adminToken).toBeNull();
  const request = new Request(`http://localhost:8787${PATH}`, {
    method: "POST",
    headers: { Authorization: "Bearer null" },
  });
  expect((await answerRebuild(request, { token: null, services: services() })).status).toBe(404);
});
