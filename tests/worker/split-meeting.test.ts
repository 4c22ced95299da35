import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { SplitPlanShown } from "#app/contracts/splits.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { SPLIT_SETTLE_MS } from "#app/domain/limits/minutes.ts";
import { linesOfAll } from "#app/domain/summary/summary.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { connections, sentTasks } from "#app/server/db/schema-connections.ts";
import { meetingTags } from "#app/server/db/schema-folders.ts";
import { meetingVisibility } from "#app/server/db/schema-teams.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { call, finishUpload, post, putBytes, refusalOf, startUpload } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { openLive } from "#tests/support/live-page.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";
import { noteRecordingRemoved, removeTranscript } from "#workers/meeting/store/retention.ts";

/** One recording of two meetings, over the API and in the real objects. */

const db = openDatabase(env.DB);

async function recorded() {
  const { cookie, userId } = await signIn();
  const started = await startUpload(cookie, { meetingName: "Two talks" });
  await putBytes(started, await fixture("talk-captions.mp4"));
  expect((await finishUpload(cookie, started.meetId, { meetingName: "Two talks" })).status).toBe(200);
  const meetId = started.meetId as MeetId;
  const page = await openLive(meetId, cookie);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  const { segments, head } = page.view();
  const lengthMs = head.durationMs ?? 0;
  const middle = segments.find(({ startMs }) => startMs > lengthMs / 2 && startMs < lengthMs - 10_000);
  if (!middle) throw new Error("no line in the middle");
  const atMs = middle.startMs;
  const split = (more: object = {}) =>
    post(`/api/acta/meetings/${meetId}/split`, cookie, { atMs, title: "Two talks (2)", ...more });
  const unsplit = (second: string) => post(`/api/acta/meetings/${second}/unsplit`, cookie, {});
  const listed = async () => {
    const list = await (await call("/api/acta/meetings", { cookie })).json<{
      meetings: { id: string; title: string }[];
      counts: { all: number };
    }>();
    return { ids: list.meetings.map(({ id }) => id), all: list.counts.all };
  };
  return { cookie, userId, meetId, page, atMs, lengthMs, split, unsplit, listed };
}
type Recorded = Awaited<ReturnType<typeof recorded>>;

/** The person's meetings that use their recording. */
const recordedIn = async ({ userId }: Pick<Recorded, "userId">) =>
  (await db.select().from(meetings).where(eq(meetings.createdBy, userId))).flatMap(({ id, recordingId, deletedAt }) =>
    recordingId !== null && deletedAt === null ? [id] : [],
  );

const idIn = async (response: Response) => {
  expect(response.status).toBe(200);
  return (await response.json<{ meetId: MeetId }>()).meetId;
};

async function done({ page, cookie, split }: Recorded, answer?: Response) {
  const second = await idIn(answer ?? (await split()));
  await page.until(({ view }) => view().head.split !== undefined && view().head.status === "SUMMARIZED");
  const other = await openLive(second, cookie);
  await other.until(({ view }) => view().head.status === "SUMMARIZED");
  return { second, other };
}

const wordsOf = ({ segments }: MeetingView) => segments.map(({ startMs, text, speaker }) => [startMs, text, speaker]);

