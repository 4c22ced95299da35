import type { MeetingLanguage } from "#app/domain/languages.ts";
import { cutSentences } from "#app/domain/summary/extractive/cut-sentences.ts";
import { ABBREVIATION } from "#app/domain/summary/extractive/sentences.ts";

/** The sentences of a line of minutes, trimmed, in order; "approx. 20" is one. A line without an end is one sentence. */
export function itemSentences(text: string, language: MeetingLanguage): string[] {
  const sentences: string[] = [];
  let open = "";
  for (const piece of cutSentences(text, new Intl.Segmenter(language, { granularity: "sentence" }))) {
    open += piece;
    if (ABBREVIATION.test(open)) continue;
    sentences.push(open.trim());
    open = "";
  }
  if (open.trim() !== "") sentences.push(open.trim());
  return sentences.filter((sentence) => sentence !== "");
}
