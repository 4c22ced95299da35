import { TRANSCRIPT_CUE_CHARS_MAX } from "#app/domain/limits/media.ts";
import type { CuePlace } from "#app/domain/outcome.ts";
import { formatMoment } from "#app/domain/time.ts";

/** The values for the text about a cue that is too long: its number, its start, and the limit of characters per cue. */
export function nameCue(cue: CuePlace | undefined, locale: string): { cue: string; at: string; charsMax: string } {
  const charsMax = new Intl.NumberFormat(locale).format(TRANSCRIPT_CUE_CHARS_MAX);
  if (cue === undefined) return { cue: "", at: "", charsMax };
  return { cue: String(cue.number), at: formatMoment(cue.startMs), charsMax };
}
