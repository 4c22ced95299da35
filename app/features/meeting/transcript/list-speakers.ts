import { sumSpeakers } from "#app/domain/transcript/outline.ts";
import type { SegmentView } from "#app/features/meeting/live/live-view.ts";

/** Colours are assigned in the order of the speakers' first words; after the last colour they start again. */
const COLOURS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

export type Speaker = {
  name: string;
  /** The class `s1` … `s8` and the colour behind it. */
  colour: (typeof COLOURS)[number];
  /** The speaker's lane on the ruler, from 0. */
  lane: number;
  spokenMs: number;
};

/** The speakers in the order of their first words. Only names that the source gave. */
export function listSpeakers(segments: readonly SegmentView[]): Map<string, Speaker> {
  return colourSpeakers([...sumSpeakers(segments)].map(([name, spokenMs]) => ({ name, spokenMs })));
}

/** The same for speakers of whom only name and speaking time are known. */
export function colourSpeakers(speakers: readonly { name: string; spokenMs: number }[]): Map<string, Speaker> {
  return new Map(
    speakers.map(({ name, spokenMs }, lane) => [
      name,
      { name, spokenMs, lane, colour: COLOURS[lane % COLOURS.length] ?? 1 },
    ]),
  );
}
