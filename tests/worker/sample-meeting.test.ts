import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { filteredList, type TaskList } from "#app/contracts/meeting/lists.ts";
import type { SearchAnswer } from "#app/contracts/search-answer.ts";
import { parseMeetId } from "#app/domain/ids.ts";
import { LOCALES } from "#app/domain/languages.ts";
import { linesOfAll } from "#app/domain/summary/summary.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { listMeetings } from "#app/server/workspace/own-meetings.ts";
import { call, credits, ORIGIN } from "#tests/support/api.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";
import { bundledSamples } from "#workers/sample/bundled-samples.ts";
import { listsOf } from "#workers/compose/objects.ts";
import { workerEnv } from "#tests/support/worker-env.ts";

/** The sample meeting, in real D1, R2 and a real object. */
const SOON = { timeout: 20_000, interval: 50 };
const db = openDatabase(env.DB);

async function openSample(cookie: string, language = "en") {
  const answer = await exports.default.fetch(`${ORIGIN}/api/acta/sample`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: ORIGIN, "Accept-Language": language },
    redirect: "manual",
  });
  expect(answer.status).toBe(303);
  const meetId = parseMeetId(answer.headers.get("Location")?.slice(1));
  if (!meetId) throw new Error("the answer leads to no meeting");
  return { meetId, object: objectOf(meetId) };
}

const isListed = (meetId: string) =>
  vi.waitFor(async () => expect(await db.select().from(meetings).where(eq(meetings.id, meetId))).toHaveLength(1), SOON);

describe.each(LOCALES)("the sample in %s", (language) => {
  test("takes about three minutes, and each line of its minutes and answers rests on words of it", async () => {
    const { content } = await bundledSamples.load(language, 7);
    const { durationMs, segments, summary, exchanges } = content;
    expect(durationMs).toBeGreaterThan(150_000);
    expect(durationMs).toBeLessThan(210_000);
    expect(new Set(segments.map(({ speaker }) => speaker)).size).toBe(3);
    for (const [index, { startMs, endMs }] of segments.entries()) {
      expect(startMs).toBeLessThan(endMs);
      expect(startMs).toBeGreaterThanOrEqual(segments[index - 1]?.endMs ?? 0);
      expect(endMs).toBeLessThanOrEqual(durationMs);
    }
    const ids = new Set(segments.map(({ id }) => id));
    const cited = [...linesOfAll(summary.fields), ...exchanges.flatMap(({ answer }) => answer?.lines ?? [])];
    for (const { segmentIds } of cited) {
      expect(segmentIds.length).toBeGreaterThan(0);
      expect(segmentIds.every((id) => ids.has(id))).toBe(true);
    }
    expect(summary.fields.every(({ content: { type } }) => type !== "tasks")).toBe(false);
    expect(exchanges.length).toBeGreaterThan(0);
  });
});

test("the sample is a meeting with speakers, minutes, tasks and chat", async () => {
  const { cookie, userId } = await signIn();
  const { meetId, object } = await openSample(cookie, "ca");
  const view = await object.view({ kind: "owner", userId });
  expect(view?.head).toMatchObject({
    status: "SUMMARIZED",
    source: "sample",
    language: "ca",
    transcriptSource: "given",
    playable: false,
    title: expect.stringMatching(/^Reunió d’exemple/) as string,
  });
  expect(view?.segments.length).toBe(32);
  expect(view?.summary?.fields.map(({ content }) => content.type)).toEqual([
    "summary",
    "keypoints",
    "keywords",
    "bullets",
    "tasks",
  ]);
  const chat = await (await call(`/api/acta/meetings/${meetId}/chat`, { cookie })).json();
  expect(JSON.stringify(chat)).toContain("Quan és la jornada de portes obertes?");
  const page = await call(`/${meetId}`, { cookie });
  expect(page.status).toBe(200);
  const pdf = () => call(`/api/acta/meetings/${meetId}/pdf`, { cookie });
  await vi.waitFor(async () => expect((await pdf()).status).toBe(200), SOON);
  const markdown = await (await call(`/api/acta/meetings/${meetId}/export/md`, { cookie })).text();
  expect(markdown).toContain("Demanar 60 cables de fre i 20 cambres d’aire");
});

