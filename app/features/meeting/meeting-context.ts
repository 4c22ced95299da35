import { createContext, useContext, useMemo } from "react";
import { invariant } from "#app/domain/invariant.ts";
import { isInRecording, type Moment, momentsOf, type Places } from "#app/domain/transcript/moments.ts";
import type { SegmentView } from "#app/features/meeting/live/live-view.ts";
import type { Speaker } from "#app/features/meeting/transcript/list-speakers.ts";

/** Facts about the meeting for all parts of the page. They change with the transcript, not during playback. */
export type MeetingFacts = {
  places: Places;
  speakers: ReadonlyMap<string, Speaker>;
  /** Whether the recording can be played; if not, marks are plain times. */
  playable: boolean;
  /** Length of the recording in ms; null until it is known. Marks after its end are plain times. */
  durationMs: number | null;
  /** The segments that the page has: all of them, or an excerpt while the rest is being loaded. */
  segments: readonly SegmentView[];
};

const Facts = createContext<MeetingFacts | null>(null);

export const MeetingFactsProvider = Facts.Provider;

export function useMeetingFacts(): MeetingFacts {
  const facts = useContext(Facts);
  invariant(facts, "a part of the meeting page stands outside of it");
  return facts;
}

/** Whether the recording can be played from `startMs`. */
export function isPlayable({ playable, durationMs }: MeetingFacts, startMs: number): boolean {
  return playable && isInRecording(startMs, durationMs);
}

export function useMoments(segmentIds: readonly string[]): Moment[] {
  const { places } = useMeetingFacts();
  return useMemo(() => momentsOf(segmentIds, places), [segmentIds, places]);
}
