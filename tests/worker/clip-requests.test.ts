import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { type Clip, clip } from "#app/contracts/meeting/clip.ts";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import { SHARE_RESTORE_MS_MAX } from "#app/domain/limits/teams.ts";
import type { Viewer } from "#app/domain/meeting/access.ts";
import { PACKED_FRONT_BYTES } from "#app/media/clips/packed-clip.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { clips } from "#app/server/db/schema-clips.ts";
import { sweepPlans } from "#app/server/sharing/kept-plan.ts";
import { r2RecordingStore } from "#app/server/adapters/r2/r2-recording-store.ts";
import { call, finishUpload, post, putBytes, startUpload } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { openLive } from "#tests/support/live-page.ts";
import { type Costs, costsOf } from "#tests/support/request-costs.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { birthOf, objectOf } from "#tests/support/upload-meeting.ts";
import { passageFor } from "#workers/meeting/publish/outside-views.ts";

/** The cost of the requests of a player in counts, and the plans that are kept for them. */

const db = openDatabase(env.DB);
const store = r2RecordingStore(env.RECORDINGS);
const PASSAGE = { fromMs: 2000, toMs: 9000 };

afterEach(() => {
  vi.restoreAllMocks();
});

async function recordedClip(more: object = {}) {
  const { cookie } = await signIn();
  const started = await startUpload(cookie, { meetingName: "Budget" });
  await putBytes(started, await fixture("talk-captions.mp4"));
  expect((await finishUpload(cookie, started.meetId, { meetingName: "Budget" })).status).toBe(200);
  const page = await openLive(started.meetId, cookie);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  const path = `/api/acta/meetings/${started.meetId}/clips`;
  const make = async (json: object): Promise<Clip> => clip.parse(await (await post(path, cookie, json)).json());
  const made = await make({ ...PASSAGE, ...more });
  expect(made.playable).toBe(true);
  const [row] = await db.select().from(clips).where(eq(clips.clipId, made.clipId));
  const recordingId = row?.recordingId ?? "";
  return {
    cookie,
    meetId: started.meetId,
    make,
    made,
    recordingId,
    media: `${made.url}/media`,
    pathOf: (clipId: string) => `${path}/${clipId}`,
    plans: async () => (await store.list(`recordings/${recordingId}/clips/`, null)).keys,
  };
}

/** Reads of the bucket: of plans in bytes, of recordings how many. */
function watchBucket() {
  const reads = { plans: [] as number[], recordings: 0 };
  const bucket = Object.getPrototypeOf(env.RECORDINGS) as Pick<R2Bucket, "get">;
  const get = bucket.get;
  vi.spyOn(bucket, "get").mockImplementation(async function (this: R2Bucket, ...given: Parameters<R2Bucket["get"]>) {
    const [key, options] = given;
    const range = options?.range as { length?: number } | undefined;
    if (key.endsWith(".plan")) reads.plans.push(range?.length ?? Number.POSITIVE_INFINITY);
    else reads.recordings += 1;
    return get.apply(this, given);
  });
  return reads;
}

/** Reads of the meeting; the workspace, which hears of the minutes meanwhile, has its own. */
const readsOf = ({ calls }: Costs) => calls.filter((name) => /view|passage|transcript|recording/iu.test(name));

const ask = async (media: string, init: Parameters<typeof call>[1]) => {
  const answer = await call(media, init);
  expect([200, 206]).toContain(answer.status);
  await answer.arrayBuffer();
};

test("a HEAD request of a clip asks its meeting once for the passage, and reads the front of its plan", async () => {
  const { media } = await recordedClip();
  const reads = watchBucket();
  const costs = await costsOf(() => ask(media, { method: "HEAD" }));
  expect(readsOf(costs)).toEqual(["passage"]);
  expect(reads).toEqual({ plans: [PACKED_FRONT_BYTES], recordings: 0 });
});

test("the passage of a file is read without the meeting's words", async () => {
  const { meetId } = await recordedClip();
  const readWith = (viewer: Viewer) =>
    runInDurableObject(objectOf(meetId as MeetId), (_object, { storage }) => {
      const texts: string[] = [];
      const exec = ((text: string, ...values: unknown[]) => {
        texts.push(text);
        return storage.sql.exec(text, ...values);
      }) as SqlStorage["exec"];
      const passage = passageFor({ exec } as SqlStorage, PASSAGE, viewer);
      return { lines: passage?.lines.length, texts };
    });
  const words = await readWith({ kind: "share", parts: ["transcript"] });
  expect(words.lines).toBeGreaterThan(0);
  const file = await readWith({ kind: "share", parts: ["recording"] });
  expect(file.lines).toBe(0);
  expect(file.texts.length).toBeLessThan(words.texts.length);
  expect(file.texts.join()).not.toMatch(/segment|summar|transcript/u);
});

test("a range of a clip costs the same, and one read of the recording", async () => {
  const { media } = await recordedClip();
  const reads = watchBucket();
  const costs = await costsOf(() => ask(media, { headers: { Range: "bytes=20000-20999" } }));
  expect(readsOf(costs)).toEqual(["passage"]);
  expect(reads.plans.length).toBeLessThanOrEqual(2);
  expect(reads.recordings).toBe(1);
});

