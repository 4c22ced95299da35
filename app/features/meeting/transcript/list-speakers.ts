import { sumSpeakers } from "#app/domain/transcript/outline.ts";
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
  return colourSpeakers([...sumSpeakers(segments)].map(([name, spokenMs]) => ({ name, spokenMs })));
}

/** The same for who is known by name and time alone. */
export function colourSpeakers(speakers: readonly { name: string; spokenMs: number }[]): Map<string, Speaker> {
  return new Map(
    speakers.map(({ name, spokenMs }, lane) => [
      name,
      { name, spokenMs, lane, colour: COLOURS[lane % COLOURS.length] ?? 1 },
    ]),
  );
}
