import { denseScore, type FoundPassage } from "#app/domain/ask/choose-sources.ts";
import { isNamed, type PassageHit, saidBy } from "#app/domain/search/match-passages.ts";
import type { Passage } from "#app/domain/search/passages.ts";
import { ASK_MOMENTS_MAX, ASK_NEIGHBOUR_STEPS_MAX, ASK_NEIGHBOURS } from "#app/domain/limits/ask.ts";
import { readingText } from "#app/domain/summary/notes/reading-lines.ts";
import { isBackchannel } from "#app/domain/transcript/backchannels.ts";

/** A word of a question. `worth`: how much it counts for a passage that has it. */
export type Term = { word: string; worth: number };

/** A meeting with the passages that have words of a question. `said`: the words that it has anywhere, as bits. */
export type MatchedMeeting = { said: number; hits: readonly PassageHit[] };

/** The part of its worth that a word counts for the passages around it: people answer beside the words of a question. */
const NEAR = 0.4;
/** The same for all other passages of the meeting. */
const ELSEWHERE = 0.25;

/** The worth of some terms, given as bits. */
export function worthOf(terms: readonly Term[], bits: number): number {
  return terms.reduce((sum, { worth }, index) => ((bits & (1 << index)) === 0 ? sum : sum + worth), 0);
}

/** Passages of a meeting by their numbers, with their scores: by their own words, those near them, and those that the meeting (`said`) has elsewhere. */
export function scoreHits(hits: readonly PassageHit[], terms: readonly Term[], said: number): Map<number, number> {
  const sorted = hits.toSorted((a, b) => a.passage - b.passage);
  const scores = new Map<number, number>();
  for (const [at, { passage, bits }] of sorted.entries()) {
    let near = 0;
    for (const step of [-1, 1]) {
      for (
        let other = at + step;
        Math.abs((sorted[other]?.passage ?? Infinity) - passage) <= ASK_NEIGHBOURS;
        other += step
      )
        near |= sorted[other]?.bits ?? 0;
    }
    const beside = near & ~bits;
    const rest = said & ~bits & ~near;
    scores.set(passage, worthOf(terms, bits) + NEAR * worthOf(terms, beside) + ELSEWHERE * worthOf(terms, rest));
  }
  return scores;
}

/** Lines of the minutes count by this factor: they say in general words what their moment says in others. */
const MINUTES = 1.2;
/** The least score of the minutes of a meeting in which only title or people were found, or nothing was asked. */
const NO_WORDS_SCORE = 0.5;
const OVERVIEW_MAX = 4;

export type Read = {
  terms: readonly Term[];
  speakers: readonly string[][];
  /** Segments of earlier answers. */
  earlier: readonly string[];
};

/** The best segments of a meeting with their neighbours, in their order. */
export function passagesIn(passages: readonly Passage[], chosen: MatchedMeeting, read: Read): FoundPassage[] {
  const scores = scoresIn(passages, chosen, read);
  const named = read.speakers.length === 0 ? null : saidBy(passages, read.speakers);
  const best = [...scores]
    .filter(([at]) => named?.has(at) ?? true)
    .map(([at, score]) => ({ at, score, dense: denseScore({ score, text: passages[at]?.text ?? "" }) }))
    .toSorted((a, b) => b.dense - a.dense || a.at - b.at)
    .slice(0, ASK_MOMENTS_MAX);
  const wanted = new Map<number, number>();
  for (const { at } of best)
    for (const near of [at, ...neighboursOf(passages, at, 1), ...neighboursOf(passages, at, -1)]) wanted.set(near, 0);
  for (const { at, score } of best) wanted.set(at, score);
  return [...wanted]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([position, score]): FoundPassage[] => {
      const passage = passages[position];
      if (passage?.kind !== "transcript" || passage.segmentId === null) return [];
      const { segmentId, startMs, speaker, text } = passage;
      return [{ position, segmentId, startMs: startMs ?? 0, speaker, text, score }];
    });
}

/** The nearest segments on one side in which something is said. After a question "Yes" is the answer. */
function neighboursOf(passages: readonly Passage[], at: number, step: 1 | -1): number[] {
  const near: number[] = [];
  for (let far = 1; far <= ASK_NEIGHBOUR_STEPS_MAX && near.length < ASK_NEIGHBOURS; far += 1) {
    const position = at + step * far;
    const text = readingText(passages[position]?.text ?? "");
    const isAnswer = passages[position - 1]?.text.trimEnd().endsWith("?") === true;
    if (/[\p{L}\p{N}]/u.test(text) && (isAnswer || !isBackchannel(text))) near.push(position);
  }
  return near;
}

/** The score of each segment, by its position. Lines of the minutes count for the segment that they rest on. */
function scoresIn(
  passages: readonly Passage[],
  { said, hits }: MatchedMeeting,
  { terms, earlier }: Read,
): Map<number, number> {
  const positions = new Map(
    passages.flatMap(({ kind, segmentId }, at) =>
      kind === "transcript" && segmentId !== null ? [[segmentId, at]] : [],
    ),
  );
  const scores = new Map<number, number>();
  const note = (at: number | undefined, one: number) => {
    if (at !== undefined) scores.set(at, Math.max(one, scores.get(at) ?? 0));
  };
  const momentOf = (passage: Passage) => (passage.segmentId === null ? undefined : positions.get(passage.segmentId));
  const isSaid = ({ passage }: { passage: number }) => passages[passage]?.kind === "transcript";
  const named = wordsNaming(terms);
  const spoken = hits
    .filter(isSaid)
    .map((hit) => ({ ...hit, bits: hit.bits | named(passages[hit.passage]?.speaker ?? null) }));
  for (const [at, score] of scoreHits(spoken, terms, said)) note(at, score);
  for (const hit of hits.filter((hit) => !isSaid(hit))) {
    const passage = passages[hit.passage];
    if (passage?.kind !== "minutes" && passage?.kind !== "task") continue;
    // Lines of the minutes that stand beside each other speak of different things.
    for (const score of scoreHits([hit], terms, said).values()) note(momentOf(passage), score * MINUTES);
  }
  if (scores.size === 0) {
    const overview = passages.filter(({ kind }) => kind === "minutes" || kind === "task").slice(0, OVERVIEW_MAX);
    const score = Math.max(NO_WORDS_SCORE, ELSEWHERE * worthOf(terms, said));
    for (const passage of overview) note(momentOf(passage), score);
  }
  const all = terms.reduce((sum, { worth }) => sum + worth, 0);
  for (const segmentId of earlier) note(positions.get(segmentId), Math.max(NO_WORDS_SCORE, all / 2));
  return scores;
}

/** Returns a function that says which words of a question name a speaker, as bits: "What did Nora say about the desk?" */
function wordsNaming(terms: readonly Term[]): (speaker: string | null) => number {
  const known = new Map<string | null, number>([[null, 0]]);
  return (speaker) => {
    const before = known.get(speaker);
    if (before !== undefined || speaker === null) return before ?? 0;
    const bits = terms.reduce((all, { word }, index) => (isNamed(speaker, [word]) ? all | (1 << index) : all), 0);
    known.set(speaker, bits);
    return bits;
  };
}
