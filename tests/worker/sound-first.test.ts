import { env } from "cloudflare:workers";
import { eq, ne } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { newMeetId, newRecordingId } from "#app/domain/ids.ts";
import { COMPARE_ATTEMPTS_MAX } from "#app/domain/limits/steps.ts";
import { FREE_UPLOADS_MAX } from "#app/domain/limits/account.ts";
import { RESERVATION_MS_MAX, UPLOAD_UNFINISHED_MS_MAX } from "#app/domain/limits/uploads.ts";
import { KEEP_EVERYTHING } from "#app/domain/privacy/retention.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { retentionDefaults } from "#app/server/db/schema.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { newOriginalKey, recordingPrefix, soundPrefix } from "#app/server/storage/keys.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { markedFragments, markedRecording, marksOf } from "#tests/support/marked-recording.ts";
import { type Bench, onBench } from "#tests/support/meeting-bench.ts";
import { type CutSound, cutSound, keysUnder } from "#tests/support/send-sound.ts";
import { retryMeeting } from "#workers/meeting/retry.ts";
import { beginMeeting } from "#workers/meeting/store/begin-meeting.ts";
import { acceptUpload } from "#workers/meeting/upload/accept-upload.ts";
import { openMedia, recordingMedia } from "#workers/meeting/upload/recording-media.ts";
import { videoNeverArrived, takeSound } from "#workers/meeting/upload/upload-intake.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const SECONDS = 660;
const recording = (label = "") => markedRecording(SECONDS, label);

type Options = Omit<Parameters<typeof onBench>[1], "uploadKey">;

/** A meeting that awaits its file: the bench of meeting-bench.ts, which puts none. */
function awaiting(use: (bench: Bench) => Promise<void>, options: Options = {}) {
  const recordingId = options.recordingId ?? newRecordingId();
  return onBench(new Uint8Array(), { ...options, recordingId, uploadKey: newOriginalKey(recordingId) }, use);
}

const ask = ({ deps, storage }: Bench, asked: Partial<Parameters<typeof takeSound>[2]>) =>
  takeSound(deps, storage, { wanted: [], landed: [], ...asked });

/** Asks for places, PUTs the bytes (or other ones, if the test gives them), and reports that they have landed. */
async function send(bench: Bench, sound: CutSound, indexes: number[], bytes?: Uint8Array) {
  const wanted = indexes.flatMap((index) => sound.windows[index]?.wanted ?? []);
  const places = await ask(bench, { plan: sound.plan, wanted });
  if (!places.ok) throw new Error(places.reason);
  for (const { index, key } of places.value.places) {
    await env.RECORDINGS.put(key, bytes ?? sound.windows[index]?.audio ?? new Uint8Array());
  }
  const landed = await ask(bench, { landed: indexes });
  if (!landed.ok) throw new Error(landed.reason);
  return landed.value.landed;
}

async function land(bench: Bench, bytes: Uint8Array) {
  await env.RECORDINGS.put(bench.birth.uploadKey, bytes);
  return acceptUpload(bench.deps, bench.storage, bench.birth.details);
}

/** Does the work that is due now, and none that waits. */
async function workNow({ work, storage, clock }: Bench) {
  for (let turn = 0; turn < 30; turn += 1) {
    await work.run();
    const due = storage.sql.exec("SELECT 1 FROM outbox WHERE due_at <= ?", clock.now).toArray();
    if (due.length === 0) return;
  }
  throw new Error("work that never ends");
}

const unreadable = () => Promise.reject(new Error("unreadable"));
const said = ({ view }: Bench) => view()?.segments.map(({ text }) => text);
const sounds = ({ birth }: Bench) => keysUnder(soundPrefix(birth.recordingId));
async function usage({ birth }: Bench) {
  const [row] = await openDatabase(env.DB).select().from(usageLedger).where(eq(usageLedger.meetId, birth.meetId));
  return row?.state;
}

