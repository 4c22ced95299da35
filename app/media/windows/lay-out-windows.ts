import { WINDOW_MS, WINDOW_OVERLAP_MS, WINDOW_TAIL_MS_MIN } from "#app/domain/limits/media.ts";
import type { SoundCodec } from "#app/media/mp4/read-sound-entry.ts";
import type { SampleTable } from "#app/media/mp4/sample-table.ts";
import { partEndMs, sampleAt, sampleDelta, sampleTime, type TimelinePart } from "#app/media/mp4/timeline.ts";
import type { AudioTrack } from "#app/media/probe-recording.ts";

/** A window as frames: [firstSample, endSample) are copied, and of their decoded sound [mediaStart, mediaEnd) is played. */
export type WindowLayout = {
  startMs: number;
  endMs: number;
  firstSample: number;
  endSample: number;
  mediaStart: number;
  mediaEnd: number;
  audioStartMs: number;
  audioEndMs: number;
  audioBytes: number;
};

export type WindowSizes = { coreMs?: number | undefined; overlapMs?: number | undefined };
type TimedAudio = Pick<AudioTrack, "samples" | "parts" | "timescale" | "codec" | "inPieces">;

/**
 * Sound that a decoder needs before a window, so that it decodes as in the whole recording; the edit list hides it. AAC and Vorbis add each
 * frame onto the second half of the one before it; MP3 takes bits from as many earlier frames as its reservoir holds: usually nine, at the
 * lowest rates of MPEG-2 two dozen of 24 ms; Opus has to converge: RFC 7845 §4.6 asks for 80 ms, but the error left after 80 ms is audible
 * in the first 50, and 400 ms leave none.
 */
export const PREROLL_MS: Record<SoundCodec, number> = { aac: 0, flac: 0, pcm: 0, mp3: 700, opus: 400, vorbis: 0 };

/** A shorter part between two cuts contains no word, and many decoders refuse a file of so few frames. */
const PART_MS_MIN = 200;

/**
 * Cuts the audio into cores of `coreMs`, the last up to WINDOW_TAIL_MS_MIN longer, never across a cut of the edit list. The audio around a
 * core extends `overlapMs` further where there is any, rounded out to whole frames.
 */
export function layOutWindows(
  audio: TimedAudio,
  { coreMs = WINDOW_MS, overlapMs = WINDOW_OVERLAP_MS }: WindowSizes = {},
): WindowLayout[] {
  const windows: WindowLayout[] = [];
  for (const part of audio.parts) {
    if (audio.parts.length > 1 && partEndMs(part, audio.timescale) - part.startMs < PART_MS_MIN) continue;
    const partStart = Math.round(part.startMs);
    const partEnd = Math.round(partEndMs(part, audio.timescale));
    let startMs = partStart;
    while (startMs < partEnd) {
      const last = partEnd - startMs < coreMs + WINDOW_TAIL_MS_MIN;
      const endMs = last ? partEnd : startMs + coreMs;
      windows.push(layOutWindow(audio, part, { startMs, endMs, overlapMs }));
      startMs = endMs;
    }
  }
  return windows;
}

export function layOutWindow(
  audio: TimedAudio,
  part: TimelinePart,
  { startMs, endMs, overlapMs }: { startMs: number; endMs: number; overlapMs: number },
): WindowLayout {
  const { samples, timescale } = audio;
  const mediaAt = (ms: number) => part.mediaStart + Math.round(((ms - part.startMs) * timescale) / 1000);
  const presentedAt = (time: number) => part.startMs + ((time - part.mediaStart) * 1000) / timescale;
  const first = (sample: number) => (audio.inPieces ? firstPiece(samples, sample) : sample);
  const from = first(sampleAt(samples, Math.max(mediaAt(startMs - overlapMs), part.mediaStart)));
  const to = sampleAt(samples, Math.min(mediaAt(endMs + overlapMs), part.mediaEnd) - 1);
  const mediaStart = Math.max(sampleTime(samples, from), part.mediaStart);
  const mediaEnd = Math.min(sampleTime(samples, to) + sampleDelta(samples, to), part.mediaEnd);
  const preroll = (PREROLL_MS[audio.codec] * timescale) / 1000;
  // At least one frame: AAC needs it, and other codecs accept it.
  const firstSample = Math.min(
    first(Math.max(from - 1, 0)),
    first(sampleAt(samples, Math.max(sampleTime(samples, from) - preroll, 0))),
  );
  let audioBytes = 0;
  for (let sample = firstSample; sample <= to; sample++) audioBytes += samples.sizes[sample] ?? 0;
  return {
    startMs,
    endMs,
    firstSample,
    endSample: to + 1,
    mediaStart,
    mediaEnd,
    audioStartMs: presentedAt(mediaStart),
    audioEndMs: presentedAt(mediaEnd),
    audioBytes,
  };
}

/** The first piece of a sample that is stored in several places: all its pieces but the last have no duration. */
function firstPiece(samples: SampleTable, sample: number): number {
  let first = sample;
  while (first > 0 && sampleDelta(samples, first - 1) === 0) first--;
  return first;
}
