import { createContext, useContext, useMemo } from "react";
import { invariant } from "#app/domain/invariant.ts";
import { type Moment, momentsOf, type Places } from "#app/domain/transcript/moments.ts";
import type { Speaker } from "#app/features/meeting/transcript/list-speakers.ts";

/** What every part of the page asks about its meeting. Changes with the transcript, not with playing. */
export type MeetingFacts = {
  places: Places;
  speakers: ReadonlyMap<string, Speaker>;
  /** Without a recording that can be played marks are plain times. */
  playable: boolean;
};

const Facts = createContext<MeetingFacts | null>(null);

export const MeetingFactsProvider = Facts.Provider;

export function useMeetingFacts(): MeetingFacts {
  const facts = useContext(Facts);
  invariant(facts, "a part of the meeting page stands outside of it");
  return facts;
}

export function useMoments(segmentIds: readonly string[]): Moment[] {
  const { places } = useMeetingFacts();
  return useMemo(() => momentsOf(segmentIds, places), [segmentIds, places]);
}