test("one recording becomes two meetings: each has its lines from 0, its minutes and its length, and nothing is paid again", async () => {
  const one = await recorded();
  const before = one.page.view();
  const usage = () => db.select().from(usageLedger).where(eq(usageLedger.workspaceId, one.userId));
  const used = await usage();
  const plan = await (
    await call(`/api/acta/meetings/${one.meetId}/split?at=${one.atMs + 100}`, { cookie: one.cookie })
  ).json<SplitPlanShown>();
  expect(plan).toMatchObject({ title: "Two talks", atMs: one.atMs, lengthMs: one.lengthMs, hasRecording: true });

  const { second, other } = await done(one);
  const [first, later] = [one.page.view(), other.view()];
  const cut = before.segments.filter(({ startMs }) => startMs < one.atMs).length;
  expect(wordsOf(first)).toEqual(wordsOf(before).slice(0, cut));
  expect(wordsOf(later)).toEqual(
    wordsOf(before)
      .slice(cut)
      .map(([startMs, ...rest]) => [Number(startMs) - one.atMs, ...rest]),
  );
  expect(first.head).toMatchObject({
    title: "Two talks",
    durationMs: one.atMs,
    split: { part: "first", other: second },
    parts: [{ startMs: 0, endMs: one.atMs, fromMs: 0 }],
  });
  expect(later.head).toMatchObject({
    title: "Two talks (2)",
    durationMs: one.lengthMs - one.atMs,
    startsAt: before.head.startsAt + one.atMs,
    split: { part: "second", other: one.meetId },
    parts: [{ startMs: 0, endMs: one.lengthMs - one.atMs, fromMs: one.atMs }],
  });
  expect(first.summary?.version).toBeGreaterThan(before.summary?.version ?? 0);
  expect(later.summary).not.toBeNull();
  expect(await usage()).toEqual(used);
  const listed = await one.listed();
  expect(listed.ids.toSorted()).toEqual([one.meetId, second].toSorted());
  expect(listed.all).toBe(2);
  // A second press is the same split.
  expect(await idIn(await one.split())).toBe(second);
  expect((await one.listed()).all).toBe(2);
}, 40_000);

test("undoing brings the meeting back as it was, and the second one goes", async () => {
  const one = await recorded();
  const before = one.page.view();
  const { second } = await done(one);
  expect(await idIn(await one.unsplit(second))).toBe(one.meetId);
  await one.page.until(({ view }) => view().head.split === undefined && view().head.status === "SUMMARIZED");
  const after = one.page.view();
  expect(wordsOf(after)).toEqual(wordsOf(before));
  expect(after.summary?.fields).toEqual(before.summary?.fields);
  expect(after.head).toMatchObject({ status: "SUMMARIZED", durationMs: one.lengthMs });
  expect(after.head.parts).toBeUndefined();
  expect(await one.listed()).toEqual({ ids: [one.meetId], all: 1 });
  expect(await recordedIn(one)).toEqual([one.meetId]);
  // It can be split again.
  await done(one);
  expect((await one.listed()).all).toBe(2);
}, 40_000);

test("undone at once, the minutes that were being written are not wanted any more", async () => {
  const one = await recorded();
  const before = one.page.view();
  const second = await idIn(await one.split());
  expect((await one.unsplit(second)).status).toBe(200);
  await one.page.until(({ view }) => view().head.split === undefined && view().head.status === "SUMMARIZED");
  expect(one.page.view().summary?.fields).toEqual(before.summary?.fields);
  expect(await one.listed()).toEqual({ ids: [one.meetId], all: 1 });
}, 40_000);

test("lines that a person wrote, ticked and corrected stay with their part", async () => {
  const one = await recorded();
  const { summary, segments } = one.page.view();
  const last = segments.at(-1);
  if (!last) throw new Error("no lines");
  const path = `/api/acta/meetings/${one.meetId}`;
  const save = await post(`${path}/summary`, one.cookie, {
    saveId: "split-save-1",
    madeOn: summary?.version,
    seen: summary?.version,
    fields: [{ key: "tasks", lines: [{ id: "by-hand", text: "Return the key of room 4." }] }],
  });
  expect(save.status).toBe(200);
  expect((await post(`${path}/tasks`, one.cookie, { taskId: "by-hand", done: true })).status).toBe(200);
  const corrected = await post(`${path}/segments/${last.id}`, one.cookie, {
    saveId: "split-save-2",
    before: last.text,
    text: "Corrected by hand.",
  });
  expect(corrected.status).toBe(200);
  const { other } = await done(one);
  const tasks = one.page
    .view()
    .summary?.fields.flatMap(({ content }) => (content.type === "tasks" ? content.items : []));
  expect(tasks?.find(({ text }) => text === "Return the key of room 4.")).toMatchObject({ done: true, manual: true });
  expect(other.view().segments.at(-1)).toMatchObject({ text: "Corrected by hand.", edited: true });
}, 40_000);

