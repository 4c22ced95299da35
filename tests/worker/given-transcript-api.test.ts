import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import type { MeetId } from "#app/domain/ids.ts";
import { TRANSCRIPT_BYTES_MAX, UPLOAD_ABANDONED_MS } from "#app/domain/limits.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { composeServices } from "#workers/compose.ts";
import type { Env } from "#workers/config.ts";
import { sweep } from "#workers/cron/sweep.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import {
  call,
  credits,
  finishUpload,
  meetingPayload,
  post,
  putBytes,
  refusalOf,
  startUpload,
} from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { transcriptFixture } from "#tests/support/transcript-fixture.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const video = await fixture("talk.mp4");
const zoom = await transcriptFixture("zoom.vtt");
const utf8 = (text: string) => new TextEncoder().encode(text);
const db = openDatabase(env.DB);

type Started = Awaited<ReturnType<typeof startUpload>>;

function place({ transcriptUrl, transcriptHeaders }: Started) {
  if (transcriptUrl === undefined || transcriptHeaders === undefined) throw new Error("no place for a transcript");
  return { presignedUrl: transcriptUrl, headers: transcriptHeaders };
}

const keyOf = (url: string) => new URL(url).pathname.replace("/_local/s3/acta-recordings/", "");
const prefixOf = (url: string) => /recordings\/[0-9a-z]{24}\//.exec(url)?.[0] ?? "none";
const announced = (bytes: Uint8Array, over: Record<string, unknown> = {}) => ({
  fileSize: video.length,
  transcriptExt: "vtt",
  transcriptSize: bytes.length,
  ...over,
});
const usedUploads = async (cookie: string) => (await credits(cookie)).meetCount.uploadMeets;
const statusOf = async (meetId: string) =>
  (await db.select().from(meetings).where(eq(meetings.id, meetId)))[0]?.status ?? null;
const summarised = (meetId: string) =>
  vi.waitFor(
    async () => {
      const view = await objectOf(meetId as MeetId).view({ kind: "owner" });
      expect(view?.head.status).toBe("SUMMARIZED");
      return view;
    },
    { timeout: 15_000, interval: 50 },
  );

test("a video and its transcript: two places to put them, and minutes with names that nobody had to listen for", async () => {
  const speech = standInForSpeech();
  const { cookie } = await signIn();
  const submit = announced(zoom, { submissionId: "given-0001", meetLanguage: "en" });
  const started = await startUpload(cookie, submit);
  const transcript = place(started);
  expect(keyOf(transcript.presignedUrl)).toMatch(/^recordings\/[0-9a-z]{24}\/transcript-[0-9a-z]+\.vtt$/);
  expect(prefixOf(transcript.presignedUrl)).toBe(prefixOf(started.presignedUrl));
  expect(transcript.headers).toEqual({ "Content-Type": "application/octet-stream", "If-None-Match": "*" });
  const signed = new URL(transcript.presignedUrl).searchParams.get("X-Amz-SignedHeaders");
  expect(signed).toBe(new URL(started.presignedUrl).searchParams.get("X-Amz-SignedHeaders"));

  expect((await putBytes(transcript, zoom)).status).toBe(200);
  expect((await putBytes(started, video)).status).toBe(200);
  expect((await finishUpload(cookie, started.meetId, submit)).status).toBe(200);
  expect(await usedUploads(cookie)).toBe(1);

  const view = await summarised(started.meetId);
  expect(view?.head).toMatchObject({ transcriptSource: "given", transcriptLength: null, gaps: [] });
  expect(view?.segments.map(({ speaker }) => speaker)).toEqual([
    "Marta Ruiz",
    "Marta Ruiz",
    "ian (he/him)",
    "Marta Ruiz",
    "ian (he/him)",
    "Marta Ruiz",
  ]);
  expect(speech.asked).toEqual([]);
});

test.each([".SRT", "srt", " vtt ", "VTT"])("the extension may be written %j", async (transcriptExt) => {
  const { cookie } = await signIn();
  const { transcriptUrl, transcriptHeaders } = await startUpload(cookie, { transcriptExt });
  expect(keyOf(transcriptUrl ?? "")).toMatch(/transcript-[0-9a-z]+\.(vtt|srt)$/);
  // Without its size only the type is signed, as with the video.
  expect(transcriptHeaders).toEqual({ "Content-Type": "application/octet-stream" });
});

