import { createContext, useContext } from "react";
import { invariant } from "#app/domain/invariant.ts";
import type { SharePart } from "#app/domain/meeting/access.ts";
import type { Locale } from "#app/domain/languages.ts";
import { isInRecording, type Moment, momentsOf, type Places } from "#app/domain/transcript/moments.ts";
import type { MeetingView } from "#app/contracts/meeting-view.ts";

/** Everything the page behind a link shows. Rendered once, on the server; nothing of it wakes up in the browser. */
export type SharedPageProps = {
  view: MeetingView;
  places: Places;
  parts: readonly SharePart[];
  /** The link's own path, "/s/…": its recording and its files stand under it. */
  path: string;
  ownerName: string;
  expiresAt: number | null;
  locale: Locale;
  theme: "system" | "light" | "dark";
  nonce: string;
  styles: string;
  script: string;
  /** For the tab and for previews: it names the meeting only where the owner lets it. */
  title: string;
  /** Where `?t=` asks to begin, in seconds. */
  startS: number | null;
};

export type SharedFacts = Pick<SharedPageProps, "places" | "path"> & {
  playable: boolean;
  /** How long the recording is, in ms; null until that is known. */
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

/** Whether something can be played from a moment. */
export function isPlayable({ playable, durationMs }: SharedFacts, startMs: number): boolean {
  return playable && isInRecording(startMs, durationMs);
}

export function useSharedMoments(segmentIds: readonly string[]): Moment[] {
  return momentsOf(segmentIds, useSharedFacts().places);
}

/** Who speaks, in the order of their first words, with colours as on the meeting page. */
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
