import type { MeetingLanguage } from "#app/domain/languages.ts";
import { isFreeWord } from "#app/domain/summary/grounding/free-words.ts";
import { type Passage, POINTS_BACK, type Spoken } from "#app/domain/summary/grounding/passages.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** A word, and whether a clause may begin with it: after a mark, or with a conjunction. */
type Placed = { word: string; isStart: boolean };
/** Words `from` to `to` of a line that stand in the same order in the sentences `places`, each with the position there. */
type Run = { from: number; to: number; places: readonly { sentence: number; at: number }[] };

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
const CONJUNCTION =
  /^(?:and|or|but|because|while|y|o|pero|sino|porque|mientras|et|ou|mais|parce|i|però|sinó|perquè|mentre)$/iu;
/** Fewer words in a row are a phrase that anybody uses, not a quotation. */
const RUN_WORDS_MIN = 3;
/** Limits of the work: words of a line, and places of one beginning of a run. */
const LINE_WORDS_MAX = 200;
const PLACES_MAX = 24;

/**
 * Tells whether a line puts two quotations together where neither ends: the words before the joint come from the middle of one
 * sentence and those after it from another, so that the line says something that nobody said. Each single word has been said, so the
 * other checks cannot see it. Two joints are sound: between whole clauses, and where the first quotation ends with the noun to which a
 * pronoun before the second points ("we saw the contract", "it costs 40 euros").
 */
export function isSpliced(text: string, passages: readonly Passage[], language: MeetingLanguage): boolean {
  const spoken = [...new Set(passages.flatMap((passage) => passage.spoken))];
  const quoted = foldedWords(text).join(" ");
  if (spoken.some(({ folded }) => folded === quoted)) return false;
  const sentences = spoken.map((one) => placedIn(one));
  const line = placedWords(text).slice(0, LINE_WORDS_MAX);
  const runs = runsOf(line, sentences, language);
  return runs.some((second, index) => {
    const first = runs[index - 1];
    return first?.to === second.from && !isSoundJoint(first, second, line, sentences, language);
  });
}

function isSoundJoint(
  first: Run,
  second: Run,
  line: readonly Placed[],
  sentences: readonly (readonly Placed[])[],
  language: MeetingLanguage,
): boolean {
  const isNoun = !isFreeWord(line[first.to - 1]?.word ?? "", language);
  return first.places.some((one) =>
    second.places.some((other) => {
      if (one.sentence === other.sentence) return true;
      const after = sentences[one.sentence]?.[one.at + first.to - first.from];
      const [before, opening] = [sentences[other.sentence]?.[other.at - 1], sentences[other.sentence]?.[other.at]];
      // A speaker who goes on in the next segment may repeat the conjunction.
      const isOpening = opening?.isStart === true || (other.at === 1 && CONJUNCTION.test(before?.word ?? ""));
      if (isOpening) return after === undefined || after.isStart;
      return isNoun && before !== undefined && POINTS_BACK[language].test(before.word);
    }),
  );
}

/** Cuts a line into its longest quotations; words that stand in none are left out. */
function runsOf(
  line: readonly Placed[],
  sentences: readonly (readonly Placed[])[],
  language: MeetingLanguage,
): readonly Run[] {
  const beginnings = beginningsOf(sentences, new Set(line.map(({ word }) => word)));
  const runs: Run[] = [];
  let at = 0;
  while (at + RUN_WORDS_MIN <= line.length) {
    const run = longestAt(at, line, sentences, beginnings);
    const claims = run !== null && line.slice(run.from, run.to).some(({ word }) => !isFreeWord(word, language));
    if (run === null || !claims) {
      at += 1;
      continue;
    }
    runs.push(run);
    at = run.to;
  }
  return runs;
}

function longestAt(
  from: number,
  line: readonly Placed[],
  sentences: readonly (readonly Placed[])[],
  beginnings: ReadonlyMap<string, Run["places"]>,
): Run | null {
  const places = beginnings.get(keyAt(line, from)) ?? [];
  const lengths = places.map(({ sentence, at }) => {
    const said = sentences[sentence] ?? [];
    let length = RUN_WORDS_MIN;
    while (from + length < line.length && line[from + length]?.word === said[at + length]?.word) length += 1;
    return length;
  });
  if (lengths.length === 0) return null;
  const longest = Math.max(...lengths);
  return { from, to: from + longest, places: places.filter((_, index) => lengths[index] === longest) };
}

function beginningsOf(
  sentences: readonly (readonly Placed[])[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, Run["places"]> {
  const beginnings = new Map<string, { sentence: number; at: number }[]>();
  for (const [sentence, words] of sentences.entries()) {
    for (let at = 0; at + RUN_WORDS_MIN <= words.length; at += 1) {
      if (!wanted.has(words[at]?.word ?? "")) continue;
      const key = keyAt(words, at);
      const places = beginnings.get(key) ?? [];
      if (places.length < PLACES_MAX) places.push({ sentence, at });
      beginnings.set(key, places);
    }
  }
  return beginnings;
}

function keyAt(words: readonly Placed[], at: number): string {
  return words
    .slice(at, at + RUN_WORDS_MIN)
    .map(({ word }) => word)
    .join(" ");
}

/** Cache: a sentence is read once, however many lines cite it. */
const PLACED = new WeakMap<Spoken, readonly Placed[]>();

function placedIn(one: Spoken): readonly Placed[] {
  const known = PLACED.get(one);
  if (known !== undefined) return known;
  const placed = placedWords(one.text);
  PLACED.set(one, placed);
  return placed;
}

function placedWords(text: string): Placed[] {
  const words: Placed[] = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    const gap = text.slice(end, match.index);
    const isStart = words.length === 0 || /[.,;:!?…()|–—]/u.test(gap) || CONJUNCTION.test(match[0]);
    words.push({ word: foldedWords(match[0])[0] ?? match[0].toLowerCase(), isStart });
    end = match.index + match[0].length;
  }
  return words;
}
