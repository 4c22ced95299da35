import { createContext, useContext, useMemo } from "react";
import { invariant } from "#app/domain/invariant.ts";
import { isInRecording, type Moment, momentsOf, type Places } from "#app/domain/transcript/moments.ts";
import type { SegmentView } from "#app/features/meeting/live/live-view.ts";
import type { Speaker } from "#app/features/meeting/transcript/list-speakers.ts";

/** What every part of the page asks about its meeting. Changes with the transcript, not with playing. */
export type MeetingFacts = {
  places: Places;
  speakers: ReadonlyMap<string, Speaker>;
  /** Without a recording that can be played marks are plain times. */
  playable: boolean;
  /** How long the recording is, in ms; null until that is known. Marks behind its end are plain times. */
  durationMs: number | null;
  /** The words that the page has: all of them, or an excerpt while the rest is on its way. */
  segments: readonly SegmentView[];
};

const Facts = createContext<MeetingFacts | null>(null);

export const MeetingFactsProvider = Facts.Provider;

export function useMeetingFacts(): MeetingFacts {
  const facts = useContext(Facts);
  invariant(facts, "a part of the meeting page stands outside of it");
  return facts;
}

/** Whether something can be played from a moment. */
export function isPlayable({ playable, durationMs }: MeetingFacts, startMs: number): boolean {
  return playable && isInRecording(startMs, durationMs);
}

export function useMoments(segmentIds: readonly string[]): Moment[] {
  const { places } = useMeetingFacts();
  return useMemo(() => momentsOf(segmentIds, places), [segmentIds, places]);
}
