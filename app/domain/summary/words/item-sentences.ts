import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { cutSentences } from "#app/domain/summary/extractive/cut-sentences.ts";
import { ABBREVIATION } from "#app/domain/summary/extractive/sentences.ts";

/** A segmenter takes longer to make than to use on one line. */
const SEGMENTERS = new Map<MeetingLanguage, Intl.Segmenter>();

function segmenterOf(language: MeetingLanguage): Intl.Segmenter {
  const segmenter = SEGMENTERS.get(language) ?? new Intl.Segmenter(language, { granularity: "sentence" });
  SEGMENTERS.set(language, segmenter);
  return segmenter;
}

/** The sentences of a line of minutes, trimmed, in order; "approx. 20" is one. A line without an end is one sentence. */
export function itemSentences(text: string, language: MeetingLanguage): string[] {
  const sentences: string[] = [];
  let open = "";
  for (const piece of cutSentences(text, segmenterOf(language))) {
    open += piece;
    if (ABBREVIATION.test(open)) continue;
    sentences.push(open.trim());
    open = "";
  }
  if (open.trim() !== "") sentences.push(open.trim());
  return sentences.filter((sentence) => sentence !== "");
}