test("sound that lands window by window is recognised as it comes, and the minutes do not wait for the video", async () => {
  const speech = standInForSpeech();
  const sound = await cutSound(recording());
  expect(sound.windows).toHaveLength(3);
  await awaiting(async (bench) => {
    // Out of order: the last first.
    expect(await send(bench, sound, [2])).toEqual([2]);
    expect(bench.view()?.head).toMatchObject({ status: "TRANSCRIBING", video: "awaited", transcriptSource: "speech" });
    await workNow(bench);
    expect(speech.asked).toHaveLength(1);
    expect(said(bench)?.at(-1)).toBe("Mark 659.");
    expect(await usage(bench)).toBe("counted");
    expect(await send(bench, sound, [0, 1])).toEqual([0, 1, 2]);
    // The same report again changes nothing.
    expect(await send(bench, sound, [0, 1, 2])).toEqual([0, 1, 2]);
    await workNow(bench);
    expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", video: "awaited", playable: false, gaps: [] });
    expect(said(bench)).toEqual(marksOf(SECONDS));
    expect(speech.asked).toHaveLength(3);
    expect(await usage(bench)).toBe("counted");

    // The video: the very same sound.
    expect(await land(bench, recording())).toEqual({ ok: true, value: null });
    await workNow(bench);
    const head = bench.view()?.head;
    expect(head).toMatchObject({ status: "SUMMARIZED", playable: true });
    expect(head?.video).toBeUndefined();
    expect(said(bench)).toEqual(marksOf(SECONDS));
    expect(speech.asked).toHaveLength(3);
    expect(await sounds(bench)).toEqual([]);
    expect(head?.timeline.filter(({ status }) => status === "SUMMARIZED")).toHaveLength(1);
    expect(await acceptUpload(bench.deps, bench.storage, null)).toEqual({ ok: true, value: null });
  });
});

test("a video with another sound is recognised where it differs, and the minutes are written again", async () => {
  const speech = standInForSpeech();
  const sound = await cutSound(recording());
  const file = recording();
  // The last minute of the file says something else than the sound that was sent.
  const other = recording(" other");
  const mixed = await cutSound(other);
  const sent: CutSound = {
    plan: sound.plan,
    windows: sound.windows.with(1, mixed.windows[1] ?? (sound.windows[1] as never)),
  };
  await awaiting(async (bench) => {
    await send(bench, sent, [0, 1, 2]);
    await workNow(bench);
    expect(bench.view()?.head.status).toBe("SUMMARIZED");
    bench.storage.sql.exec(
      "INSERT INTO segment_edits (segment_id, text, at) VALUES ('w0-1', 'By hand.', 1), ('w1-1', 'Gone.', 1)",
    );
    const asked = speech.asked.length;
    await land(bench, file);
    await workNow(bench);
    expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", video: "differed", playable: true });
    // Only the window that differs is paid for again.
    expect(speech.asked).toHaveLength(asked + 1);
    const texts = said(bench);
    expect(texts).toHaveLength(SECONDS);
    expect(texts).toContain("By hand.");
    expect(texts).not.toContain("Gone.");
    expect(bench.view()?.head.timeline.filter(({ status }) => status === "SUMMARIZED")).toHaveLength(2);
    expect(await sounds(bench)).toEqual([]);
    expect(await usage(bench)).toBe("counted");
  });
});

test("a recording that goes once it is transcribed stays until its video was compared, and heard where it differs", async () => {
  standInForSpeech();
  const sound = await cutSound(markedRecording(300));
  await awaiting(async (bench) => {
    const { birth, clock, flush } = bench;
    const rule = JSON.stringify({ ...KEEP_EVERYTHING, recording: "transcribed" });
    const workspace = { workspaceId: birth.workspaceId, rule, updatedAt: birth.createdAt - 1 };
    await openDatabase(env.DB).insert(retentionDefaults).values(workspace);
    await send(bench, sound, [0]);
    for (let turn = 0; turn < 5; turn += 1) {
      await workNow(bench);
      await flush();
    }
    expect(bench.view()?.head.status).toBe("SUMMARIZED");
    await land(bench, recording());
    await flush();
    // The minutes rest on the sound, which may be another than the video's.
    expect(bench.view()?.head.privacy).toBeUndefined();
    for (let turn = 0; turn < 5; turn += 1) {
      await flush();
      await workNow(bench);
    }
    expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", video: "differed", playable: false });
    expect(said(bench)).toEqual(marksOf(SECONDS));
    expect(bench.view()?.head.privacy?.removed).toEqual([{ part: "recording", at: clock.now }]);
    expect(await keysUnder(recordingPrefix(birth.recordingId))).toEqual([]);
  });
});

test("a longer video than the sound that was sent is heard to its end", async () => {
  standInForSpeech();
  const sound = await cutSound(markedRecording(300));
  await awaiting(async (bench) => {
    await send(bench, sound, [0]);
    await workNow(bench);
    expect(bench.view()?.head.status).toBe("SUMMARIZED");
    await land(bench, recording());
    await workNow(bench);
    expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", video: "differed" });
    expect(said(bench)).toEqual(marksOf(SECONDS));
  });
});