test("the recording of a part is given to its owner alone, because the file holds the other part too", async () => {
  const one = await recorded();
  const shares = `/api/acta/meetings/${one.meetId}/shares`;
  await post(shares, one.cookie, {});
  const parts = ["summary", "transcript", "recording"];
  const shared = await (await call(shares, { method: "PATCH", cookie: one.cookie, json: { parts } })).json<{
    link: { url: string };
  }>();
  const { pathname } = new URL(shared.link.url);
  expect((await call(`${pathname}/recording`)).status).toBe(200);
  const lastWords = one.page.view().segments.at(-1)?.text ?? "";
  const { second } = await done(one);
  expect((await call(`${pathname}/recording`)).status).toBe(404);
  expect((await call(pathname)).status).toBe(200);
  for (const id of [one.meetId, second]) {
    expect((await call(`/api/acta/meetings/${id}/recording`, { cookie: one.cookie })).status).toBe(200);
    expect((await call(`/api/acta/meetings/${id}/recording`, { cookie: (await signIn()).cookie })).status).toBe(404);
  }
  // The link leads to the first part, and the second has none.
  expect(await (await call(pathname)).text()).not.toContain(lastWords);
  await one.unsplit(second);
  await one.page.until(({ view }) => view().head.split === undefined);
  expect((await call(`${pathname}/recording`)).status).toBe(200);
}, 40_000);

test("the second part is private, in the same folder and with the same tags, and tasks that were sent go with their lines", async () => {
  const one = await recorded();
  const { summary, segments } = one.page.view();
  const isLate = (ids: readonly string[]) => segments.some(({ id, startMs }) => id === ids[0] && startMs >= one.atMs);
  const lines = linesOfAll(summary?.fields ?? []);
  const late = lines.find(({ segmentIds }) => isLate(segmentIds))?.id ?? "";
  const sent = { connectionId: "con_split", placeId: "team", mark: "mark", round: 0, state: "open" } as const;
  await db.insert(connections).values({
    id: "con_split",
    userId: one.userId,
    workspaceId: one.userId,
    kind: "linear",
    accountId: "acc",
    accountName: "Girona",
    tokens: "",
    sends: "by-hand",
    updates: false,
    settings: "{}",
    createdAt: 0,
    activeSince: 0,
  });
  const times = { sentAt: 0, checkedAt: 0 };
  for (const taskId of [late, "stays"])
    await db.insert(sentTasks).values({ ...sent, ...times, meetId: one.meetId, taskId });
  await db.update(meetings).set({ folderId: "folder" }).where(eq(meetings.id, one.meetId));
  const tag = {
    tagKey: "girona",
    tag: "Girona",
    workspaceId: one.userId,
    createdBy: one.userId,
    startsAt: 0,
    titleKey: "",
  };
  await db.insert(meetingTags).values({ ...tag, meetId: one.meetId });
  const sentOf = async (meetId: string) =>
    (await db.select().from(sentTasks).where(eq(sentTasks.meetId, meetId))).map(
      ({ taskId, mark }) => [taskId, mark] as const,
    );

  const { second } = await done(one);
  const [row] = await db.select().from(meetings).where(eq(meetings.id, second));
  expect(row).toMatchObject({ folderId: "folder", title: "Two talks (2)", seriesKey: null });
  expect(await db.select().from(meetingTags).where(eq(meetingTags.meetId, second))).toMatchObject([{ tag: "Girona" }]);
  expect(await db.select().from(meetingVisibility).where(eq(meetingVisibility.meetId, second))).toEqual([]);
  expect(late).not.toBe("");
  expect([await sentOf(one.meetId), await sentOf(second)]).toEqual([[["stays", "mark"]], [[late, "mark"]]]);
  await one.unsplit(second);
  expect(new Map(await sentOf(one.meetId))).toEqual(
    new Map([
      ["stays", "mark"],
      [late, "mark"],
    ]),
  );
}, 40_000);

test("the recording stays until both parts are deleted", async () => {
  const one = await recorded();
  const { second, other } = await done(one);
  const remove = (id: string) => call(`/api/acta/meetings/${id}`, { method: "DELETE", cookie: one.cookie });
  expect((await remove(one.meetId)).status).toBe(200);
  await other.until(({ view }) => view().head.split === undefined);
  expect((await call(`/api/acta/meetings/${second}/recording`, { cookie: one.cookie })).status).toBe(200);
  expect((await one.unsplit(second)).status).toBe(404);
  expect(await one.listed()).toEqual({ ids: [second], all: 1 });
  expect((await remove(second)).status).toBe(200);
  expect(await recordedIn(one)).toEqual([]);
}, 40_000);

