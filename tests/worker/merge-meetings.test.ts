import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { MergeChoices } from "#app/contracts/merges.ts";
import { MERGE_SETTLE_MS } from "#app/domain/limits/minutes.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { authenticate } from "#app/server/identity/session.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings, meetingTasks } from "#app/server/db/schema.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { setRetention } from "#app/server/meetings/set-retention.ts";
import { call, finishUpload, ORIGIN, post, putBytes, refusalOf, startUpload } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { openLive } from "#tests/support/live-page.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";

/** A call that broke off and began again, over the API and in the real objects. */

const db = openDatabase(env.DB);
const GAP_MS = 90_000;

async function recorded(cookie: string, title: string, file = "talk-captions.mp4") {
  const started = await startUpload(cookie, { meetingName: title });
  await putBytes(started, await fixture(file));
  expect((await finishUpload(cookie, started.meetId, { meetingName: title })).status).toBe(200);
  const page = await openLive(started.meetId, cookie);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  return { meetId: started.meetId as MeetId, page, view: page.view };
}

/** Two recordings of one person, of the same talk. */
async function twoRecordings() {
  const { cookie, userId } = await signIn();
  const first = await recorded(cookie, "Seminar rooms");
  const later = await recorded(cookie, "Seminar rooms, again");
  const merge = (more: object = {}) =>
    post(`/api/acta/meetings/${first.meetId}/merge`, cookie, { later: later.meetId, gapMs: GAP_MS, ...more });
  const unmerge = () => call(`/api/acta/meetings/${later.meetId}/unmerge`, { method: "POST", cookie });
  const listed = async () => {
    const list = await (await call("/api/acta/meetings", { cookie })).json<{
      meetings: { id: string }[];
      counts: { all: number };
    }>();
    return { ids: list.meetings.map(({ id }) => id), all: list.counts.all };
  };
  const caller = await authenticate(
    new Request(ORIGIN, { headers: { Cookie: cookie } }),
    composeServices(workerEnv, () => {}),
  );
  if (!caller) throw new Error("not signed in");
  return { cookie, userId, actor: caller.actor, first, later, merge, unmerge, listed };
}
type Two = Awaited<ReturnType<typeof twoRecordings>>;

const written = async ({ first }: Pick<Two, "first">) => {
  await first.page.until(({ view }) => view().head.status === "SUMMARIZED" && view().head.parts !== undefined);
  return first.view();
};
const wordsOf = ({ segments }: MeetingView) => segments.map(({ startMs, text, speaker }) => [startMs, text, speaker]);

test("two recordings become one meeting: one transcript, whose second part comes after the first and the pause", async () => {
  const two = await twoRecordings();
  const [before, later] = [two.first.view(), two.later.view()];
  const lengthMs = before.head.durationMs ?? 0;
  const choices = await (
    await call(`/api/acta/meetings/${two.first.meetId}/merge`, { cookie: two.cookie })
  ).json<MergeChoices>();
  expect(choices.others.map(({ id }) => id)).toEqual([two.later.meetId]);
  const usage = () => db.select().from(usageLedger).where(eq(usageLedger.workspaceId, two.userId));
  const used = await usage();

  expect((await two.merge()).status).toBe(200);
  const view = await written(two);
  const shiftMs = lengthMs + GAP_MS;
  expect(wordsOf(view)).toEqual([
    ...wordsOf(before),
    ...wordsOf(later).map(([startMs, ...rest]) => [Number(startMs) + shiftMs, ...rest]),
  ]);
  expect(view.head).toMatchObject({
    durationMs: shiftMs + lengthMs,
    lastPart: two.later.meetId,
    parts: [
      { startMs: 0, endMs: lengthMs },
      { startMs: shiftMs, endMs: shiftMs + lengthMs },
    ],
  });
  // Minutes of the whole, and nothing is paid again.
  expect(view.summary?.version).toBeGreaterThan(before.summary?.version ?? 0);
  expect(await usage()).toEqual(used);
  // One meeting in every list.
  expect(await two.listed()).toEqual({ ids: [two.first.meetId], all: 1 });
  expect(await db.select().from(meetingTasks).where(eq(meetingTasks.meetId, two.later.meetId))).toEqual([]);
  // A second try is the same merge.
  expect((await two.merge()).status).toBe(200);
  expect(two.first.view().head.parts).toHaveLength(2);
}, 40_000);

test("both recordings are played from the one meeting", async () => {
  const two = await twoRecordings();
  const part = async (number: number) =>
    call(`/api/acta/meetings/${two.first.meetId}/recording?part=${number}`, { cookie: two.cookie });
  expect((await part(1)).status).toBe(404);
  await two.merge();
  const bytes = await fixture("talk-captions.mp4");
  for (const number of [0, 1]) expect(new Uint8Array(await (await part(number)).arrayBuffer())).toEqual(bytes);
  expect((await part(2)).status).toBe(404);
}, 40_000);

