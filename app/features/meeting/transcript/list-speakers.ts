import type { SegmentView } from "#app/features/meeting/live/live-view.ts";

/** Colours are a speaker's place in the order of first words, then from the start again. */
const COLOURS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

export type Speaker = {
  name: string;
  /** The class `s1` … `s8` and the colour behind it. */
  colour: (typeof COLOURS)[number];
  /** Which lane of the ruler, from 0. */
  lane: number;
  spokenMs: number;
};

/** Who speaks, in the order of their first words. Only names that the source gave. */
export function listSpeakers(segments: readonly SegmentView[]): Map<string, Speaker> {
  const speakers = new Map<string, Speaker>();
  for (const { speaker: name, startMs, endMs } of segments) {
    if (name === null) continue;
    const lane = speakers.size;
    const speaker = speakers.get(name) ?? { name, colour: COLOURS[lane % COLOURS.length] ?? 1, lane, spokenMs: 0 };
    speaker.spokenMs += Math.max(0, endMs - startMs);
    speakers.set(name, speaker);
  }
  return speakers;
}
