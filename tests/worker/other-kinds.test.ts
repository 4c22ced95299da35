import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { newRecordingId } from "#app/domain/ids.ts";
import { RECORDING_TYPES, type RecordingKind } from "#app/domain/recording-kind.ts";
import { newOriginalKey } from "#app/server/storage/keys.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { call, finishUpload, putBytes, refusalOf, startUpload } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { onBench } from "#tests/support/meeting-bench.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { openMedia } from "#workers/meeting/upload/recording-media.ts";

/** Recordings that are no MP4: the choice of its own beside the specification's. */

afterEach(() => {
  vi.restoreAllMocks();
});

const KINDS = ["mp3", "wav", "webm", "ogg", "mkv"] as const satisfies RecordingKind[];
/** Vite inlines no file that ends in .mkv. */
const FIXTURES = {
  mp3: "talk.mp3",
  wav: "talk.wav",
  webm: "talk.webm",
  ogg: "talk.ogg",
  mkv: "talk-matroska.webm",
} as const;

test.each(KINDS)("%s is taken, heard and summarised", async (kind) => {
  const speech = standInForSpeech();
  const recordingId = newRecordingId();
  const uploadKey = newOriginalKey(recordingId, kind);
  await env.RECORDINGS.put(uploadKey, await fixture(FIXTURES[kind]));
  await onBench(new Uint8Array(0), { recordingId, uploadKey }, async (bench) => {
    expect(bench.accepted).toEqual({ ok: true, value: null });
    await bench.finish();
    const head = bench.view()?.head;
    expect(head?.durationMs).toBeGreaterThan(7900);
    expect(head?.durationMs).toBeLessThan(8300);
    expect(head).toMatchObject({ gaps: [] });
    expect(["SUMMARIZED", "SKIPPED_SUMMARY"]).toContain(head?.status);
  });
  expect(speech.asked).toHaveLength(1);
});

test("one that is too large to be read while somebody waits is scanned in a step of its own, which notes where it is", async () => {
  standInForSpeech();
  const media = openMedia({ scanAtOnceBytesMax: 0, checkpointBytes: 4000 });
  const recordingId = newRecordingId();
  const uploadKey = newOriginalKey(recordingId, "mp3");
  await env.RECORDINGS.put(uploadKey, await fixture("talk.mp3"));
  await onBench(new Uint8Array(0), { recordingId, uploadKey, deps: { media } }, async (bench) => {
    expect(bench.accepted).toEqual({ ok: true, value: null });
    expect(bench.view()?.head).toMatchObject({ status: "RECORDED", durationMs: null });
    await bench.finish();
    expect(bench.view()?.head.durationMs).toBeGreaterThan(7900);
  });
});

test("a file that is not what its name says is refused, and one of another kind is played as what it is", async () => {
  const { cookie } = await signIn();
  const wrong = await fixture("talk.webm");
  const named = await startUpload(cookie, { meetExtUrl: "mp3", fileSize: wrong.length });
  expect((await putBytes(named, wrong)).status).toBe(200);
  const refused = await refusalOf(await finishUpload(cookie, named.meetId, { meetExtUrl: "mp3" }));
  expect(refused).toMatchObject({ status: 422, code: "upload-refused", reason: "wrong-kind" });

  // The specification's own choice says what it always said.
  const asMp4 = await startUpload(cookie, { fileSize: wrong.length });
  expect((await putBytes(asMp4, wrong)).status).toBe(200);
  expect(await refusalOf(await finishUpload(cookie, asMp4.meetId))).toMatchObject({ reason: "not-mp4" });

  const started = await startUpload(cookie, { meetExtUrl: "webm", fileSize: wrong.length });
  expect((await putBytes(started, wrong)).status).toBe(200);
  expect((await finishUpload(cookie, started.meetId, { meetExtUrl: "webm" })).status).toBe(200);
  const played = await call(`/api/acta/meetings/${started.meetId}/recording`, { cookie });
  expect([played.status, played.headers.get("Content-Type")]).toEqual([200, RECORDING_TYPES.webm]);
  expect(new Uint8Array(await played.arrayBuffer())).toEqual(wrong);
});
