import { SILENCE_MS_MIN } from "#app/domain/limits/windows.ts";
import type { WindowContent } from "#app/media/windows/plan-windows.ts";
import type { SampleList } from "#app/media/mp4/sample-list.ts";
import { isSilentFrame } from "#app/media/windows/silent-frames.ts";

/** A stretch of a window's audio, in milliseconds of it, in which every frame is digital silence. */
export type Silence = { startMs: number; endMs: number };

/**
 * Looks at a window's frames as they stand one behind the other from `mediaStart` in its file. A silence that counts cannot
 * hide between two frames that are half its length apart, so that in talk a dozen frames are passed over for each that is
 * looked at; where one is silent, all around it are judged.
 */
export function findSilences(content: WindowContent, file: Uint8Array, mediaStart: number): Silence[] {
  const { samples, timescale, skip, length } = content;
  const silences: Silence[] = [];
  const count = samples.sizes.length;
  const leap = (SILENCE_MS_MIN * timescale) / 2000;
  const ms = (time: number) => (Math.min(Math.max(time - skip, 0), length) * 1000) / timescale;
  const here: FrameCursor = { sample: 0, run: 0, runEnd: samples.runCounts[0] ?? 0, at: mediaStart, time: 0 };
  const isSilent = () => isSilentFrame(file, content, here.at, here.at + (samples.sizes[here.sample] ?? 0));
  /** When the present silence began. */
  let since: number | null = null;
  const close = () => {
    if (since !== null && ms(here.time) - ms(since) >= SILENCE_MS_MIN)
      silences.push({ startMs: ms(since), endMs: ms(here.time) });
    since = null;
  };
  while (here.sample < count) {
    const landed = { ...here };
    leapTo(here, samples, here.time + leap);
    if (!isSilent()) {
      stepOn(here, samples);
      continue;
    }
    const found = here.sample;
    for (Object.assign(here, landed); here.sample < count; stepOn(here, samples)) {
      if (isSilent()) since ??= here.time;
      else {
        close();
        if (here.sample > found) break;
      }
    }
  }
  close();
  return silences;
}

/** A frame: its number, the run of equal lengths it is in and where that ends, its place in the file, and when it is decoded. */
type FrameCursor = { sample: number; run: number; runEnd: number; at: number; time: number };

function stepOn(cursor: FrameCursor, { sizes, runCounts, runDeltas }: SampleList): void {
  cursor.at += sizes[cursor.sample] ?? 0;
  cursor.time += runDeltas[cursor.run] ?? 0;
  cursor.sample++;
  if (cursor.sample < cursor.runEnd || cursor.sample >= sizes.length) return;
  cursor.run++;
  cursor.runEnd += runCounts[cursor.run] ?? 0;
}

/** Goes on to the last frame that begins by then. */
function leapTo(cursor: FrameCursor, samples: SampleList, time: number): void {
  const last = samples.sizes.length - 1;
  while (cursor.sample < last && cursor.time + (samples.runDeltas[cursor.run] ?? 0) <= time) stepOn(cursor, samples);
}
