import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import type { MeetId } from "#app/domain/ids.ts";
import { UPLOAD_ABANDONED_MS, UPLOAD_UNANNOUNCED_MS } from "#app/domain/limits/uploads.ts";
import { composeServices } from "#workers/compose.ts";
import type { Env } from "#workers/config.ts";
import { sweep } from "#workers/cron/sweep.ts";
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
import { objectOf } from "#tests/support/upload-meeting.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const video = await fixture("talk.mp4");
const zoom = await transcriptFixture("zoom.vtt");
const binary = Uint8Array.from({ length: 4000 }, (_, index) => (index * 31) % 256);
const HOUR_MS = 3_600_000;

async function sweepLater(ms: number): Promise<void> {
  const services = composeServices(env as unknown as Env, () => undefined);
  await sweep({ ...services, now: () => Date.now() + ms, log: () => {} });
}

test("deleting the meeting leaves nothing of the transcript", async () => {
  const { cookie } = await signIn();
  const started = await startUpload(cookie, announced(video, zoom));
  await putBytes(started, video);
  await putBytes(placeOf(started), zoom);
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
  await summarised(started.meetId);
  expect(await storedBeside(started.presignedUrl)).toContain(keyOf(placeOf(started).presignedUrl));
  await objectOf(started.meetId as MeetId).discard();
  expect(await storedBeside(started.presignedUrl)).toEqual([]);
});

test("a video and a transcript that landed and were never announced are taken, with their names", async () => {
  const speech = standInForSpeech();
  const { cookie } = await signIn();
  const started = await startUpload(cookie, announced(video, zoom));
  await putBytes(placeOf(started), zoom);
  await putBytes(started, video);
  await sweepLater(UPLOAD_UNANNOUNCED_MS + 60_000);
  const view = await summarised(started.meetId);
  expect(view?.head.transcriptSource).toBe("given");
  expect(await usedUploads(cookie)).toBe(1);
  expect(speech.asked).toEqual([]);
});

test.each([
  { what: "never came", transcript: null },
  { what: "cannot be read", transcript: binary },
])(
  "a video whose transcript $what is no meeting by itself: it waits for its person, and goes after a day",
  async ({ transcript }) => {
    const speech = standInForSpeech();
    const { cookie } = await signIn();
    const started = await startUpload(cookie, announced(video, transcript ?? zoom));
    await putBytes(started, video);
    if (transcript) await putBytes(placeOf(started), transcript);
    expect((await finishUpload(cookie, started.meetId)).status).toBe(transcript ? 422 : 409);
    for (const hours of [1, 2, 23]) await sweepLater(hours * HOUR_MS);
    expect(await statusOf(started.meetId)).toBe("TORECORD");
    expect(await storedBeside(started.presignedUrl)).toContain(keyOf(started.presignedUrl));
    await sweepLater(UPLOAD_ABANDONED_MS + 60_000);
    expect(await statusOf(started.meetId)).toBeNull();
    expect(await storedBeside(started.presignedUrl)).toEqual([]);
    expect(await refusalOf(await finishUpload(cookie, started.meetId))).toMatchObject({ status: 404 });
    expect(await usedUploads(cookie)).toBe(0);
    expect(speech.asked).toEqual([]);
  },
);
