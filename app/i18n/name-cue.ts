import { TRANSCRIPT_CUE_CHARS_MAX } from "#app/domain/limits/media.ts";
import type { CuePlace } from "#app/domain/outcome.ts";
import { formatMoment } from "#app/domain/time.ts";

/** What a text says of a cue that is too long: its number, when it begins, and how many characters a cue may have. */
export function nameCue(cue: CuePlace | undefined, locale: string): { cue?: number; at?: string; charsMax?: string } {
  if (cue === undefined) return {};
  const charsMax = new Intl.NumberFormat(locale).format(TRANSCRIPT_CUE_CHARS_MAX);
  return { cue: cue.number, at: formatMoment(cue.startMs), charsMax };
}
