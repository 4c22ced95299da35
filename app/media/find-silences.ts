import { SILENCE_MS_MIN } from "#app/domain/limits.ts";
import type { WindowContent } from "#app/media/plan-windows.ts";
import { isSilentFrame } from "#app/media/silent-frames.ts";

/** A stretch of a window's audio, in milliseconds of it, in which every frame is digital silence. */
export type Silence = { startMs: number; endMs: number };

/** Looks at a window's frames as they stand one behind the other from `mediaStart` in its file. */
export function findSilences(content: WindowContent, file: Uint8Array, mediaStart: number): Silence[] {
  const { samples, timescale, skip, length } = content;
  const silences: Silence[] = [];
  const ms = (time: number) => (Math.min(Math.max(time - skip, 0), length) * 1000) / timescale;
  let at = mediaStart;
  let time = 0;
  let sample = 0;
  /** When the present silence began. */
  let since: number | null = null;
  const close = () => {
    if (since !== null && ms(time) - ms(since) >= SILENCE_MS_MIN)
      silences.push({ startMs: ms(since), endMs: ms(time) });
    since = null;
  };
  for (const [run, count] of samples.runCounts.entries()) {
    for (const end = sample + count; sample < end; sample++) {
      const size = samples.sizes[sample] ?? 0;
      if (!isSilentFrame(file.subarray(at, at + size), content)) close();
      else since ??= time;
      at += size;
      time += samples.runDeltas[run] ?? 0;
    }
  }
  close();
  return silences;
}
