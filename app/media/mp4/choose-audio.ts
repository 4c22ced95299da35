import type { MeetingLanguage } from "#app/domain/languages.ts";
import { needBox } from "#app/media/mp4/boxes.ts";
import type { RangeReader } from "#app/media/range-reader.ts";
import { readAudioEntry, type SoundConfig } from "#app/media/mp4/read-sound-entry.ts";
import type { TrackHeader } from "#app/media/mp4/read-track-header.ts";
import { refuse } from "#app/media/refuse-recording.ts";

export type ChosenTrack = { track: TrackHeader; config: SoundConfig };

/** ISO 639-2 has two codes for some languages, and files use both. */
export const TRACK_LANGUAGES: Record<MeetingLanguage, readonly string[]> = {
  es: ["spa"],
  en: ["eng"],
  fr: ["fra", "fre"],
  ca: ["cat"],
};

/**
 * The audio tracks that can be taken, best first: one in the meeting's language (a file with two has an interpreter in
 * the second, and players turn it on by language), then those that are turned on, then the rest. Refuses where there is none, with what stands in its way.
 */
export async function* chooseAudio(
  reader: RangeReader,
  tracks: readonly TrackHeader[],
  language: MeetingLanguage | null,
): AsyncGenerator<ChosenTrack> {
  const wanted = language === null ? [] : TRACK_LANGUAGES[language];
  const rank = (track: TrackHeader) =>
    (track.language !== null && wanted.includes(track.language) ? 2 : 0) + (track.enabled ? 1 : 0);
  const kinds = new Set<string>();
  for (const track of tracks.toSorted((left, right) => rank(right) - rank(left))) {
    if (track.external && !kinds.has("sound")) refuse("truncated");
    if (track.external) continue;
    const entry = await readAudioEntry(reader, needBox(track.tables, "stsd"));
    kinds.add(entry.kind);
    if (entry.kind === "sound") yield { track, config: entry.config };
  }
  if (kinds.has("sound")) return;
  if (kinds.has("encrypted")) refuse("encrypted");
  refuse(kinds.has("other") ? "unsupported-codec" : "no-audio");
}
