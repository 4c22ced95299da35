import { HEARD_SAMPLES_MAX, TRACKS_HEARD_MAX } from "#app/domain/limits/media.ts";
import { trackLanguage } from "#app/media/track-language.ts";
import type { SampleTable } from "#app/media/mp4/sample-table.ts";
import type { AudioTrack } from "#app/media/probe-recording.ts";

/**
 * The tracks that are heard beside the first one, of `others` in the order of the file. Recording programs write microphone and desktop as
 * two tracks, so that what one lacks the other has. A track in another language is an interpreter, and only one of the two is wanted; a
 * copy of a track that is heard says nothing new. Windows of one recording are files of one kind.
 */
export function tracksBeside(first: AudioTrack, others: readonly AudioTrack[]): AudioTrack[] {
  const heard: AudioTrack[] = [first];
  let samplesLeft = HEARD_SAMPLES_MAX - first.samples.count;
  for (const track of others) {
    if (heard.length === TRACKS_HEARD_MAX) break;
    if (!isSameLanguage(first, track) || fileKindOf(first) !== fileKindOf(track)) continue;
    if (track.samples.count > samplesLeft || heard.some((known) => isCopy(known.samples, track.samples))) continue;
    samplesLeft -= track.samples.count;
    heard.push(track);
  }
  return heard.slice(1);
}

/** A file that does not name a language has no interpreter in it. */
function isSameLanguage({ language: one }: AudioTrack, { language: other }: AudioTrack): boolean {
  if (one === null || other === null || one === other) return true;
  return trackLanguage(one) === trackLanguage(other);
}

/** The kind of file that `extractWindow` writes of a track. */
function fileKindOf({ codec }: AudioTrack): "wav" | "ogg" | "m4a" {
  return codec === "pcm" ? "wav" : codec === "vorbis" ? "ogg" : "m4a";
}

/** An encoder makes frames of the same sizes of the same sound. Only sizes that change tell: those of PCM are the same of any sound. */
const CHANGES_SHARE_MIN = 0.1;

function isCopy(one: SampleTable, other: SampleTable): boolean {
  if (one.count !== other.count) return false;
  let changes = 0;
  for (let sample = 0; sample < one.count; sample++) {
    if (one.sizes[sample] !== other.sizes[sample]) return false;
    if (sample > 0 && one.sizes[sample] !== one.sizes[sample - 1]) changes++;
  }
  return changes > one.count * CHANGES_SHARE_MIN;
}
