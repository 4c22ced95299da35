import type { Segment } from "#app/domain/transcript/segment.ts";

/**
 * Listener's signals in the four languages, accents and apostrophes removed: they acknowledge what somebody else says and take no turn.
 * Collected by hand. "No" is not among them: it contradicts.
 */
const SIGNALS =
  "yeah|yep|yup|yes|m+|mm?-?hm+|mhm+|uh-?huh|hm+|hum|a?ha|ah|aja|oh|ok|okay|(?:al|all )?right|sure|exactly|totally|true|i see|got it|of course|" +
  "si|ya|claro|vale|bueno|exacto|eso|entiendo|de acuerdo|ja|clar|val|exacte|exactament|es clar|entesos|d'acord|ja veig|" +
  "oui|ouais|voila|d'accord|exactement|bien sur|je vois|c'est ca|tout a fait|ah bon";
const ONLY_SIGNALS = new RegExp(`^(?:(?:${SIGNALS})(?: |$)){1,4}$`);
/** Longer texts are not looked at. */
const CHARS_MAX = 40;

/** Tells whether somebody only signals that they listen: "Yeah.", "Mm-hmm.", "Sí, claro.", "D’accord." A question is an utterance of its own. */
export function isBackchannel(text: string): boolean {
  if (text.length > CHARS_MAX || text.includes("?")) return false;
  // Not by fold.ts, which the meeting's page does not need otherwise.
  const plain = text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[’ʼ]/g, "'")
    .replace(/[^\p{L}'-]+/gu, " ")
    .trim();
  return ONLY_SIGNALS.test(plain);
}

/**
 * For each segment, whether it is a backchannel that does not lead into a turn of the same speaker: the next one who says more is
 * somebody else. Without a speaker's name nobody can tell, and the last words of a transcript stay a turn of their own.
 */
export function findBackchannels(segments: readonly Segment[]): boolean[] {
  const found: boolean[] = Array.from({ length: segments.length }, () => false);
  let next: string | null = null;
  for (let index = segments.length - 1; index >= 0; index--) {
    const { text, speaker } = segments[index] ?? { text: "", speaker: null };
    const isSignal = isBackchannel(text);
    found[index] = isSignal && speaker !== null && next !== null && next !== speaker;
    if (!isSignal) next = speaker;
  }
  return found;
}
