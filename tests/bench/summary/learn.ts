/**
 * Learns the weights of the summary's features (app/domain/summary/extractive/features.ts) on a folder of meetings, and tests them on
 * each meeting with weights from the others:
 *   npx vite-node tests/bench/summary/learn.ts [folder of meetings]
 * Prints the weights of all meetings, and the ROUGE of the leave-one-out round. It needs the meetings and is not part of the tests.
 */
import path from "node:path";
import { FEATURES, featuresOf } from "#app/domain/summary/extractive/features.ts";
import { centralityOf } from "#app/domain/summary/extractive/salience.ts";
import { choose } from "#app/domain/summary/extractive/choose.ts";
import { type Sentence, sentencesOf } from "#app/domain/summary/extractive/sentences.ts";
import { isSummaryLine, passageOf } from "#app/domain/summary/extractive/topics.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { withinWords } from "./baselines.ts";
import { type BenchMeeting, readMeetings } from "./meetings.ts";
import { ridge } from "./ridge.ts";
import { grams, rouge, tokens } from "./rouge.ts";

const WORDS_MAX = 110;
const STRENGTH = 1.5;
/** Regularisation, and the weight of one meeting: a long one does not outvote the others. */
const LAMBDA = 3000;
const ROWS_PER_MEETING = 1000;
const LENGTH_SMOOTHING = 8;
/** Pairs of words count more than words: they carry the meaning. */
const PAIR_VALUE = 3;

type Row = {
  sentence: Sentence;
  features: readonly number[];
  centrality: number;
  target: number;
  /** `isLine`: it can be a line of the summary. Weights are learned from all that can be quoted. */
  isCandidate: boolean;
  isLine: boolean;
};
type Example = { reference: string[]; sentences: readonly Sentence[]; rows: Row[] };

function exampleOf({ segments, references }: BenchMeeting): Example {
  const sentences = runAtOnce(sentencesOf(segments, "en"));
  const weights = runAtOnce(centralityOf(sentences, "en"));
  const features = runAtOnce(featuresOf(sentences, weights, "en"));
  const words = tokens(references.join(" "));
  const [known, pairs] = [grams(words, 1), grams(words, 2)];
  const rows = sentences.flatMap((sentence, index): Row[] => {
    const own = features[index];
    if (!own) return [];
    const said = tokens(sentence.text);
    const shared =
      PAIR_VALUE * [...grams(said, 2).keys()].filter((pair) => pairs.has(pair)).length +
      [...new Set(said)].filter((word) => known.has(word)).length;
    const passages = { sentences, weights, language: "en", topics: 10, isShort: false } as const;
    const target = shared / (sentence.words + LENGTH_SMOOTHING);
    const [isCandidate, isLine] = [passageOf(sentence, passages) !== null, isSummaryLine(sentence, passages)];
    return [{ sentence, features: own, centrality: weights[index] ?? 0, target, isCandidate, isLine }];
  });
  const targets = rows.filter(({ isCandidate }) => isCandidate).map(({ target }) => target);
  const mean = targets.reduce((sum, value) => sum + value, 0) / targets.length;
  const deviation = Math.sqrt(targets.reduce((sum, value) => sum + (value - mean) ** 2, 0) / targets.length);
  for (const row of rows) row.target = (row.target - mean) / deviation;
  return { reference: references.join(" ").split(/(?<=[.!?])\s+/u), sentences, rows };
}

function learn(examples: readonly Example[]): number[] {
  const rows = examples.flatMap((example) => {
    const own = example.rows.filter(({ isCandidate }) => isCandidate);
    const scale = Math.sqrt(ROWS_PER_MEETING / own.length);
    return own.map(({ features, target }) => ({ x: [1, ...features].map((one) => one * scale), y: target * scale }));
  });
  return ridge(rows, LAMBDA).slice(1);
}

function score({ rows, sentences, reference }: Example, weights: readonly number[]) {
  const all = sentences.map(() => 0);
  for (const { sentence, features, centrality, isLine } of rows) {
    const sum = features.reduce((total, value, index) => total + value * (weights[index] ?? 0), 0);
    all[sentence.index] = isLine ? centrality * Math.exp(STRENGTH * sum) : 0;
  }
  const choice = { weights: all, sentencesMax: 7, wordsMax: WORDS_MAX, freeBeforeQuarters: 3, likenessCost: 0 };
  const texts = runAtOnce(choose(sentences, choice)).map(({ text }) => text);
  return rouge(withinWords(texts, WORDS_MAX), reference);
}

const folder = path.resolve(process.argv[2] ?? process.env.ACTA_MEETINGS_DIR ?? "../shared/meetings-dev");
const examples = (readMeetings(folder) ?? []).map(exampleOf);
const say = (line: string) => process.stdout.write(`${line}\n`);
if (examples.length === 0) say("No meetings found. Name their folder as an argument or in ACTA_MEETINGS_DIR.");
else {
  const weights = learn(examples);
  for (const [index, name] of FEATURES.entries()) say(`${name}: ${weights[index]?.toFixed(3)}`);
  const show = (name: string, scores: ReturnType<typeof score>[]) => {
    const mean = (key: "one" | "two" | "lsum") =>
      (scores.reduce((sum, one) => sum + one[key], 0) / scores.length).toFixed(1);
    say(`${name}: ROUGE-1 ${mean("one")}, ROUGE-2 ${mean("two")}, ROUGE-Lsum ${mean("lsum")}`);
  };
  const none = FEATURES.map(() => 0);
  show(
    "without features",
    examples.map((example) => score(example, none)),
  );
  show(
    "weights of all meetings",
    examples.map((example) => score(example, weights)),
  );
  show(
    "leave one out",
    examples.map((example) => score(example, learn(examples.filter((other) => other !== example)))),
  );
}
