import { eachLanguage } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { SYNONYMS_CA } from "#app/domain/summary/grounding/synonyms-ca.ts";
import { SYNONYMS_EN } from "#app/domain/summary/grounding/synonyms-en.ts";
import { SYNONYMS_ES } from "#app/domain/summary/grounding/synonyms-es.ts";
import { SYNONYMS_FR } from "#app/domain/summary/grounding/synonyms-fr.ts";
import { stem } from "#app/domain/summary/words/stem.ts";

/**
 * Words of meetings that may stand for each other, folded, one group a line; irregular forms of a verb are in its group. Groups
 * are not joined through a shared word. Words with a narrower meaning are not synonyms here: "discuss" is not "decide".
 */
const GROUPS: Record<MeetingLanguage, string> = {
  en: SYNONYMS_EN,
  es: SYNONYMS_ES,
  fr: SYNONYMS_FR,
  ca: SYNONYMS_CA,
};

type Senses = ReadonlyMap<string, readonly number[]>;

function sensesOf(language: MeetingLanguage): Senses {
  const senses = new Map<string, number[]>();
  for (const [index, line] of GROUPS[language].split("\n").entries()) {
    const words = line.split(" ").filter((word) => word !== "");
    for (const form of new Set(words.flatMap((word) => [word, stem(word, language)]))) {
      senses.set(form, [...(senses.get(form) ?? []), index]);
    }
  }
  return senses;
}

const SENSES = eachLanguage<Senses>(sensesOf);

/** Returns the numbers of the groups of synonyms that hold a word or its stem. */
export function groupsOf(word: string, stemmed: string, language: MeetingLanguage): readonly number[] {
  const senses = SENSES[language];
  return senses.get(word) ?? senses.get(stemmed) ?? [];
}