test("with the second part its words leave the first one, which cannot be whole again", async () => {
  const one = await recorded();
  const { second } = await done(one);
  const apart = () =>
    runInDurableObject(objectOf(one.meetId), (_object, { storage }) => [
      ...storage.sql.exec("SELECT id FROM segments_apart"),
    ]);
  expect((await apart()).length).toBeGreaterThan(0);
  expect((await call(`/api/acta/meetings/${second}`, { method: "DELETE", cookie: one.cookie })).status).toBe(200);
  await one.page.until(({ view }) => view().head.split === undefined);
  expect(await apart()).toEqual([]);
  expect(one.page.view().head.durationMs).toBe(one.atMs);
}, 40_000);

test("a moment near either end, a meeting of several recordings and one of somebody else are refused in words", async () => {
  const one = await recorded();
  for (const atMs of [0, 5_000, one.lengthMs - 1, one.lengthMs + 60_000]) {
    expect(await refusalOf(await one.split({ atMs }))).toMatchObject({ status: 422, code: "split-too-near" });
  }
  expect((await one.split({ title: " " })).status).toBe(422);
  const { cookie } = await signIn();
  const path = `/api/acta/meetings/${one.meetId}/split`;
  expect((await post(path, cookie, { atMs: one.atMs, title: "Mine" })).status).toBe(404);
  expect((await call(`${path}?at=${one.atMs}`, { cookie })).status).toBe(404);
  // Of two parts that were merged again, the merge is undone first.
  const { second } = await done(one);
  const merged = await post(`/api/acta/meetings/${one.meetId}/merge`, one.cookie, { later: second, gapMs: 0 });
  expect(merged.status).toBe(200);
  await one.page.until(({ view }) => view().head.parts?.length === 2 && view().head.status === "SUMMARIZED");
  expect(one.page.view().head.parts).toEqual([
    { startMs: 0, endMs: one.atMs, fromMs: 0 },
    { startMs: one.atMs, endMs: one.lengthMs, fromMs: one.atMs },
  ]);
  expect(await refusalOf(await one.split({ atMs: 12_000 }))).toMatchObject({ status: 409, code: "split-merged" });
  expect(await refusalOf(await one.unsplit(second))).toMatchObject({ status: 409, code: "split-changed" });
}, 60_000);

test.each(["addSecond", "beginSecond"] as const)(
  "a split that broke off at %s is ended by the outbox",
  async (step) => {
    const one = await recorded();
    await breakOff(one, step);
    const second = await settled(one);
    await vi.waitFor(async () => expect((await one.listed()).all).toBe(2), { timeout: 10_000 });
    const other = await openLive(second, one.cookie);
    await other.until(({ view }) => view().head.status === "SUMMARIZED");
    await one.page.until(({ view }) => view().head.durationMs === one.atMs && view().head.status === "SUMMARIZED");
    expect(one.page.view().segments.length + other.view().segments.length).toBeGreaterThan(0);
  },
  40_000,
);

test.each(["returnSecond", "discard"] as const)(
  "putting together that broke off at %s is ended by the outbox",
  async (step) => {
    const one = await recorded();
    const before = one.page.view();
    const { second } = await done(one);
    await breakOff(one, step, (object) => object.joinAgain({ second, by: one.userId }));
    await settled(one);
    await one.page.until(({ view }) => view().head.split === undefined && view().head.status === "SUMMARIZED");
    expect(wordsOf(one.page.view())).toEqual(wordsOf(before));
    await vi.waitFor(async () => expect(await one.listed()).toEqual({ ids: [one.meetId], all: 1 }), {
      timeout: 10_000,
    });
  },
  40_000,
);

test("a meeting that gets another owner keeps its part, loses the way back, and its recording is not for them", async () => {
  const one = await recorded();
  const { second, other } = await done(one);
  await objectOf(one.meetId).handOver({ workspaceId: "team", createdBy: "administrator" }, one.userId);
  const apart = await runInDurableObject(objectOf(one.meetId), (_object, { storage }) => [
    ...storage.sql.exec("SELECT id FROM segments_apart"),
  ]);
  expect(apart).toEqual([]);
  await other.until(({ view }) => view().head.split === undefined);
  expect((await one.unsplit(second)).status).toBe(404);
  expect(await objectOf(one.meetId).recording()).toMatchObject({ onlyFor: one.userId });
}, 40_000);

