import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { r2RecordingStore } from "#app/server/adapters/r2/r2-recording-store.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { onBench } from "#tests/support/meeting-bench.ts";
import { writeFragmentedMp4 } from "#tests/support/write-fragmented-mp4.ts";
import { bytesOf, writeMp4 } from "#tests/support/write-mp4.ts";
import { openMedia } from "#workers/meeting/upload/recording-media.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const READS_MAX = 20;
const HOUR_SECONDS = 3600;
/** Frames of a second that say when they are; the speech stand-in reads them. */
const frames = Array.from({ length: HOUR_SECONDS }, (_, second) =>
  bytesOf(`ACTA@${String(second * 1000).padStart(8, "0")}`, new Uint8Array(1000)),
);

/** The bucket, and how often it was asked for anything that is no write. */
function countedBucket() {
  const reads = { head: 0, get: 0, list: 0 };
  const bucket = new Proxy(env.RECORDINGS, {
    get(target, name: keyof R2Bucket) {
      const method = target[name].bind(target) as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        if (name in reads) reads[name as keyof typeof reads]++;
        return method(...args);
      };
    },
  });
  return { reads, bucket };
}

test.each([
  { what: "tables", bytes: writeMp4({ tracks: [{ samples: frames, stts: [[HOUR_SECONDS, 44_100]] }] }) },
  {
    what: "fragments",
    bytes: writeFragmentedMp4({ tracks: [{ samples: frames, delta: 44_100, samplesPerFragment: 60 }] }),
  },
])("an hour in $what costs at most 20 reads of the bucket, from the upload to the summary", async ({ bytes }) => {
  standInForSpeech();
  const { reads, bucket } = countedBucket();
  const store = r2RecordingStore(bucket);
  const media = openMedia({ scanAtOnceBytesMax: 0, checkpointBytes: 1_000_000 });
  await onBench(bytes, { deps: { store, media } }, async ({ finish, view }) => {
    await finish();
    expect(view()?.head).toMatchObject({ status: "SUMMARIZED", gaps: [] });
  });
  expect(reads).toMatchObject({ head: 1, list: 1 });
  expect(reads.get).toBeGreaterThanOrEqual(12 + 1);
  expect(reads.head + reads.get + reads.list).toBeLessThanOrEqual(READS_MAX);
});