test("a video that overtakes its sound goes on with what was heard, once that was compared", async () => {
  const speech = standInForSpeech();
  const sound = await cutSound(recording());
  await awaiting(async (bench) => {
    await send(bench, sound, [0]);
    await workNow(bench);
    await land(bench, recording());
    await workNow(bench);
    expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", playable: true });
    expect(bench.view()?.head.video).toBeUndefined();
    expect(said(bench)).toEqual(marksOf(SECONDS));
    expect(speech.asked).toHaveLength(3);
    expect(await usage(bench)).toBe("counted");
    expect(await sounds(bench)).toEqual([]);
  });
});

test("a plan of which nothing has landed is forgotten when the video is there", async () => {
  standInForSpeech();
  const sound = await cutSound(recording());
  await awaiting(async (bench) => {
    expect(await ask(bench, { plan: sound.plan })).toEqual({ ok: true, value: { landed: [], places: [] } });
    expect(bench.view()?.head.status).toBe("TORECORD");
    await land(bench, recording());
    await workNow(bench);
    expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED" });
    expect(bench.view()?.head.video).toBeUndefined();
    expect(await ask(bench, { plan: sound.plan })).toEqual({ ok: false, reason: "not-found" });
  });
});

test.each([
  { kind: "a part of a video", file: recording(), media: recordingMedia, left: { playable: true } },
  {
    kind: "a part of a video in fragments",
    file: markedFragments(320),
    media: openMedia({ scanAtOnceBytesMax: 1, checkpointBytes: 100_000 }),
    left: { playable: true },
  },
  {
    kind: "a video in fragments",
    file: markedFragments(320),
    media: { ...openMedia({ scanAtOnceBytesMax: 1, checkpointBytes: 100_000 }), scan: unreadable },
    left: { playable: false, video: "missing" },
  },
])("$kind that can never be read is given up, and the text of the sound stays", async ({ file, media, left }) => {
  standInForSpeech();
  const sound = await cutSound(file);
  await awaiting(
    async (bench) => {
      await send(bench, sound, [...sound.windows.keys()]);
      await workNow(bench);
      const text = said(bench);
      let refused = 0;
      bench.deps.media = {
        ...media,
        async extract(source, plan) {
          if (plan.index !== 1) return media.extract(source, plan);
          refused += 1;
          return unreadable();
        },
      };
      await land(bench, file);
      await bench.finish();
      expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", ...left });
      // It was first read in the attempt that compared the part before it, which is not counted.
      expect(refused).toBe(left.playable ? 1 + COMPARE_ATTEMPTS_MAX : 0);
      expect(bench.storage.sql.exec("SELECT key FROM outbox").toArray()).toEqual([]);
      expect(said(bench)).toEqual(text);
    },
    { deps: { media } },
  );
});

test("a large video in fragments is scanned before it is compared", async () => {
  const speech = standInForSpeech();
  const file = markedFragments(320);
  const sound = await cutSound(file);
  const deps = { media: openMedia({ scanAtOnceBytesMax: 1, checkpointBytes: 100_000 }) };
  await awaiting(
    async (bench) => {
      await send(bench, sound, [0, 1].slice(0, sound.windows.length));
      await workNow(bench);
      expect(bench.view()?.head.status).toBe("SUMMARIZED");
      const asked = speech.asked.length;
      await land(bench, file);
      await workNow(bench);
      expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", playable: true });
      expect(bench.view()?.head.video).toBeUndefined();
      expect(speech.asked).toHaveLength(asked);
    },
    { deps },
  );
});

test.each<[string, (audio: Uint8Array<ArrayBuffer>) => Uint8Array]>([
  ["one byte other", (audio) => audio.with(audio.length - 1, 255)],
  ["cut off", (audio) => audio.slice(0, -1)],
  ["empty", () => new Uint8Array()],
])("a window whose bytes are %s than announced has not landed, and can be put again", async (_name, spoil) => {
  const speech = standInForSpeech();
  const sound = await cutSound(recording());
  await awaiting(async (bench) => {
    const audio = sound.windows[1]?.audio ?? new Uint8Array();
    expect(await send(bench, sound, [1], spoil(audio))).toEqual([]);
    expect(await sounds(bench)).toEqual([]);
    expect(bench.view()?.head.status).toBe("TORECORD");
    expect(speech.asked).toEqual([]);
    expect(await send(bench, sound, [1])).toEqual([1]);
  });
});

