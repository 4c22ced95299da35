import { createContext, useContext } from "react";
import { invariant } from "#app/domain/invariant.ts";
import type { SharePart } from "#app/domain/meeting/access.ts";
import type { Locale } from "#app/domain/languages.ts";
import { isInRecording, type Moment, momentsOf, type Places } from "#app/domain/transcript/moments.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";

/** All data of the page behind a share link. It is rendered once, on the server, and not hydrated in the browser. */
export type SharedPageProps = {
  view: MeetingView;
  places: Places;
  parts: readonly SharePart[];
  /** The link's own path, "/s/…"; the recording and the files have paths below it. */
  path: string;
  ownerName: string;
  expiresAt: number | null;
  locale: Locale;
  theme: "system" | "light" | "dark";
  nonce: string;
  styles: string;
  script: string;
  /** For the tab and for link previews: contains the meeting's title only if the owner allows it. */
  title: string;
  /** The start position from `?t=`, in seconds. */
  startS: number | null;
};

export type SharedFacts = Pick<SharedPageProps, "places" | "path"> & {
  playable: boolean;
  /** Length of the recording in ms; null until it is known. */
  durationMs: number | null;
  speakers: ReadonlyMap<string, { name: string; colour: SpeakerColour; spokenMs: number }>;
};
export type SpeakerColour = (typeof COLOURS)[number];
const COLOURS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

const Facts = createContext<SharedFacts | null>(null);
export const SharedFactsProvider = Facts.Provider;

export function useSharedFacts(): SharedFacts {
  const facts = useContext(Facts);
  invariant(facts, "a part of the shared page stands outside of it");
  return facts;
}

/** Whether the recording can be played from `startMs`. */
export function isPlayable({ playable, durationMs }: SharedFacts, startMs: number): boolean {
  return playable && isInRecording(startMs, durationMs);
}

export function useSharedMoments(segmentIds: readonly string[]): Moment[] {
  return momentsOf(segmentIds, useSharedFacts().places);
}

/** The speakers in the order of their first words, with the same colours as on the meeting page. */
export function speakersOf(segments: MeetingView["segments"]): SharedFacts["speakers"] {
  const speakers = new Map<string, { name: string; colour: SpeakerColour; spokenMs: number }>();
  for (const { speaker: name, startMs, endMs } of segments) {
    if (name === null) continue;
    const colour = COLOURS[speakers.size % COLOURS.length] ?? 1;
    const speaker = speakers.get(name) ?? { name, colour, spokenMs: 0 };
    speaker.spokenMs += Math.max(0, endMs - startMs);
    speakers.set(name, speaker);
  }
  return speakers;
}
