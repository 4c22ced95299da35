import { type MeetingLanguage, parseMeetingLanguage } from "#app/domain/meeting-languages.ts";
import { HEARD_SPEECH_MS_MIN, HEARD_WINDOWS_MIN } from "#app/domain/limits/media.ts";

/**
 * The language of a recording as its engine has heard it, window by window. One short window may be mistaken (a Catalan one comes as
 * Spanish now and then), so the first minutes of speech decide together, and the rest is recognised in that language.
 */

/** The language that one window was heard in, ISO 639-1, and how long somebody spoke in it. */
export type HeardWindow = { language: string; spokenMs: number };

/** Languages of no meeting. Whisper hears Latin where it does not understand (Portuguese and Russian of a synthetic voice, docs/measurements.md). */
const UNLIKELY: ReadonlySet<string> = new Set(["la", "sa"]);

/**
 * The language in which most was spoken; null while too little was (`isAll`: nothing more comes), or where no meeting is in it.
 */
export function decideLanguage(heard: readonly HeardWindow[], isAll: boolean): MeetingLanguage | null {
  const spoken = new Map<string, number>();
  for (const { language, spokenMs } of heard) spoken.set(language, (spoken.get(language) ?? 0) + spokenMs);
  const totalMs = [...spoken.values()].reduce((sum, ms) => sum + ms, 0);
  const [most] = [...spoken].toSorted(([, one], [, other]) => other - one);
  if (!most || totalMs === 0) return null;
  const [language, ms] = most;
  const isEnough = heard.length >= HEARD_WINDOWS_MIN && totalMs >= HEARD_SPEECH_MS_MIN;
  if (!isAll && (!isEnough || ms * 2 <= totalMs)) return null;
  return UNLIKELY.has(language) ? null : parseMeetingLanguage(language);
}
