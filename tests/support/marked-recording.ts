import { writeFragmentedMp4 } from "#tests/support/write-fragmented-mp4.ts";
import { box, bytesOf, esds, soundEntry, writeMp4 } from "#tests/support/write-mp4.ts";

const SAMPLE_RATE = 44_100;
const FRAME_SAMPLES = 1024;

/**
 * A recording of any length for tests of the pipeline: an MP4 whose audio frames hold no sound but their own time (`ACTA@` and ms
 * in eight digits). The pipeline does not decode them; the speech stand-in reads them. `label` follows each mark, for tests that
 * need to know the recording of a window.
 */
export function markedRecording(seconds: number, label = ""): Uint8Array {
  return writeMp4({
    tracks: [{ ...MARKED_TRACK, samples: markedFrames(seconds, label), samplesPerChunk: 43 }],
    moovFirst: true,
  });
}

/** A frame of AAC that codes no sound. */
const SILENT_FRAME = Uint8Array.of(0, 0, 0, 7);

/** A recording with a sound track for each label; of a track without one every frame is silence. */
export function markedTracks(seconds: number, labels: readonly (string | null)[]): Uint8Array {
  return writeMp4({
    tracks: labels.map((label) => {
      const samples = markedFrames(seconds, label ?? "");
      return {
        ...MARKED_TRACK,
        samples: label === null ? samples.map(() => SILENT_FRAME) : samples,
        samplesPerChunk: 43,
      };
    }),
    moovFirst: true,
  });
}

/** A marked recording in movie fragments of about a second, with a picture of `pictureBytes` in each. */
export function markedFragments(seconds: number, pictureBytes = 1000): Uint8Array {
  const picture = {
    handler: "vide",
    entry: box("avc1", new Uint8Array(78)),
    timescale: 1000,
    delta: 1000,
    samples: Array.from({ length: seconds }, () => new Uint8Array(pictureBytes)),
    samplesPerFragment: 1,
  };
  return writeFragmentedMp4({
    tracks: [picture, { ...MARKED_TRACK, samples: markedFrames(seconds), samplesPerFragment: 43 }],
  });
}

/** The sound of one window of a call: from one moment of the recording to another, as a file of its own. */
export function markedSound(startMs: number, endMs: number): Uint8Array {
  const samples = markedFrames(endMs / 1000).slice(Math.round((startMs * SAMPLE_RATE) / (FRAME_SAMPLES * 1000)));
  return writeMp4({ tracks: [{ ...MARKED_TRACK, samples, samplesPerChunk: 43 }], moovFirst: true });
}

const MARKED_TRACK = { entry: soundEntry("mp4a", esds()), timescale: SAMPLE_RATE };

function markedFrames(seconds: number, label = ""): Uint8Array[] {
  const frames = Math.floor((seconds * SAMPLE_RATE) / FRAME_SAMPLES);
  return Array.from({ length: frames }, (_, frame) => {
    const ms = Math.round((frame * FRAME_SAMPLES * 1000) / SAMPLE_RATE);
    return bytesOf(`ACTA@${String(ms).padStart(8, "0")}${label}`);
  });
}

/** The marks that are completely in a recording of that length, in order: its expected transcript. */
export function marksOf(seconds: number): string[] {
  return Array.from({ length: Math.floor(seconds) }, (_, second) => `Mark ${second}.`);
}
