import { expect, test } from "vitest";
import { FILE_READ_THROUGH_BYTES_MAX } from "#app/domain/limits/media.ts";
import { type OpenedSound, openSound } from "#app/features/upload/sound/open-sound.ts";
import { blobSource } from "#app/features/upload/sound/blob-source.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { writeFragmentedMp4 } from "#tests/support/write-fragmented-mp4.ts";
import { box, numberedSamples, writeMp4 } from "#tests/support/write-mp4.ts";

/** A file that counts its reads. The page's worker reads a chosen file slice by slice, besides the reading for the upload. */
function countedFile(file: Uint8Array) {
  const use = { bytes: 0, slices: 0, largest: 0 };
  const blob = {
    size: file.byteLength,
    slice: (start: number, end: number) => ({
      arrayBuffer: async () => {
        use.slices++;
        use.bytes += end - start;
        use.largest = Math.max(use.largest, end - start);
        return file.slice(start, end).buffer;
      },
    }),
  };
  return { blob, use };
}

const SECONDS = 320;
/** One second of sound at 128 kbit/s, as most recorders write it between pictures. */
const FRAMES = 43;
const FRAME_BYTES = 372;
const AUDIO_BYTES = SECONDS * FRAMES * FRAME_BYTES;
const sound = (seconds = SECONDS) => ({
  samples: numberedSamples(seconds * FRAMES, FRAME_BYTES),
  samplesPerChunk: FRAMES,
  samplesPerFragment: FRAMES,
});
const pictures = (seconds: number, bytes: number) => ({
  handler: "vide",
  entry: box("avc1", new Uint8Array(78)),
  timescale: 1000,
  delta: 1000,
  samples: Array.from({ length: seconds }, () => new Uint8Array(bytes)),
  samplesPerFragment: 1,
});

async function cutAll(file: Uint8Array) {
  const { blob, use } = countedFile(file);
  const opened = await openSound(blobSource(blob), { kind: "mp4", language: "en" });
  if (!opened.ok || opened.value === null) throw new Error("it is opened");
  await expectServersBytes(file, opened.value);
  return use;
}

/** Expects that reading with skips in the page gives the same bytes as reading one stream on the server. */
async function expectServersBytes(file: Uint8Array, opened: OpenedSound) {
  const probe = await probeRecording(memorySource(file), { language: "en", fragments: "scan" });
  if (!probe.ok) throw new Error(probe.reason);
  const plans = planWindows(probe.value);
  expect(opened.plan.windows).toHaveLength(plans.length);
  for (const [index, plan] of plans.entries()) {
    const theirs = await extractWindow(memorySource(file), plan);
    const ours = await opened.cut(index);
    expect(Buffer.from(ours.audio).equals(theirs.audio)).toBe(true);
    expect(ours.said.silences).toEqual(theirs.silences);
  }
}

test.each([
  ["tables first", true],
  ["tables last", false],
])("%s: in a recording with large pictures, the page reads only the sound and the tables", async (_what, moovFirst) => {
  const file = writeMp4({ tracks: [sound()], moovFirst, gapBytes: 100_000 });
  const moovBytes = file.byteLength - SECONDS * 100_000 - AUDIO_BYTES;
  const { bytes, slices, largest } = await cutAll(file);
  expect(file.byteLength).toBeGreaterThan(7 * AUDIO_BYTES);
  expect(bytes).toBeLessThanOrEqual(1.3 * (AUDIO_BYTES + moovBytes));
  // One per second, and a few for the tables and for the overlap of the windows.
  expect(slices).toBeLessThan(SECONDS + 50);
  expect(largest).toBeLessThanOrEqual(2 * 1024 * 1024);
});

test("a recording in fragments: the scan reads fragment headers and not the pictures", async () => {
  const seconds = 40;
  const file = writeFragmentedMp4({ tracks: [pictures(seconds, 100_000), sound(seconds)] });
  const { bytes } = await cutAll(file);
  // A fragment's header is read in a slice of 16 KiB, and its sound in a separate slice.
  expect(bytes).toBeLessThanOrEqual(1.3 * seconds * (FRAMES * FRAME_BYTES + 16 * 1024));
  expect(bytes).toBeLessThan(file.byteLength / 2.5);
});

test("sound with gaps too small to be worth another slice is read through, and only once", async () => {
  const file = writeMp4({ tracks: [sound()], moovFirst: true, gapBytes: FILE_READ_THROUGH_BYTES_MAX / 2 });
  const { bytes, slices } = await cutAll(file);
  // The windows overlap a little.
  expect(bytes).toBeLessThan(file.byteLength * 1.05);
  expect(slices).toBeLessThan(40);
});
