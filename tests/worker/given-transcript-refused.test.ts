import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { finishUpload, putBytes, refusalOf, startUpload } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import {
  announced,
  keyOf,
  placeOf,
  statusOf,
  storedBeside,
  summarised,
  usedUploads,
} from "#tests/support/given-transcript.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { transcriptFixture } from "#tests/support/transcript-fixture.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const video = await fixture("talk.mp4");
const zoom = await transcriptFixture("zoom.vtt");
const utf8 = (text: string) => new TextEncoder().encode(text);
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
    await putBytes(placeOf(started), bytes);
    const refusal = await refusalOf(await finishUpload(cookie, started.meetId, submit));
    expect(refusal).toMatchObject({ status: 422, code: "transcript-refused", reason });
    expect(await usedUploads(cookie)).toBe(0);
    expect(await statusOf(started.meetId)).toBe("TORECORD");
    // The same submit gets the same answer.
    expect(await refusalOf(await finishUpload(cookie, started.meetId, submit))).toMatchObject({ reason });
    expect(await usedUploads(cookie)).toBe(0);

    expect((await finishUpload(cookie, started.meetId, { ...submit, transcriptExt: null })).status).toBe(200);
    expect(await usedUploads(cookie)).toBe(1);
    const view = await summarised(started.meetId);
    expect(view?.head.transcriptSource).toBe("speech");
    // After a submit without the transcript, its bytes are removed.
    await vi.waitFor(async () => {
      const left = (await storedBeside(started.presignedUrl)).filter((key) => key.includes("/transcript-"));
      expect(left).toEqual([]);
    }, 20_000);
    expect(speech.asked.length).toBeGreaterThan(0);
  },
);

test("after a refused transcript the same submit answers two fresh places, and the right one is taken", async () => {
  const speech = standInForSpeech();
  const { cookie } = await signIn();
  const submit = { fileSize: video.length, transcriptExt: "vtt", submissionId: "again-00001" };
  const first = await startUpload(cookie, submit);
  await putBytes(first, video);
  await putBytes(placeOf(first), binary);
  expect((await finishUpload(cookie, first.meetId, submit)).status).toBe(422);

  const second = await startUpload(cookie, submit);
  expect(second.meetId).toBe(first.meetId);
  expect(keyOf(second.presignedUrl)).not.toBe(keyOf(first.presignedUrl));
  expect(keyOf(placeOf(second).presignedUrl)).not.toBe(keyOf(placeOf(first).presignedUrl));
  await putBytes(second, video);
  // Bytes that land late at the first place are not taken for those of the second.
  await putBytes(placeOf(first), zoom);
  expect(await refusalOf(await finishUpload(cookie, second.meetId))).toMatchObject({ code: "transcript-missing" });
  await putBytes(placeOf(second), zoom);
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
  const started = await startUpload(cookie, announced(video, zoom));
  await putBytes(started, video);
  // No presigned PUT allows this; a client with write access to the bucket could do it.
  await env.RECORDINGS.put(keyOf(placeOf(started).presignedUrl), zoom.slice(0, 100));
  const refusal = await refusalOf(await finishUpload(cookie, started.meetId));
  expect(refusal).toMatchObject({ status: 422, reason: "transcript-truncated" });
});

test("a recording that is refused takes its meeting along, whatever its transcript says", async () => {
  const { cookie } = await signIn();
  const noMovie = new TextEncoder().encode("a note that somebody named meeting.mp4");
  const started = await startUpload(cookie, announced(noMovie, zoom));
  await putBytes(started, noMovie);
  await putBytes(placeOf(started), zoom);
  const refusal = await refusalOf(await finishUpload(cookie, started.meetId));
  expect(refusal).toMatchObject({ code: "upload-refused", reason: "not-mp4" });
  expect(await usedUploads(cookie)).toBe(0);
  expect(await storedBeside(started.presignedUrl)).toEqual([]);
});

test("a video without sound whose person goes on without its transcript is refused as without sound", async () => {
  const { cookie } = await signIn();
  const silent = await fixture("no-audio.mp4");
  const started = await startUpload(cookie, announced(silent, binary));
  await putBytes(started, silent);
  await putBytes(placeOf(started), binary);
  expect((await refusalOf(await finishUpload(cookie, started.meetId))).status).toBe(422);
  const refusal = await refusalOf(await finishUpload(cookie, started.meetId, { transcriptExt: null }));
  expect(refusal).toMatchObject({ code: "upload-refused", reason: "no-audio" });
});

test("at the limit a refused transcript loses its place, and a person who continues without it finds the place taken", async () => {
  const { cookie } = await signIn();
  const started = await startUpload(cookie, announced(video, binary));
  await putBytes(started, video);
  await putBytes(placeOf(started), binary);
  for (let index = 0; index < 14; index++) await startUpload(cookie, { submissionId: `filler-${index}-00` });
  expect((await finishUpload(cookie, started.meetId)).status).toBe(422);
  await startUpload(cookie, { submissionId: "filler-last-00" });
  const late = await finishUpload(cookie, started.meetId, { transcriptExt: null });
  expect(await refusalOf(late)).toMatchObject({ status: 403, code: "limit-reached" });
});