test("a window that plays longer than it says is not paid for, whatever its digest", async () => {
  standInForSpeech();
  const sound = await cutSound(recording());
  const long = await cutSound(markedRecording(290));
  const [first] = long.windows;
  if (!first) throw new Error("no window");
  const plan = { ...sound.plan, windows: [{ startMs: 0, endMs: 60_000, audioStartMs: 0, audioEndMs: 63_000 }] };
  await awaiting(async (bench) => {
    expect(await send(bench, { plan, windows: [first] }, [0])).toEqual([]);
  });
});

test("another plan replaces the first with what had landed; one that comes when the engine was asked changes nothing", async () => {
  const speech = standInForSpeech();
  const first = await cutSound(markedRecording(400, " first"));
  const second = await cutSound(recording());
  await awaiting(async (bench) => {
    await send(bench, first, [0]);
    expect(await ask(bench, { plan: second.plan })).toEqual({ ok: true, value: { landed: [], places: [] } });
    expect(await send(bench, second, [0])).toEqual([0]);
    await workNow(bench);
    expect(speech.asked).toHaveLength(1);
    expect(await ask(bench, { plan: first.plan })).toEqual({ ok: true, value: { landed: [0], places: [] } });
    expect(said(bench)?.length).toBeGreaterThan(0);
    expect(await send(bench, second, [0, 1, 2])).toEqual([0, 1, 2]);
    await workNow(bench);
    expect(said(bench)).toEqual(marksOf(SECONDS));
    const late = await ask(bench, { plan: first.plan, wanted: [first.windows[0]?.wanted].flatMap((one) => one ?? []) });
    expect(late).toEqual({ ok: true, value: { landed: [0, 1, 2], places: [] } });
    await land(bench, recording());
    await workNow(bench);
    // Sound of the first plan that had landed is removed too.
    expect(await sounds(bench)).toEqual([]);
  });
});

test("a video that never comes leaves transcript and minutes, says so, and leaves nothing in the store", async () => {
  standInForSpeech();
  const sound = await cutSound(recording());
  await awaiting(async (bench) => {
    const { recordingId, uploadKey } = bench.birth;
    // The bytes of an earlier submit, whose answer was lost.
    await env.RECORDINGS.put(uploadKey, recording());
    beginMeeting(bench.storage, { ...bench.birth, uploadKey: newOriginalKey(recordingId) }, bench.clock.now);
    await send(bench, sound, [0, 1, 2]);
    await workNow(bench);
    bench.clock.now = bench.birth.createdAt + UPLOAD_UNFINISHED_MS_MAX;
    await workNow(bench);
    expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", video: "missing", playable: false });
    expect(said(bench)).toEqual(marksOf(SECONDS));
    expect((await keysUnder(recordingPrefix(recordingId))).filter((key) => !key.includes("/text/"))).toEqual([]);
    expect(await usage(bench)).toBe("counted");
    // Too late.
    expect(await land(bench, recording())).toEqual({ ok: false, reason: "not-found" });
  });
});

test("sound that broke off is written up as far as it came, when nothing more will come", async () => {
  standInForSpeech();
  const sound = await cutSound(recording());
  await awaiting(async (bench) => {
    await send(bench, sound, [0, 1]);
    await workNow(bench);
    bench.clock.now = bench.birth.createdAt + UPLOAD_UNFINISHED_MS_MAX;
    await workNow(bench);
    expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", video: "missing" });
    expect(said(bench)?.length).toBeGreaterThan(590);
    expect(await usage(bench)).toBe("counted");
    expect(await sounds(bench)).toEqual([]);
  });
});

test("a video that landed and that nobody announced is taken all the same", async () => {
  standInForSpeech();
  const sound = await cutSound(recording());
  await awaiting(async (bench) => {
    await send(bench, sound, [0, 1, 2]);
    await workNow(bench);
    await env.RECORDINGS.put(bench.birth.uploadKey, recording());
    bench.clock.now += 11 * 60 * 1000;
    await workNow(bench);
    expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", playable: true });
  });
});

test("a video that cannot be used is refused, and the minutes of its sound stay", async () => {
  standInForSpeech();
  const sound = await cutSound(recording());
  await awaiting(async (bench) => {
    await send(bench, sound, [0, 1, 2]);
    await workNow(bench);
    expect(await land(bench, recording().slice(0, 5000))).toMatchObject({ ok: false });
    await workNow(bench);
    expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", video: "missing" });
    expect(
      await keysUnder(recordingPrefix(bench.birth.recordingId)).then((keys) =>
        keys.filter((key) => !key.includes("/text/")),
      ),
    ).toEqual([]);
  });
});