test("the page of a clip asks its meeting once, and gets the lines of the passage alone", async () => {
  const { made } = await recordedClip();
  const costs = await costsOf(async () => {
    expect((await call(made.url ?? "")).status).toBe(200);
  });
  expect(readsOf(costs)).toEqual(["passage"]);
});

test("the plan of a clip that was taken back goes when that cannot be undone any more", async () => {
  const { cookie, made, pathOf, plans, media } = await recordedClip();
  expect(await plans()).toHaveLength(1);
  await call(pathOf(made.clipId), { method: "DELETE", cookie });
  await sweepPlans({ db, store, now: () => Date.now() });
  expect(await plans()).toHaveLength(1);
  await call(pathOf(made.clipId), { method: "PUT", cookie });
  await sweepPlans({ db, store, now: () => Date.now() + SHARE_RESTORE_MS_MAX + 1 });
  expect(await plans()).toHaveLength(1);
  await ask(media, { method: "HEAD" });
  await call(pathOf(made.clipId), { method: "DELETE", cookie });
  expect(await sweepPlans({ db, store, now: () => Date.now() + SHARE_RESTORE_MS_MAX + 1 })).toBe(1);
  expect(await plans()).toEqual([]);
  expect(await sweepPlans({ db, store, now: () => Date.now() + SHARE_RESTORE_MS_MAX + 1 })).toBe(0);
});

test("the plan of a clip that has ended goes, its owner's download keeps none, and another end plans it again", async () => {
  const { cookie, made, media, pathOf, plans } = await recordedClip({ expiresAt: Date.now() + 3_600_000 });
  await db.update(clips).set({ expiresAt: 1, planEndsAt: 1 }).where(eq(clips.clipId, made.clipId));
  expect(await sweepPlans({ db, store, now: () => Date.now() })).toBe(1);
  expect(await plans()).toEqual([]);
  await ask(`${pathOf(made.clipId)}/media`, { cookie });
  expect(await plans()).toEqual([]);
  await call(pathOf(made.clipId), { method: "PATCH", cookie, json: { expiresAt: Date.now() + 3_600_000 } });
  await ask(media, {});
  expect(await plans()).toHaveLength(1);
  await sweepPlans({ db, store, now: () => Date.now() + 3_700_000 });
  expect(await plans()).toEqual([]);
});

test("a passage that is asked for several times at once has one plan", async () => {
  const { make, plans } = await recordedClip();
  const other = { fromMs: 3000, toMs: 9000 };
  await Promise.all([make(other), make(other), make(other)]);
  expect(await plans()).toHaveLength(2);
});

test("the plans of a meeting's clips go with it, also where another meeting uses the recording", async () => {
  const { cookie, meetId, recordingId, plans } = await recordedClip();
  await birthOf({ recordingId: recordingId as RecordingId });
  expect(await plans()).toHaveLength(1);
  await call(`/api/acta/meetings/${meetId}`, { method: "DELETE", cookie });
  await expect.poll(plans).toEqual([]);
  expect((await store.list(`recordings/${recordingId}/original`, null)).keys).toHaveLength(1);
});

test("the plan of a clip whose row is deleted goes, of whatever recording it was cut", async () => {
  const { made, meetId, recordingId, plans } = await recordedClip();
  const [row] = await db.select().from(clips).where(eq(clips.clipId, made.clipId));
  if (row === undefined) throw new Error("a clip has a row");
  // A merged meeting has clips of the recordings of its parts.
  const later = {
    clipId: `${row.clipId}-later`,
    recordingId: `${recordingId}-later`,
    tokenHash: "later",
    fromMs: 3000,
  };
  await db.insert(clips).values({ ...row, ...later });
  const plansOfLater = `recordings/${later.recordingId}/clips/`;
  await store.put(`${plansOfLater}${meetId}/${later.clipId}/etag-3000-9000-any.plan`, new Uint8Array(1), "text/plain");
  // Those of other tests.
  await sweepPlans({ db, store, now: () => Date.now() });
  // As when its maker leaves the team that keeps the meeting.
  await db.delete(clips).where(eq(clips.meetId, meetId));
  expect(await plans()).toHaveLength(1);
  expect(await sweepPlans({ db, store, now: () => Date.now() })).toBe(2);
  expect(await plans()).toEqual([]);
  expect((await store.list(plansOfLater, null)).keys).toEqual([]);
  expect(await sweepPlans({ db, store, now: () => Date.now() })).toBe(0);
});

test.each(["written", "not answered for"])(
  "a plan that a player writes while its clip is deleted does not stay (%s)",
  async (end) => {
    const { made, meetId, media, plans } = await recordedClip();
    await store.removeAll((await plans())[0] ?? "");
    const bucket = Object.getPrototypeOf(env.RECORDINGS) as Pick<R2Bucket, "put">;
    const put = bucket.put;
    vi.spyOn(bucket, "put").mockImplementationOnce(async function (this: R2Bucket, ...given: unknown[]) {
      await db.delete(clips).where(eq(clips.meetId, meetId));
      await sweepPlans({ db, store, now: () => Date.now() });
      const written: unknown = await Reflect.apply(put, this, given);
      if (end !== "written") throw new Error("no answer");
      return written as R2Object;
    });
    await (await call(media)).arrayBuffer();
    expect(await db.select().from(clips).where(eq(clips.clipId, made.clipId))).toEqual([]);
    expect(await plans()).toEqual([]);
  },
);