test("it counts towards no plan, and is in no search and no list of tasks", async () => {
  const { cookie, userId } = await signIn({ name: "Callum Reid" });
  const { meetId, object } = await openSample(cookie);
  await isListed(meetId);
  const fields = (await object.view({ kind: "owner", userId }))?.summary?.fields ?? [];
  const [task] = fields.flatMap(({ content }) => (content.type === "tasks" ? content.items : []));
  expect(task).toMatchObject({ assigned: "Callum", deadline: "by Friday" });
  await object.correct({ type: "tick-task", taskId: task?.id ?? "", done: true }, userId);
  expect((await credits(cookie)).usage).toMatchObject({ uploads: { used: 0 }, recordings: { used: 0 } });
  expect(await db.select().from(usageLedger).where(eq(usageLedger.meetId, meetId))).toEqual([]);
  expect((await (await call("/api/tasks?whose=everybody", { cookie })).json<TaskList>()).tasks).toEqual([]);
  const found = await (await call("/api/search?q=bicycle", { cookie })).json<SearchAnswer>();
  expect(JSON.stringify(found)).not.toContain(meetId);
  await object.restore();
  expect(await db.select().from(usageLedger).where(eq(usageLedger.meetId, meetId))).toEqual([]);
});

test("the same person gets the same sample, until it is deleted; then it is made again", async () => {
  const { cookie, userId } = await signIn();
  const first = await openSample(cookie);
  expect((await openSample(cookie, "fr")).meetId).toBe(first.meetId);
  await isListed(first.meetId);
  const lists = () => listMeetings({ db, lists: listsOf(workerEnv) }, sessionActor(userId), { limit: 5 });
  expect((await lists()).meetings).toMatchObject([{ id: first.meetId, isSample: true }]);
  const deleted = await call(`/api/acta/meetings/${first.meetId}`, { method: "DELETE", cookie });
  expect(deleted.ok).toBe(true);
  await vi.waitFor(async () => expect((await lists()).meetings).toEqual([]), SOON);
  const again = await openSample(cookie, "fr");
  expect(again.meetId).not.toBe(first.meetId);
  expect((await again.object.view({ kind: "owner", userId }))?.head.language).toBe("fr");
});

test("the history lists it as the sample, and neither among calls nor among uploads", async () => {
  const { cookie } = await signIn();
  const { meetId } = await openSample(cookie);
  await isListed(meetId);
  const listed = async (from: string) => {
    const answer = await call(`/api/acta/meetings${from}`, { cookie });
    return filteredList.parse(await answer.json()).meetings.map(({ id, isSample }) => ({ id, isSample }));
  };
  expect(await listed("")).toEqual([{ id: meetId, isSample: true }]);
  for (const from of ["call", "upload", "meet"]) expect(await listed(`?from=${from}`)).toEqual([]);
  expect(await (await call("/history", { cookie })).text()).toContain("Sample, written by us");
});

test("the settings have the way to the sample", async () => {
  const { cookie } = await signIn();
  const html = await (await call("/settings", { cookie })).text();
  expect(html).toContain('action="/api/acta/sample"');
});

test("with sound it is played as any recording, and its sound goes with it", async () => {
  const { cookie, userId } = await signIn();
  const { meetId, object } = await openSample(cookie, "en");
  const { sound } = await bundledSamples.load("en", 7);
  expect((await object.view({ kind: "owner", userId }))?.head).toMatchObject({ playable: true, soundOnly: true });
  const recording = await call(`/api/acta/meetings/${meetId}/recording`, { cookie });
  expect([recording.status, recording.headers.get("Content-Type")]).toEqual([200, "audio/mp4"]);
  expect(new Uint8Array(await recording.arrayBuffer())).toEqual(sound);
  const place = await object.recording();
  await object.discard();
  await vi.waitFor(async () => expect(await env.RECORDINGS.head(place?.key ?? "")).toBeNull(), SOON);
});
