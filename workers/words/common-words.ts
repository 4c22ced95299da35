import { assertNever } from "#app/domain/invariant.ts";
import { textLanguage, type TextLanguage } from "#app/domain/languages.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";

/**
 * Tells whether a folded word is one of the 20,000 most common of a language, or of English, whose words are in the talk of every office.
 * The few words that are asked about are sought in the text itself: a set of all of them would cost more time and memory.
 */
export async function commonWords(language: MeetingLanguage): Promise<(word: string) => boolean> {
  const texts = await Promise.all([...new Set([textLanguage(language) ?? "en", "en" as const])].map(textOf));
  return (word) => texts.some((text) => text.includes(` ${word} `));
}

async function textOf(language: TextLanguage): Promise<string> {
  switch (language) {
    case "en":
      return (await import("#workers/words/lists/en.txt")).default;
    case "es":
      return (await import("#workers/words/lists/es.txt")).default;
    case "fr":
      return (await import("#workers/words/lists/fr.txt")).default;
    case "ca":
      return (await import("#workers/words/lists/ca.txt")).default;
    default:
      return assertNever(language);
  }
}