test.each<[string, Record<string, unknown>]>([
  ["nothing is said of a transcript", {}],
  ["there is none", { transcriptExt: null }],
  ["only a size is named", { transcriptSize: 12 }],
])("where %s the answer is as it always was", async (_what, over) => {
  const { cookie } = await signIn();
  expect(Object.keys(await startUpload(cookie, over)).toSorted()).toEqual(["headers", "meetId", "presignedUrl"]);
});

test.each<[Record<string, unknown>, string]>([
  [{ transcriptExt: "docx" }, "transcript-wrong-type"],
  [{ transcriptExt: "" }, "transcript-wrong-type"],
  [{ transcriptExt: "../vtt" }, "transcript-wrong-type"],
  [{ transcriptExt: "vtt\0" }, "transcript-wrong-type"],
  [{ transcriptExt: "vtt", transcriptSize: 0 }, "transcript-empty"],
  [{ transcriptExt: "vtt", transcriptSize: TRANSCRIPT_BYTES_MAX + 1 }, "transcript-too-large"],
])("%j is refused before anything is made", async (over, reason) => {
  const { cookie } = await signIn();
  const refusal = await refusalOf(await post("/api/acta/upload", cookie, meetingPayload(over)));
  expect(refusal).toEqual({
    status: 422,
    code: "transcript-refused",
    reason,
    message: "The transcript cannot be used. Choose another one, or go on without it.",
  });
  expect(await usedUploads(cookie)).toBe(0);
});

test.each<[Record<string, unknown>, string]>([
  [{ transcriptExt: 7 }, "transcriptExt"],
  [{ transcriptExt: ["vtt"] }, "transcriptExt"],
  [{ transcriptExt: "v".repeat(65) }, "transcriptExt"],
  [{ transcriptExt: "vtt", transcriptSize: -1 }, "transcriptSize"],
  [{ transcriptExt: "vtt", transcriptSize: 1.5 }, "transcriptSize"],
  [{ transcriptExt: "vtt", transcriptSize: "12" }, "transcriptSize"],
])("%j is no payload", async (over, field) => {
  const { cookie } = await signIn();
  const refusal = await refusalOf(await post("/api/acta/upload", cookie, meetingPayload(over)));
  expect(refusal).toMatchObject({ status: 422, code: "invalid-payload", fields: [field] });
});

test("the largest transcript that is allowed is allowed", async () => {
  const { cookie } = await signIn();
  const started = await startUpload(cookie, { transcriptExt: "vtt", transcriptSize: TRANSCRIPT_BYTES_MAX });
  expect(started.transcriptUrl).toBeDefined();
});

test("the place of the transcript takes what was announced, once, and nothing else", async () => {
  const { cookie } = await signIn();
  const started = await startUpload(cookie, announced(zoom));
  const transcript = place(started);
  expect((await putBytes(transcript, zoom, { "Content-Length": "5" })).status).toBe(403);
  expect((await putBytes({ ...transcript, headers: {} }, zoom)).status).toBe(403);
  expect((await call(transcript.presignedUrl, { method: "GET" })).status).toBe(403);
  expect((await putBytes(transcript, zoom)).status).toBe(200);
  expect((await putBytes(transcript, zoom)).status).toBe(412);
});

test("a promised transcript that has not landed is a clear error, and the same call works once it has", async () => {
  const { cookie } = await signIn();
  const submit = announced(zoom);
  const started = await startUpload(cookie, submit);
  await putBytes(started, video);
  const early = await refusalOf(await finishUpload(cookie, started.meetId, submit));
  expect(early).toEqual({
    status: 409,
    code: "transcript-missing",
    reason: null,
    message: "The transcript has not arrived. Send it, or go on without it.",
  });
  // Said again or not: it was promised.
  expect(await refusalOf(await finishUpload(cookie, started.meetId))).toMatchObject({ code: "transcript-missing" });
  expect(await statusOf(started.meetId)).toBe("TORECORD");
  await putBytes(place(started), zoom);
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
  expect((await summarised(started.meetId))?.head.transcriptSource).toBe("given");
});

test("a transcript that nobody announced has no place, and its name at upload_data is an error", async () => {
  const { cookie } = await signIn();
  const started = await startUpload(cookie, { fileSize: video.length });
  await putBytes(started, video);
  const late = await finishUpload(cookie, started.meetId, { transcriptExt: "vtt" });
  expect(await refusalOf(late)).toMatchObject({ status: 409, code: "transcript-missing" });
  const odd = await finishUpload(cookie, started.meetId, { transcriptExt: "docx" });
  expect(await refusalOf(odd)).toMatchObject({ status: 422, reason: "transcript-wrong-type" });
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
});

