import { orEnglish } from "#app/domain/by-language.ts";
import { assertNever } from "#app/domain/invariant.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";

/** A recording that a person's own browser makes: its sources and tracks. Pure types and rules. */

/** The sound that is recorded: the person's microphone, a tab of their browser, or both. */
export const HERE_SOURCES = ["microphone", "tab", "both"] as const;
export type HereSource = (typeof HERE_SOURCES)[number];

/**
 * A track of sound. `mix` is all sound of the recording, and is what the file plays. `microphone` and `tab` are the two sources apart,
 * recorded beside the mix when there are two: who speaks follows from the track, and the two are recognised on their own.
 */
export const HERE_TRACKS = ["mix", "microphone", "tab"] as const;
export type HereTrack = (typeof HERE_TRACKS)[number];

/** The tracks that a browser records. With one source the mix is that source. */
export function tracksOf(source: HereSource): readonly HereTrack[] {
  switch (source) {
    case "microphone":
    case "tab":
      return ["mix"];
    case "both":
      return HERE_TRACKS;
    default:
      return assertNever(source);
  }
}

/** The streams of a call object in which the two sources of a recording are kept apart; its mix is stored like a bot's. */
export const VOICE_STREAMS = ["microphone", "others"] as const;
export type VoiceStream = (typeof VOICE_STREAMS)[number];

/** The stream of a track. Not "tab", which is the picture of a bot's call. */
export function streamOf(track: HereTrack): "mix" | VoiceStream {
  return track === "tab" ? "others" : track;
}

/** The label of everybody who is heard in the tab, in the meeting's language. Their names are not known. */
export const OTHERS: Readonly<Record<MeetingLanguage, string>> = orEnglish<string>({
  en: "Others",
  es: "Los demás",
  ca: "Els altres",
  fr: "Les autres",
});

/** A stretch, in ms of the recording. */
export type HereStretch = { startMs: number; endMs: number };

/** A note of the person with the moment at which they began to write it, in ms of the recording. */
export type HereNote = { id: string; atMs: number; text: string };
