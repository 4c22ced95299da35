import { NO_MATCH, withOthers } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
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
const AFTER_SOMEBODY: Readonly<Record<MeetingLanguage, RegExp>> = withOthers<RegExp>(
  {
    en: /^(?:will|has|had|is|was|should|would|can|could|must|may|says|said|wants|needs|does|did|bought|made|took|gave|\p{L}{3,}ed|\p{L}{2,}[^s]s)$/u,
    es: /^(?:va|ha|es|era|debe|tiene|puede|quiere|dice|dijo|esta|\p{L}{2,}r[aá]|\p{L}{3,}[oaeó])$/u,
    fr: /^(?:va|a|est|etait|doit|peut|veut|dit|\p{L}{2,}ra|\p{L}{3,}[et])$/u,
    ca: /^(?:va|ha|es|era|ha|pot|vol|diu|esta|\p{L}{2,}r[aà]|\p{L}{3,}[ae])$/u,
  },
  NO_MATCH,
);
/** Endings of ordinary nouns and participles that begin a sentence as readily as a name does ("Participants agreed"). */
const ORDINARY =
  /(?:s|ing|i[oó]n|ci[oó]|ment|ity|dad|tat|t[eé]|ness|ance|ence|anza|ncia|ed|ly|er|or|eur|[aeiou]r|aje|age|ge|ck)$/u;

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
    const mayBeName =
      !words.has(folded) && !ORDINARY.test(folded) && AFTER_SOMEBODY[language].test(foldedWords(next)[0] ?? "");
    return names.has(folded) || mayBeName ? [folded] : [];
  });
}

function capitals(text: string): { word: string; opens: boolean; next: string }[] {
  const all = [...text.matchAll(WORD)];
  return all.flatMap(([word], index) =>
    CAPITAL.test(word)
      ? { word, opens: isBeginning(text, all[index]?.index ?? 0), next: wordAfter(text, all[index]) }
      : [],
  );
}

/** The word that follows without a sign between: nobody is named by "Furthermore, …". */
function wordAfter(text: string, found: RegExpMatchArray | undefined): string {
  const after = (found?.index ?? 0) + (found?.[0].length ?? 0);
  return /^\s+([\p{L}\p{N}][\p{L}\p{M}\p{N}]*)/u.exec(text.slice(after))?.[1] ?? "";
}

/** Looks back over spaces only: a pattern for the end of the preceding text would read all of it for every word. */
function isBeginning(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && /\s/u.test(text[before] ?? "")) before -= 1;
  return before < 0 || BEGINNING.test(text[before] ?? "");
}

/** `certain`: names that stand inside a sentence too, and those of the people who took part. */
type SpokenNames = { names: ReadonlySet<string>; certain: ReadonlySet<string>; words: ReadonlySet<string> };
/** Cache: a long meeting is read once, however many lines are compared with it. */
const SPOKEN_NAMES = new WeakMap<readonly Segment[], SpokenNames>();

function spokenNamesIn(evidence: Evidence): SpokenNames {
  return runAtOnce(collectNames(evidence));
}

/** Collects the words of a talk that are names; `openingNames` needs nothing else of the whole transcript. */
export function* collectNames({ segments, language }: Evidence): Turns<SpokenNames> {
  const known = SPOKEN_NAMES.get(segments);
  if (known) return known;
  const names = new Set<string>();
  const words = new Set<string>();
  const small = new Set<string>();
  const certain = new Set<string>();
  for (const { text, speaker } of segments) {
    yield text.length;
    for (const [word] of text.matchAll(WORD)) {
      for (const folded of foldedWords(word)) {
        words.add(folded);
        if (CAPITAL.test(word)) names.add(folded);
        else small.add(folded);
      }
    }
    for (const name of namesIn(text, language)) certain.add(name);
    for (const name of foldedWords(speaker ?? "")) {
      names.add(name);
      certain.add(name);
    }
  }
  // Any word is capitalised at the start of a sentence, but a name is never in lower case.
  for (const word of small) {
    names.delete(word);
    certain.delete(word);
  }
  const spoken = { names, certain, words };
  SPOKEN_NAMES.set(segments, spoken);
  return spoken;
}

/** Returns the folded words that a talk always capitalises, and the words of its speakers' labels. */
export function nameWordsOf(evidence: Evidence): ReadonlySet<string> {
  return spokenNamesIn(evidence).names;
}

/** The same without words that stand at the beginning of a sentence only. */
export function certainNamesOf(evidence: Evidence): ReadonlySet<string> {
  return spokenNamesIn(evidence).certain;
}