test("a meeting that is deleted half-way takes its sound along, also what lands late", async () => {
  standInForSpeech();
  const sound = await cutSound(recording());
  await awaiting(async (bench) => {
    await send(bench, sound, [0]);
    const places = await ask(bench, { wanted: [sound.windows[1]?.wanted].flatMap((one) => one ?? []) });
    const key = places.ok ? places.value.places[0]?.key : undefined;
    bench.apply({ type: "discarded" });
    await workNow(bench);
    expect(await keysUnder(recordingPrefix(bench.birth.recordingId))).toEqual([]);
    expect(await ask(bench, { landed: [1] })).toEqual({ ok: false, reason: "not-found" });
    await env.RECORDINGS.put(key ?? "", sound.windows[1]?.audio ?? "");
    await bench.finish();
    expect(await keysUnder(recordingPrefix(bench.birth.recordingId))).toEqual([]);
  });
});

test("a window that is gone from the store is heard in the video when that is there", async () => {
  standInForSpeech();
  const sound = await cutSound(recording());
  await awaiting(async (bench) => {
    await send(bench, sound, [0, 1, 2]);
    for (const key of await sounds(bench)) if (key.includes("/sound/1-")) await env.RECORDINGS.delete(key);
    for (let turn = 0; turn < 6; turn += 1) {
      await workNow(bench);
      bench.clock.now += 60_000;
    }
    expect(bench.view()?.head).toMatchObject({ status: "ERROR_TRANSCRIPT", video: "awaited", retryable: true });
    await land(bench, recording());
    await workNow(bench);
    expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", playable: true });
    expect(said(bench)).toEqual(marksOf(SECONDS));
    expect(await usage(bench)).toBe("counted");
  });
});

test("asked again after a failure, the sound is heard while no video is there", async () => {
  const speech = standInForSpeech({ mode: "500" });
  const sound = await cutSound(recording());
  await awaiting(async (bench) => {
    await send(bench, sound, [0, 1, 2]);
    for (let turn = 0; turn < 6; turn += 1) {
      await workNow(bench);
      bench.clock.now += 60_000;
    }
    expect(bench.view()?.head).toMatchObject({ status: "ERROR_TRANSCRIPT", reason: "speech-unavailable" });
    speech.be("ok");
    bench.apply({ type: "retry-asked" });
    await workNow(bench);
    expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", video: "awaited" });
    expect(said(bench)).toEqual(marksOf(SECONDS));
  });
});

test("a comparison that was killed goes on where it was", async () => {
  standInForSpeech();
  const sound = await cutSound(recording());
  const media = openMedia({ scanAtOnceBytesMax: Number.MAX_SAFE_INTEGER, checkpointBytes: 1_000_000 });
  const cut: number[] = [];
  let dies = true;
  const dying = {
    ...media,
    async extract(...[source, plan]: Parameters<typeof media.extract>) {
      if (plan.index === 2 && dies) {
        dies = false;
        throw new Error("killed");
      }
      cut.push(plan.index);
      return media.extract(source, plan);
    },
  };
  await awaiting(
    async (bench) => {
      await send(bench, sound, [0, 1, 2]);
      await workNow(bench);
      await land(bench, recording());
      await workNow(bench);
      expect(cut).toEqual([0, 1]);
      bench.clock.now += 60_000;
      await workNow(bench);
      expect(cut).toEqual([0, 1, 2]);
      expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", playable: true });
      expect(bench.view()?.head.video).toBeUndefined();
    },
    { deps: { media: dying } },
  );
});

test("an upload that is given up keeps the text of complete sound, and nothing of partial sound", async () => {
  standInForSpeech();
  const sound = await cutSound(recording());
  await awaiting(async (bench) => {
    await send(bench, sound, [0, 1]);
    expect(videoNeverArrived(bench.deps, bench.storage)).toBe(false);
    await send(bench, sound, [2]);
    expect(videoNeverArrived(bench.deps, bench.storage)).toBe(true);
    await workNow(bench);
    expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", video: "missing" });
    expect(await sounds(bench)).toEqual([]);
  });
});

