import { afterEach, expect, test, vi } from "vitest";
import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { call, finishUpload, post, putBytes, refusalOf, startUpload } from "#tests/support/api.ts";
import { meetingPayload } from "#tests/support/meeting-payload.ts";
import { fixture } from "#tests/support/fixture.ts";
import { announced, keyOf, placeOf, statusOf, summarised, usedUploads } from "#tests/support/given-transcript.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { transcriptFixture } from "#tests/support/transcript-fixture.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const video = await fixture("talk.mp4");
const zoom = await transcriptFixture("zoom.vtt");
const utf8 = (text: string) => new TextEncoder().encode(text);

test("a video and its transcript: two places to put them, and minutes with names that nobody had to listen for", async () => {
  const speech = standInForSpeech();
  const { cookie } = await signIn();
  const submit = announced(video, zoom, { submissionId: "given-0001", meetLanguage: "en" });
  const started = await startUpload(cookie, submit);
  const transcript = placeOf(started);
  expect(keyOf(transcript.presignedUrl)).toMatch(/^recordings\/[0-9a-z]{24}\/transcript-[0-9a-z]+\.vtt$/);
  expect(keyOf(transcript.presignedUrl).split("/")[1]).toBe(keyOf(started.presignedUrl).split("/")[1]);
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
])("the answer is as it always was where %s", async (_what, over) => {
  const { cookie } = await signIn();
  expect(Object.keys(await startUpload(cookie, over)).toSorted()).toEqual(["headers", "meetId", "presignedUrl"]);
});

test.each<[Record<string, unknown>, string]>([
  [{ transcriptExt: "pdf" }, "transcript-wrong-type"],
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
  const started = await startUpload(cookie, announced(video, zoom));
  const transcript = placeOf(started);
  expect((await putBytes(transcript, zoom, { "Content-Length": "5" })).status).toBe(403);
  expect((await putBytes({ ...transcript, headers: {} }, zoom)).status).toBe(403);
  expect((await call(transcript.presignedUrl, { method: "GET" })).status).toBe(403);
  expect((await putBytes(transcript, zoom)).status).toBe(200);
  expect((await putBytes(transcript, zoom)).status).toBe(412);
});

test("a promised transcript that has not landed is a clear error, and the same call works once it has", async () => {
  const { cookie } = await signIn();
  const submit = announced(video, zoom);
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
  await putBytes(placeOf(started), zoom);
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
  expect((await summarised(started.meetId))?.head.transcriptSource).toBe("given");
});

test("a transcript that nobody announced has no place, and its name at upload_data is an error", async () => {
  standInForSpeech();
  const { cookie } = await signIn();
  const started = await startUpload(cookie, { fileSize: video.length });
  await putBytes(started, video);
  const late = await finishUpload(cookie, started.meetId, { transcriptExt: "vtt" });
  expect(await refusalOf(late)).toMatchObject({ status: 409, code: "transcript-missing" });
  const odd = await finishUpload(cookie, started.meetId, { transcriptExt: "pdf" });
  expect(await refusalOf(odd)).toMatchObject({ status: 422, reason: "transcript-wrong-type" });
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
});

test("upload_data twice, and bytes after the end, change nothing", async () => {
  const { cookie } = await signIn();
  const submit = { fileSize: video.length, transcriptExt: "vtt" };
  const started = await startUpload(cookie, submit);
  await putBytes(started, video);
  await putBytes(placeOf(started), zoom);
  const both = await Promise.all([1, 2].map(() => finishUpload(cookie, started.meetId, submit)));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const before = await summarised(started.meetId);
  // Its size was not signed, so that S3 takes it again.
  expect((await putBytes(placeOf(started), utf8("WEBVTT\n\n00:01.000 --> 00:02.000\nSomething else.\n"))).status).toBe(
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
  const started = await startUpload(owner.cookie, announced(video, zoom));
  await putBytes(started, video);
  await putBytes(placeOf(started), zoom);
  const theirs = await finishUpload(other.cookie, started.meetId, { transcriptExt: null });
  expect(await refusalOf(theirs)).toMatchObject({ status: 404, code: "not-found" });
  expect((await finishUpload(owner.cookie, started.meetId)).status).toBe(200);
});

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const give = (cookie: string | undefined, meetId: string, bytes: Uint8Array) =>
  call(`/api/acta/meetings/${meetId}/transcript`, {
    method: "PUT",
    ...(cookie ? { cookie } : {}),
    json: { file: base64(bytes) },
  });

test("a transcript given after the meeting replaces its captions for its owner, and for nobody else", async () => {
  const { cookie } = await signIn();
  const captioned = await fixture("talk-captions.mp4");
  const started = await startUpload(cookie, { fileSize: captioned.length });
  await putBytes(started, captioned);
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
  await summarised(started.meetId);
  const replaced = `/api/acta/meetings/${started.meetId}/transcript/replaced`;
  expect((await call(replaced, { cookie })).status).toBe(404);

  const { cookie: other } = await signIn();
  expect((await give(other, started.meetId, zoom)).status).toBe(404);
  expect((await give(undefined, started.meetId, zoom)).status).toBe(401);
  const prose = await refusalOf(await give(cookie, started.meetId, new TextEncoder().encode("Minutes, as prose.")));
  expect(prose).toMatchObject({ status: 422, code: "transcript-refused", reason: "transcript-unreadable" });
  const noFile = await call(`/api/acta/meetings/${started.meetId}/transcript`, {
    method: "PUT",
    cookie,
    json: { file: "not base64!" },
  });
  expect(await refusalOf(noFile)).toMatchObject({ status: 422, code: "invalid-payload", fields: ["file"] });

  expect((await give(cookie, started.meetId, zoom)).status).toBe(200);
  const given = await summarised(started.meetId);
  expect(given?.segments.some(({ speaker }) => speaker === "ian (he/him)")).toBe(true);
  const old = await call(replaced, { cookie });
  expect([old.status, old.headers.get("Content-Type")]).toEqual([200, "text/vtt; charset=utf-8"]);
  expect(await old.text()).toMatch(/^WEBVTT/);
  expect((await call(replaced, { cookie: other })).status).toBe(404);
}, 40_000);

test.each([
  ["en", "Nothing can be replaced while Acta is at work"],
  ["es", "No se puede sustituir nada mientras Acta trabaja"],
  ["ca", "No es pot substituir res mentre Acta treballa"],
  ["fr", "Rien ne peut être remplacé pendant qu’Acta travaille"],
])(
  "in %s, a transcript for a meeting whose recording has not arrived is refused with a reason",
  async (locale, text) => {
    const { cookie } = await signIn();
    const { meetId } = await startUpload(cookie);
    const answer = await call(`/api/acta/meetings/${meetId}/transcript`, {
      method: "PUT",
      cookie,
      headers: { "Accept-Language": locale },
      json: { file: base64(zoom) },
    });
    const refusal = await refusalOf(answer);
    expect(refusal).toMatchObject({ status: 409, code: "meeting-busy" });
    expect(refusal.message).toContain(text);
  },
);
