import { orEnglish } from "#app/domain/by-language.ts";
import type { AnswerLine, Notice, SearchWord, Suggestion } from "#app/domain/chat/exchange.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { CHAT_NEIGHBOUR_SEGMENTS, CHAT_QUOTES_MAX } from "#app/domain/limits/minutes.ts";
import { choose, LIKENESS_COST } from "#app/domain/summary/extractive/choose.ts";
import { DECIDING } from "#app/domain/summary/extractive/common-words.ts";
import { extractInTurns, HIGHLIGHTS } from "#app/domain/summary/extractive/extract-summary.ts";
import { type Sentence, sentencesOf } from "#app/domain/summary/extractive/sentences.ts";
import { stem } from "#app/domain/summary/words/stem.ts";
import { contentStems, isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import type { Turns } from "#app/domain/turns.ts";

/** Number of segments in which each stem occurs, and the number of all segments. */
type Frequencies = { segments: number; of: ReadonlyMap<string, number> };

/** The segments in which stems were said, best first, and how often each stem was said. */
export type Found = { positions: readonly number[]; frequencies: Frequencies };

export type Asked = {
  question: string;
  suggestion: Suggestion | null;
  /** The question before this one: "And when?" has no words of its own to search for. */
  before: string | null;
  /** The language of the meeting. */
  language: MeetingLanguage;
};

export type WithoutModel = Asked & {
  segments: readonly Segment[];
  /** The page's language: that of the notice. */
  locale: MeetingLanguage;
  find: (stems: readonly string[]) => Found;
};

export type Reply = { by: "quotes" | "labels"; lines: AnswerLine[]; notice: Notice | null; search: SearchWord[] };

const SEARCH_WORDS_MAX = 3;
const QUOTES_WORDS_MAX = 200;
/** A sentence whose score is below this share of the best one's is off topic. */
const BEST_SHARE_MIN = 0.45;
/** A word that was said one sentence away counts less than one in the sentence itself. */
const NEIGHBOUR_WORTH = 0.4;
/** Of two sentences that fit equally well, a question says less, and so does a sentence of one or two words. */
const QUESTION_FACTOR = 0.6;
const SHORT_FACTOR = 0.7;
const SHORT_STEMS = 2;

const NEXT_MEETING: Readonly<Record<MeetingLanguage, string>> = orEnglish<string>({
  en: "next meeting meet",
  es: "próxima reunión reunimos",
  fr: "prochaine réunion",
  ca: "propera reunió reunim",
});

/** Returns the stems to search for. A suggested question has words of its own in the language of the meeting. */
export function stemsAsked({ question, suggestion, before, language }: Asked): string[] {
  if (suggestion === "conclusions") return contentStems(DECIDING[language].join(" "), language);
  // "Next" says little in a question, and is needed here.
  if (suggestion === "next-meetings") return foldedWords(NEXT_MEETING[language]).map((word) => stem(word, language));
  const own = contentStems(question, language);
  return [...new Set(own.length > 0 ? own : contentStems(before ?? "", language))];
}

/**
 * Answers without a model: the speakers are counted; for every other question the passages that a search finds are quoted, word for word, and
 * a notice says that an answer in words needs a model.
 */
export function* quotePassages(input: WithoutModel): Turns<Reply> {
  const { suggestion, segments, language, locale } = input;
  if (suggestion === "participants") return participants(segments, locale);
  if (suggestion === "analysis") return quoting(yield* highlights(segments, language), input, null);
  const stems = stemsAsked(input);
  const found = input.find(stems);
  return quoting(yield* bestPassages(input, stems, found), input, found);
}

/** The highlights of the meeting, in their order. */
function* highlights(segments: readonly Segment[], language: MeetingLanguage): Turns<AnswerLine[]> {
  const { fields } = yield* extractInTurns({ template: HIGHLIGHTS, segments, language });
  const [first] = fields;
  return first?.content.type === "summary"
    ? first.content.items.map(({ text, segmentIds }) => ({ text, segmentIds }))
    : [];
}

function quoting(lines: AnswerLine[], input: WithoutModel, found: Found | null): Reply {
  const kind = lines.length > 0 ? ("needs-model" as const) : ("no-line" as const);
  const search = found === null ? [] : searchWords(input, found);
  return { by: "quotes", lines, notice: { kind, language: input.locale }, search };
}

/** The sentences that hold most of the words, rare words counting more, in the order of the meeting. */
function* bestPassages(
  { segments, language }: WithoutModel,
  stems: readonly string[],
  { positions, frequencies }: Found,
): Turns<AnswerLine[]> {
  const sentences = yield* sentencesOf(withNeighbours(segments, positions), language);
  const worth = stems.map((one) => [one, rarity(one, frequencies)] as const);
  const said = sentences.map((sentence) => new Set(sentence.stems));
  const scores: number[] = [];
  for (const [index, sentence] of sentences.entries()) {
    yield sentence.text.length;
    const near = [said[index - 1], said[index + 1]];
    let [own, around] = [0, 0];
    for (const [one, value] of worth) {
      if (said[index]?.has(one)) own += value;
      else if (near.some((other) => other?.has(one))) around += value * NEIGHBOUR_WORTH;
    }
    scores.push(own === 0 ? 0 : (own + around) * factorOf(sentence));
  }
  const best = Math.max(0, ...scores);
  const chosen = yield* choose(sentences, {
    weights: scores.map((score) => (score >= best * BEST_SHARE_MIN ? score : 0)),
    sentencesMax: CHAT_QUOTES_MAX,
    wordsMax: QUOTES_WORDS_MAX,
    freeBeforeQuarters: null,
    likenessCost: LIKENESS_COST,
  });
  return chosen.map(({ text, segmentIds }) => ({ text, segmentIds }));
}

function factorOf({ text, stems }: Sentence): number {
  return (text.endsWith("?") ? QUESTION_FACTOR : 1) * (stems.length < SHORT_STEMS ? SHORT_FACTOR : 1);
}

/** Inverse document frequency; 0 for a word that nobody said. */
function rarity(one: string, { segments, of }: Frequencies): number {
  const said = of.get(one) ?? 0;
  return said === 0 ? 0 : Math.log(1 + (segments + 1) / (1 + said));
}

function withNeighbours(segments: readonly Segment[], positions: readonly number[]): Segment[] {
  const wanted = new Set<number>();
  for (const position of positions) {
    for (let near = -CHAT_NEIGHBOUR_SEGMENTS; near <= CHAT_NEIGHBOUR_SEGMENTS; near += 1) wanted.add(position + near);
  }
  return segments.filter((_, position) => wanted.has(position));
}

/**
 * Lists the speakers by the labels of the source, with their speaking time and first segment. The values are counted; no model is
 * asked.
 */
function participants(segments: readonly Segment[], language: MeetingLanguage): Reply {
  const speakers = new Map<string, { spokenMs: number; first: string }>();
  for (const { id, speaker, startMs, endMs } of segments) {
    if (speaker === null) continue;
    const known = speakers.get(speaker) ?? { spokenMs: 0, first: id };
    known.spokenMs += Math.max(0, endMs - startMs);
    speakers.set(speaker, known);
  }
  const lines = [...speakers]
    .toSorted(([, a], [, b]) => b.spokenMs - a.spokenMs)
    .map(([text, { spokenMs, first }]) => ({ text, spokenMs, segmentIds: [first] }));
  return { by: "labels", lines, notice: lines.length > 0 ? null : { kind: "no-names", language }, search: [] };
}

/** Words of the question to search the transcript for: those that were said, first. The search looks for letters, which the forms of a word share. */
function searchWords({ question, suggestion, language }: WithoutModel, { frequencies }: Found): SearchWord[] {
  if (suggestion !== null) return [];
  const words = [...new Set(foldedWords(question))].filter((word) => !isStopWord(word, language));
  const isSaid = (word: string) => (frequencies.of.get(stem(word, language)) ?? 0) > 0;
  return words
    .toSorted((a, b) => Number(isSaid(b)) - Number(isSaid(a)))
    .slice(0, SEARCH_WORDS_MAX)
    .map((word) => ({ word, query: isSaid(word) ? sharedBeginning(word, stem(word, language)) : word }));
}

/** "batteries" and its stem "battery": the search of the transcript looks for letters, and "batter" finds both. */
function sharedBeginning(word: string, other: string): string {
  let same = 0;
  while (same < word.length && word[same] === other[same]) same += 1;
  return word.slice(0, same) || word;
}