const binary = Uint8Array.from({ length: 4000 }, (_, index) => (index * 31) % 256);

test.each<[string, Uint8Array<ArrayBuffer>, string]>([
  ["binary", binary, "transcript-unreadable"],
  ["a video", video, "transcript-unreadable"],
  ["prose", utf8("Minutes of the meeting\n\nMarta says hello."), "transcript-unreadable"],
  ["without a cue", utf8("WEBVTT\n\nNOTE nothing\n"), "transcript-empty"],
  ["music", utf8("WEBVTT\n\n00:01.000 --> 00:02.000\n♪\n"), "transcript-empty"],
  ["too large", new Uint8Array(TRANSCRIPT_BYTES_MAX + 1).fill(0x20), "transcript-too-large"],
])(
  "a transcript that is %s is refused; nothing counts, the video stays, and it goes on without one",
  async (_what, bytes, reason) => {
    const speech = standInForSpeech();
    const { cookie } = await signIn();
    const submit = { fileSize: video.length, transcriptExt: "vtt", submissionId: "refused-0001" };
    const started = await startUpload(cookie, submit);
    await putBytes(started, video);
    await putBytes(place(started), bytes);
    const refusal = await refusalOf(await finishUpload(cookie, started.meetId, submit));
    expect(refusal).toMatchObject({ status: 422, code: "transcript-refused", reason });
    expect(await usedUploads(cookie)).toBe(0);
    expect(await statusOf(started.meetId)).toBe("TORECORD");
    // The same again is the same answer.
    expect(await refusalOf(await finishUpload(cookie, started.meetId, submit))).toMatchObject({ reason });
    expect(await usedUploads(cookie)).toBe(0);

    expect((await finishUpload(cookie, started.meetId, { ...submit, transcriptExt: null })).status).toBe(200);
    expect(await usedUploads(cookie)).toBe(1);
    const view = await summarised(started.meetId);
    expect(view?.head.transcriptSource).toBe("speech");
    expect(speech.asked.length).toBeGreaterThan(0);
  },
);

test("after a refused transcript the same submit answers two fresh places, and the right one is taken", async () => {
  const speech = standInForSpeech();
  const { cookie } = await signIn();
  const submit = { fileSize: video.length, transcriptExt: "vtt", submissionId: "again-00001" };
  const first = await startUpload(cookie, submit);
  await putBytes(first, video);
  await putBytes(place(first), binary);
  expect((await finishUpload(cookie, first.meetId, submit)).status).toBe(422);

  const second = await startUpload(cookie, submit);
  expect(second.meetId).toBe(first.meetId);
  expect(keyOf(second.presignedUrl)).not.toBe(keyOf(first.presignedUrl));
  expect(keyOf(place(second).presignedUrl)).not.toBe(keyOf(place(first).presignedUrl));
  await putBytes(second, video);
  // What lands late at the first place is not taken for the second.
  await putBytes(place(first), zoom);
  expect(await refusalOf(await finishUpload(cookie, second.meetId))).toMatchObject({ code: "transcript-missing" });
  await putBytes(place(second), zoom);
  expect((await finishUpload(cookie, second.meetId)).status).toBe(200);
  expect((await summarised(second.meetId))?.head.transcriptSource).toBe("given");
  expect(speech.asked).toEqual([]);
  expect(await usedUploads(cookie)).toBe(1);
});

test("a submit without a transcript takes back the promise of an earlier one", async () => {
  standInForSpeech();
  const { cookie } = await signIn();
  const submit = { fileSize: video.length, submissionId: "undone-00001" };
  await startUpload(cookie, { ...submit, transcriptExt: "srt" });
  const second = await startUpload(cookie, submit);
  await putBytes(second, video);
  expect((await finishUpload(cookie, second.meetId, submit)).status).toBe(200);
});

test("a transcript of another size than announced is said not to have arrived whole", async () => {
  const { cookie } = await signIn();
  const started = await startUpload(cookie, announced(zoom));
  await putBytes(started, video);
  // No presigned PUT lets this through; whoever may write to the bucket could.
  await env.RECORDINGS.put(keyOf(place(started).presignedUrl), zoom.slice(0, 100));
  const refusal = await refusalOf(await finishUpload(cookie, started.meetId));
  expect(refusal).toMatchObject({ status: 422, reason: "transcript-truncated" });
});