test("undoing brings both meetings back as they were", async () => {
  const two = await twoRecordings();
  const [before, later] = [two.first.view(), two.later.view()];
  await two.merge();
  await written(two);
  expect((await two.unmerge()).status).toBe(200);
  await two.first.page.until(({ view }) => view().head.parts === undefined);
  const after = two.first.view();
  expect(wordsOf(after)).toEqual(wordsOf(before));
  expect(after.summary?.fields).toEqual(before.summary?.fields);
  expect(after.head).toMatchObject({ status: "SUMMARIZED", durationMs: before.head.durationMs });
  expect((await two.listed()).all).toBe(2);
  const again = await objectOf(two.later.meetId).view({ kind: "owner", userId: two.userId });
  expect(again?.segments).toEqual(later.segments);
  expect(again?.summary).toEqual(later.summary);
  // A second try changes nothing, and they can be merged again.
  expect((await two.unmerge()).status).toBe(200);
  expect((await two.merge()).status).toBe(200);
  expect((await written(two)).segments).toHaveLength(before.segments.length + later.segments.length);
}, 40_000);

test("undone at once, the minutes that were being written are not wanted any more", async () => {
  const two = await twoRecordings();
  const before = two.first.view();
  await two.merge();
  expect((await two.unmerge()).status).toBe(200);
  await two.first.page.until(({ view }) => view().head.status === "SUMMARIZED" && view().head.parts === undefined);
  expect(two.first.view().summary?.fields).toEqual(before.summary?.fields);
}, 40_000);

test("lines that a person wrote and ticked in either meeting stay in the minutes of the whole", async () => {
  const two = await twoRecordings();
  const { summary } = two.later.view();
  const save = await post(`/api/acta/meetings/${two.later.meetId}/summary`, two.cookie, {
    saveId: "merge-save-1",
    madeOn: summary?.version,
    seen: summary?.version,
    fields: [{ key: "tasks", lines: [{ id: "by-hand", text: "Return the key of room 4." }] }],
  });
  expect(save.status).toBe(200);
  const ticked = { taskId: "by-hand", done: true };
  expect((await post(`/api/acta/meetings/${two.later.meetId}/tasks`, two.cookie, ticked)).status).toBe(200);
  await two.merge();
  const { summary: whole } = await written(two);
  const tasks = whole?.fields.flatMap(({ content }) => (content.type === "tasks" ? content.items : [])) ?? [];
  expect(tasks.find(({ text }) => text === "Return the key of room 4.")).toMatchObject({ done: true, manual: true });
}, 40_000);

test("only who may delete both merges them", async () => {
  const two = await twoRecordings();
  const { cookie } = await signIn();
  const strange = await recorded(cookie, "Of somebody else");
  expect((await two.merge({ later: strange.meetId })).status).toBe(404);
  const path = `/api/acta/meetings/${two.first.meetId}/merge`;
  expect((await post(path, cookie, { later: strange.meetId, gapMs: 0 })).status).toBe(404);
  expect((await call(path, { cookie })).status).toBe(404);
  expect((await two.merge({ later: two.first.meetId })).status).toBe(404);
  expect((await two.merge({ gapMs: -1 })).status).toBe(422);
  expect((await two.listed()).all).toBe(2);
}, 40_000);

test("a meeting is a part of one other only, and goes into none while its own parts or itself are under way", async () => {
  const two = await twoRecordings();
  const third = await recorded(two.cookie, "Third");
  await two.merge();
  const path = (id: string) => `/api/acta/meetings/${id}/merge`;
  const elsewhere = await post(path(third.meetId), two.cookie, { later: two.later.meetId, gapMs: 0 });
  expect(await refusalOf(elsewhere)).toMatchObject({ status: 409, code: "merged-already" });
  // Its minutes are being written, or are there again: then it takes the next part.
  await written(two);
  expect((await post(path(two.first.meetId), two.cookie, { later: third.meetId, gapMs: 0 })).status).toBe(200);
  await two.first.page.until(({ view }) => view().head.parts?.length === 3 && view().head.status === "SUMMARIZED");
  expect(await refusalOf(await two.unmerge())).toMatchObject({ status: 409, code: "not-last-part" });
  expect((await two.listed()).all).toBe(1);
}, 60_000);

