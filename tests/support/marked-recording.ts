import { bytesOf, esds, soundEntry, writeMp4 } from "#tests/support/write-mp4.ts";

const SAMPLE_RATE = 44_100;
const FRAME_SAMPLES = 1024;

/**
 * A recording of any length for tests of the pipeline: an MP4 whose audio frames are no sound but say when they are
 * (`ACTA@` and their ms in eight digits). Nothing on the way decodes them; the speech stand-in reads them. `label` stands
 * behind each mark, for who wants to know of which recording a window is.
 */
export function markedRecording(seconds: number, label = ""): Uint8Array {
  const frames = Math.floor((seconds * SAMPLE_RATE) / FRAME_SAMPLES);
  const samples = Array.from({ length: frames }, (_, frame) => {
    const ms = Math.round((frame * FRAME_SAMPLES * 1000) / SAMPLE_RATE);
    return bytesOf(`ACTA@${String(ms).padStart(8, "0")}${label}`);
  });
  return writeMp4({
    tracks: [{ entry: soundEntry("mp4a", esds()), timescale: SAMPLE_RATE, samples, samplesPerChunk: 43 }],
    moovFirst: true,
  });
}

/** The marks that lie wholly in a recording of that length, in order: what its transcript should say. */
export function marksOf(seconds: number): string[] {
  return Array.from({ length: Math.floor(seconds) }, (_, second) => `Mark ${second}.`);
}