test("a recording that is refused takes its meeting along, whatever its transcript says", async () => {
  const { cookie } = await signIn();
  const silent = await fixture("no-audio.mp4");
  const started = await startUpload(cookie, announced(zoom, { fileSize: silent.length }));
  await putBytes(started, silent);
  await putBytes(place(started), zoom);
  const refusal = await refusalOf(await finishUpload(cookie, started.meetId));
  expect(refusal).toMatchObject({ code: "upload-refused", reason: "no-audio" });
  expect(await usedUploads(cookie)).toBe(0);
  expect((await env.RECORDINGS.list({ prefix: prefixOf(started.presignedUrl) })).objects).toEqual([]);
});

test("upload_data twice, and bytes after the end, change nothing", async () => {
  const { cookie } = await signIn();
  const submit = { fileSize: video.length, transcriptExt: "vtt" };
  const started = await startUpload(cookie, submit);
  await putBytes(started, video);
  await putBytes(place(started), zoom);
  const both = await Promise.all([1, 2].map(() => finishUpload(cookie, started.meetId, submit)));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const before = await summarised(started.meetId);
  // Its size was not signed, so that S3 takes it again.
  expect((await putBytes(place(started), utf8("WEBVTT\n\n00:01.000 --> 00:02.000\nSomething else.\n"))).status).toBe(
    200,
  );
  expect((await finishUpload(cookie, started.meetId, { ...submit, transcriptExt: null })).status).toBe(200);
  const after = await summarised(started.meetId);
  expect(after?.segments).toEqual(before?.segments);
  expect(after?.head.transcriptSource).toBe("given");
  expect(await usedUploads(cookie)).toBe(1);
});

test("somebody else's transcript is not there", async () => {
  const [owner, other] = [await signIn(), await signIn()];
  const started = await startUpload(owner.cookie, announced(zoom));
  await putBytes(started, video);
  await putBytes(place(started), zoom);
  const theirs = await finishUpload(other.cookie, started.meetId, { transcriptExt: null });
  expect(await refusalOf(theirs)).toMatchObject({ status: 404, code: "not-found" });
  expect((await finishUpload(owner.cookie, started.meetId)).status).toBe(200);
});

test("deleting the meeting, and the sweep of an abandoned one, leave nothing of the transcript", async () => {
  const { cookie } = await signIn();
  const kept = await startUpload(cookie, announced(zoom));
  await putBytes(kept, video);
  await putBytes(place(kept), zoom);
  expect((await finishUpload(cookie, kept.meetId)).status).toBe(200);
  await summarised(kept.meetId);
  expect(await env.RECORDINGS.head(keyOf(place(kept).presignedUrl))).not.toBeNull();
  await objectOf(kept.meetId as MeetId).discard();
  expect((await env.RECORDINGS.list({ prefix: prefixOf(kept.presignedUrl) })).objects).toEqual([]);

  const left = await startUpload(cookie, announced(binary, { submissionId: "left-0000001" }));
  await putBytes(left, video);
  await putBytes(place(left), binary);
  expect((await finishUpload(cookie, left.meetId)).status).toBe(422);
  const services = composeServices(env as unknown as Env, () => undefined);
  await sweep({ ...services, now: () => Date.now() + UPLOAD_ABANDONED_MS + 60_000, log: () => {} });
  expect((await env.RECORDINGS.list({ prefix: prefixOf(left.presignedUrl) })).objects).toEqual([]);
  expect(await refusalOf(await finishUpload(cookie, left.meetId))).toMatchObject({ status: 404 });
});

test("at the limit a refused transcript gives its place away, and whoever goes on finds it taken", async () => {
  const { cookie } = await signIn();
  const started = await startUpload(cookie, announced(binary));
  await putBytes(started, video);
  await putBytes(place(started), binary);
  for (let index = 0; index < 14; index++) await startUpload(cookie, { submissionId: `filler-${index}-00` });
  expect((await finishUpload(cookie, started.meetId)).status).toBe(422);
  await startUpload(cookie, { submissionId: "filler-last-00" });
  const late = await finishUpload(cookie, started.meetId, { transcriptExt: null });
  expect(await refusalOf(late)).toMatchObject({ status: 403, code: "limit-reached" });
});