test("a merge that broke off between the two meetings is ended by the outbox", async () => {
  const two = await twoRecordings();
  const services = composeServices(workerEnv, () => {});
  // The object dies after its note, before the other one has answered.
  await runInDurableObject(objectOf(two.later.meetId), async (object) => {
    const { deps } = object as unknown as { deps: { merges: object } };
    const merges = deps.merges;
    Object.assign(deps, { merges: { takePart: () => Promise.reject(new Error("died")) } });
    const asked = { into: two.first.meetId, gapMs: GAP_MS };
    await expect(
      (object as unknown as typeof services.merges & { mergeInto: (a: typeof asked) => Promise<unknown> }).mergeInto(
        asked,
      ),
    ).rejects.toThrow("died");
    Object.assign(deps, { merges });
  });
  expect((await two.listed()).all).toBe(2);
  await runInDurableObject(objectOf(two.later.meetId), async (object, { storage }) => {
    storage.sql.exec("UPDATE outbox SET due_at = ? WHERE key = 'settle-merge'", Date.now() - MERGE_SETTLE_MS);
    await (object as unknown as { alarm: () => Promise<void> }).alarm();
  });
  await vi.waitFor(async () => expect((await two.listed()).all).toBe(1), { timeout: 10_000 });
  expect((await written(two)).head.parts).toHaveLength(2);
}, 40_000);

test("with the first meeting its part is deleted", async () => {
  const two = await twoRecordings();
  await two.merge();
  expect((await call(`/api/acta/meetings/${two.first.meetId}`, { method: "DELETE", cookie: two.cookie })).status).toBe(
    200,
  );
  const [row] = await db.select().from(meetings).where(eq(meetings.id, two.later.meetId));
  expect(row?.deletedAt).not.toBeNull();
  expect(await two.listed()).toEqual({ ids: [], all: 0 });
}, 40_000);

test("a part follows the rule of the whole, and gets its own back", async () => {
  const two = await twoRecordings();
  const services = composeServices(workerEnv, () => {});
  const rule = (part: "recording", days: number) =>
    setRetention(services, { actor: two.actor, meetId: two.first.meetId, rule: { [part]: days } });
  const ruleOf = async (meetId: MeetId) => (await services.meetings.ownRetention(meetId))?.rule ?? null;
  expect(await rule("recording", 30)).toMatchObject({ ok: true });
  await two.merge();
  expect(await ruleOf(two.later.meetId)).toEqual(await ruleOf(two.first.meetId));
  await written(two);
  expect(await rule("recording", 7)).toMatchObject({ ok: true });
  expect(await ruleOf(two.later.meetId)).toMatchObject({ recording: 7 });
  await two.unmerge();
  expect(await ruleOf(two.later.meetId)).toBeNull();
}, 40_000);

test("its words are found once, in the whole, and by a link both recordings are played", async () => {
  const two = await twoRecordings();
  const shares = `/api/acta/meetings/${two.first.meetId}/shares`;
  await post(shares, two.cookie, {});
  const parts = ["summary", "transcript", "recording"];
  const shared = await (await call(shares, { method: "PATCH", cookie: two.cookie, json: { parts } })).json<{
    link: { url: string };
  }>();
  const word =
    two.first
      .view()
      .segments[0]?.text.split(" ")
      .find((each) => each.length > 5) ?? "";
  const found = async () => {
    const answer = await call(`/api/search?q=${encodeURIComponent(word)}`, { cookie: two.cookie });
    return (await answer.json<{ meetings: { meetId: string }[] }>()).meetings.map(({ meetId }) => meetId);
  };
  await vi.waitFor(async () => expect(await found()).toHaveLength(2), { timeout: 10_000 });
  await two.merge();
  await written(two);
  await vi.waitFor(async () => expect(await found()).toEqual([two.first.meetId]), { timeout: 10_000 });
  const { pathname } = new URL(shared.link.url);
  for (const part of [0, 1]) expect((await call(`${pathname}/recording?part=${part}`)).status).toBe(200);
  expect((await call(`${pathname}/recording?part=2`)).status).toBe(404);
}, 40_000);

test("a merged meeting is locked by its plan as soon as one of its recordings is", async () => {
  const two = await twoRecordings();
  expect((await two.merge()).status).toBe(200);
  await written(two);
  const recording = (part: number) =>
    call(`/api/acta/meetings/${two.first.meetId}/recording?part=${part}`, { cookie: two.cookie });
  expect([(await recording(0)).status, (await recording(1)).status]).toEqual([200, 200]);
  const long = Date.UTC(2026, 0, 20);
  await db.update(meetings).set({ startsAt: long, createdAt: long }).where(eq(meetings.id, two.later.meetId));
  for (const part of [0, 1]) {
    expect(await refusalOf(await recording(part))).toMatchObject({ status: 403, code: "outside-window" });
  }
  const shared = await post(`/api/acta/meetings/${two.first.meetId}/shares`, two.cookie, {});
  const { link } = await shared.json<{ link: { url: string } }>();
  const behindLink = await call(`${new URL(link.url).pathname}/recording?part=1`);
  expect(await refusalOf(behindLink)).toMatchObject({ status: 403, code: "outside-window" });
});
