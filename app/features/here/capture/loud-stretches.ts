import type { HereStretch, HereTrack } from "#app/domain/here/here.ts";
import { HERE_LOUD_GAP_MS, HERE_STRETCHES_MAX } from "#app/domain/limits/here.ts";
import type { HereInput, Levels } from "#app/features/here/capture/capture.ts";
import { decibels } from "#app/features/here/capture/source-watch.ts";

/** Above it somebody may speak, in dBFS. Low, because a stretch that is not named is not recognised. */
const LOUD_DB = -55;

const INPUTS_OF: Readonly<Record<HereTrack, readonly HereInput[]>> = {
  mix: ["microphone", "tab"],
  microphone: ["microphone"],
  tab: ["tab"],
};

export interface LoudStretches {
  /** The loudness between two moments of the recording, in ms. */
  add(levels: Levels, startMs: number, endMs: number): void;
  /** The stretches of a track that lie in a piece. What lies before its end is forgotten. */
  take(track: HereTrack, startMs: number, endMs: number): HereStretch[];
}

/** Collects the stretches of each track in which there is sound above silence. */
export function collectLoud(): LoudStretches {
  const tracks: Record<HereTrack, HereStretch[]> = { mix: [], microphone: [], tab: [] };
  return {
    add(levels, startMs, endMs) {
      for (const track of ["mix", "microphone", "tab"] as const) {
        const isLoud = INPUTS_OF[track].some((input) => decibels(levels[input]?.rms ?? 0) > LOUD_DB);
        if (isLoud) extend(tracks[track], { startMs: Math.max(0, startMs), endMs });
      }
    },
    take(track, startMs, endMs) {
      const own = tracks[track];
      tracks[track] = own.flatMap((each) => clip(each, endMs, Number.POSITIVE_INFINITY));
      return own.flatMap((each) => clip(each, startMs, endMs)).slice(0, HERE_STRETCHES_MAX);
    },
  };
}

function extend(stretches: HereStretch[], next: HereStretch): void {
  const last = stretches.at(-1);
  if (!last || next.startMs - last.endMs > HERE_LOUD_GAP_MS) stretches.push(next);
  else last.endMs = Math.max(last.endMs, next.endMs);
}

function clip({ startMs, endMs }: HereStretch, from: number, to: number): HereStretch[] {
  const clipped = { startMs: Math.max(startMs, from), endMs: Math.min(endMs, to) };
  return clipped.endMs > clipped.startMs ? [clipped] : [];
}