test("windows that cannot be those of a recording are refused, and so are ones that were not planned", async () => {
  const { plan, windows } = await cutSound(recording());
  await awaiting(async (bench) => {
    const refusedPlan = { ok: false, reason: "invalid-payload" };
    const [one, two] = plan.windows;
    if (!one || !two) throw new Error("no windows");
    expect(await ask(bench, { plan: { ...plan, windows: [two, one] } })).toEqual(refusedPlan);
    expect(await ask(bench, { plan: { ...plan, windows: [{ ...one, endMs: 900_000 }] } })).toEqual(refusedPlan);
    expect(await ask(bench, { plan: { ...plan, durationMs: 1000 } })).toEqual(refusedPlan);
    expect(await ask(bench, { wanted: windows.slice(0, 1).map(({ wanted }) => wanted) })).toEqual(refusedPlan);
    expect(await ask(bench, { plan, landed: [3] })).toEqual(refusedPlan);
    expect(await ask(bench, { landed: [0] })).toEqual({ ok: true, value: { landed: [], places: [] } });
  });
});

/** Another upload of the same person took the last place after this one's reservation had fallen. */
async function loseThePlace({ birth }: Bench) {
  const db = openDatabase(env.DB);
  const { workspaceId, createdBy, meetId } = birth;
  const at = Date.now();
  const counted = { kind: "upload", workspaceId, createdBy, state: "counted", reservedAt: at, updatedAt: at };
  for (let made = 0; made < FREE_UPLOADS_MAX; made += 1) {
    await db.insert(usageLedger).values({ ...counted, meetId: newMeetId() });
  }
  const old = { reservedAt: at - RESERVATION_MS_MAX };
  await db.update(usageLedger).set(old).where(eq(usageLedger.meetId, meetId));
}

test("a person at the limit gets no text: a place that fell is not taken again, and nothing is asked of the engine", async () => {
  const speech = standInForSpeech();
  const sound = await cutSound(recording());
  await awaiting(async (bench) => {
    await send(bench, sound, [0]);
    await loseThePlace(bench);
    await workNow(bench);
    await send(bench, sound, [1, 2]);
    await workNow(bench);
    expect(bench.view()?.head).toMatchObject({ status: "ERROR_TRANSCRIPT", reason: "limit-reached", retryable: true });
    expect(said(bench)).toEqual([]);
    expect(speech.asked).toEqual([]);
    expect(await retryMeeting(bench.deps, bench.storage)).toEqual({ ok: false, reason: "limit-reached" });
    // Also a video that landed and that nobody announced waits, and one that never comes.
    await env.RECORDINGS.put(bench.birth.uploadKey, recording());
    bench.clock.now += UPLOAD_UNFINISHED_MS_MAX;
    await workNow(bench);
    expect(speech.asked).toEqual([]);
    expect(await usage(bench)).not.toBe("counted");
  });
});

test("text that another meeting stored under the recording counts as well", async () => {
  const speech = standInForSpeech();
  const sound = await cutSound(recording());
  const recordingId = newRecordingId();
  await awaiting(
    async (bench) => {
      await send(bench, sound, [0]);
      await workNow(bench);
    },
    { recordingId },
  );
  expect(speech.asked).toHaveLength(1);
  await awaiting(
    async (bench) => {
      await send(bench, sound, [0]);
      await workNow(bench);
      expect(speech.asked).toHaveLength(1);
      expect(await usage(bench)).toBe("counted");
    },
    { recordingId },
  );
});

test("our own failure is given back, and a retry needs a place", async () => {
  const speech = standInForSpeech({ mode: "401" });
  const sound = await cutSound(recording());
  await awaiting(async (bench) => {
    await send(bench, sound, [0, 1, 2]);
    await workNow(bench);
    expect(bench.view()?.head).toMatchObject({ status: "ERROR_TRANSCRIPT", reason: "speech-key-refused" });
    expect(await usage(bench)).toBe("released");
    await loseThePlace(bench);
    speech.be("ok");
    expect(await retryMeeting(bench.deps, bench.storage)).toEqual({ ok: false, reason: "limit-reached" });
    await openDatabase(env.DB).delete(usageLedger).where(ne(usageLedger.meetId, bench.birth.meetId));
    expect(await retryMeeting(bench.deps, bench.storage)).toEqual({ ok: true, value: null });
    expect(await usage(bench)).toBe("counted");
    await workNow(bench);
    expect(bench.view()?.head.status).toBe("SUMMARIZED");
    expect(await usage(bench)).toBe("counted");
  });
});
