import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { Evidence } from "#app/domain/summary/evidence.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import { runAtOnce, type Turns } from "#app/domain/turns.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
const CAPITAL = /^\p{Lu}\p{L}/u;
/** Marks after which a capital does not show a name: the start of a sentence, a quotation, a cell or direct speech. */
const BEGINNING = /[.!?…:;"“”«»¿¡(—–|]/u;

/**
 * Words that follow a person's name rather than an order ("Zoltan will …", not "Prepare the …"): verbs, and futures by ending.
 */
const AFTER_SOMEBODY: Record<MeetingLanguage, RegExp> = {
  en: /^(?:will|has|had|is|was|should|would|can|could|must|may|says|said|wants|needs|agreed|agrees|decided|does|did|and)$/u,
  es: /^(?:va|ha|es|era|debe|tiene|puede|quiere|dice|dijo|esta|y|\p{L}{2,}r[aá])$/u,
  fr: /^(?:va|a|est|etait|doit|peut|veut|dit|et|\p{L}{2,}ra)$/u,
  ca: /^(?:va|ha|es|era|ha|pot|vol|diu|esta|i|\p{L}{2,}r[aà])$/u,
};

/** Returns capitalised words inside a sentence: names, and words that a language writes like names. */
export function namesIn(text: string, language: MeetingLanguage): string[] {
  return capitals(text)
    .filter(({ opens }) => !opens)
    .flatMap(({ word }) => foldedWords(word))
    .filter((name) => !isStopWord(name, language));
}

/**
 * Returns names at the start of a sentence, where every word is capitalised: words that the talk uses as names, and words that
 * nobody said and that a verb follows as after a person's name.
 */
export function openingNames(text: string, evidence: Evidence): string[] {
  const { language } = evidence;
  return capitals(text).flatMap(({ word, opens, next }) => {
    const [folded = ""] = foldedWords(word);
    if (!opens || isStopWord(folded, language)) return [];
    const { names, words } = spokenNamesIn(evidence);
    const isNobodyKnown = !words.has(folded) && AFTER_SOMEBODY[language].test(foldedWords(next)[0] ?? "");
    return names.has(folded) || isNobodyKnown ? [folded] : [];
  });
}

function capitals(text: string): { word: string; opens: boolean; next: string }[] {
  const all = [...text.matchAll(WORD)];
  return all.flatMap(([word], index) =>
    CAPITAL.test(word)
      ? { word, opens: isBeginning(text, all[index]?.index ?? 0), next: all[index + 1]?.[0] ?? "" }
      : [],
  );
}

/** Looks back over spaces only: a pattern for the end of the preceding text would read all of it for every word. */
function isBeginning(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && /\s/u.test(text[before] ?? "")) before -= 1;
  return before < 0 || BEGINNING.test(text[before] ?? "");
}

type SpokenNames = { names: ReadonlySet<string>; words: ReadonlySet<string> };
/** Cache: a long meeting is read once, however many lines are compared with it. */
const SPOKEN_NAMES = new WeakMap<readonly Segment[], SpokenNames>();

function spokenNamesIn(evidence: Evidence): SpokenNames {
  return runAtOnce(collectNames(evidence));
}

/** Collects the words of a talk that are names; `openingNames` needs nothing else of the whole transcript. */
export function* collectNames({ segments }: Evidence): Turns<SpokenNames> {
  const known = SPOKEN_NAMES.get(segments);
  if (known) return known;
  const names = new Set<string>();
  const words = new Set<string>();
  const small = new Set<string>();
  for (const { text, speaker } of segments) {
    yield text.length;
    for (const [word] of text.matchAll(WORD)) {
      for (const folded of foldedWords(word)) {
        words.add(folded);
        if (CAPITAL.test(word)) names.add(folded);
        else small.add(folded);
      }
    }
    for (const name of foldedWords(speaker ?? "")) names.add(name);
  }
  // Any word is capitalised at the start of a sentence, but a name is never in lower case.
  for (const word of small) names.delete(word);
  const spoken = { names, words };
  SPOKEN_NAMES.set(segments, spoken);
  return spoken;
}

/** Returns the folded words that a talk always capitalises, and the words of its speakers' labels. */
export function nameWordsOf(evidence: Evidence): ReadonlySet<string> {
  return spokenNamesIn(evidence).names;
}

/** Tells whether a verb follows the name that a text begins with, as after a person: "Marta will", "Marta Ruiz has". */
export function isFollowedByVerb(text: string, language: MeetingLanguage): boolean {
  const words = [...text.slice(0, 200).matchAll(WORD)].map(([word]) => word);
  const next = words.slice(1).find((word) => !CAPITAL.test(word)) ?? "";
  return next !== "" && AFTER_SOMEBODY[language].test(foldedWords(next)[0] ?? "");
}