test("a meeting that is deleted while its split is under way leaves no second part behind", async () => {
  const one = await recorded();
  await breakOff(one, "beginSecond");
  expect((await call(`/api/acta/meetings/${one.meetId}`, { method: "DELETE", cookie: one.cookie })).status).toBe(200);
  await vi.waitFor(async () => expect(await one.listed()).toEqual({ ids: [], all: 0 }), { timeout: 10_000 });
  const rows = await db.select().from(meetings).where(eq(meetings.createdBy, one.userId));
  expect(rows.filter(({ deletedAt }) => deletedAt === null)).toEqual([]);
  expect(await recordedIn(one)).toEqual([]);
}, 40_000);

/** The object dies in the middle of a split, or of its undoing. */
async function breakOff(
  one: Recorded,
  step: "addSecond" | "beginSecond" | "returnSecond" | "discard",
  begin = (object: Splitting) => object.split({ atMs: one.atMs, title: "Two talks (2)", by: one.userId }),
) {
  await runInDurableObject(objectOf(one.meetId), async (object) => {
    const splitting = object as unknown as Splitting;
    const { lists, splits } = splitting.deps;
    const fails = (name: string | symbol) => (name === step ? () => Promise.reject(new Error("died")) : null);
    const failing = (of: object) => new Proxy(of, { get: (target, name) => fails(name) ?? Reflect.get(target, name) });
    Object.assign(splitting.deps, { lists: failing(lists), splits: failing(splits) });
    await expect(begin(splitting)).rejects.toThrow("died");
    Object.assign(splitting.deps, { lists, splits });
  });
}
type Splitting = {
  deps: { lists: object; splits: object };
  split: (asked: { atMs: number; title: string; by: string }) => Promise<unknown>;
  joinAgain: (asked: { second: string; by: string }) => Promise<unknown>;
};

/** Runs what the outbox has for it, and answers the second meeting. */
async function settled(one: Recorded) {
  return runInDurableObject(objectOf(one.meetId), async (object, { storage }) => {
    storage.sql.exec("UPDATE outbox SET due_at = ? WHERE key = 'settle-split'", Date.now() - SPLIT_SETTLE_MS);
    await (object as unknown as { alarm: () => Promise<void> }).alarm();
    const { state } = storage.sql.exec<{ state: string }>("SELECT state FROM meeting").one();
    return (/"splits":\[\{"meetId":"([^"]+)"/u.exec(state)?.[1] ?? "") as MeetId;
  });
}

test("a clip of a part has its words only, because the file holds the other part too", async () => {
  const one = await recorded();
  const clipsOf = (meetId: string) => `/api/acta/meetings/${meetId}/clips`;
  const make = async (meetId: string) => {
    const answer = await post(clipsOf(meetId), one.cookie, { fromMs: 0, toMs: 6000 });
    expect(answer.status).toBe(200);
    return answer.json<{ url: string; playable: boolean }>();
  };
  const media = async (url: string) => (await call(`${url}/media`)).status;
  const before = await make(one.meetId);
  expect([before.playable, await media(before.url)]).toEqual([true, 200]);
  const { second } = await done(one);
  expect(await media(before.url)).toBe(404);
  expect(await (await call(before.url)).text()).not.toMatch(/<video|<audio/);
  const later = await make(second);
  expect([later.playable, await media(later.url)]).toEqual([false, 404]);
  await idIn(await one.unsplit(second));
  expect(await media(before.url)).toBe(200);
}, 40_000);

test.each(["recording", "transcript"])(
  "parts of which a rule has deleted the %s of one stay two",
  async (part) => {
    const one = await recorded();
    const { second } = await done(one);
    await runInDurableObject(objectOf(second), (_object, state) => {
      const now = Date.now();
      if (part === "recording") noteRecordingRemoved(state.storage.sql, now);
      else removeTranscript(state.storage.sql, now);
    });
    expect(await refusalOf(await one.unsplit(second))).toMatchObject({ status: 409 });
    expect((await one.listed()).all).toBe(2);
  },
  40_000,
);
