import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { choose } from "#app/domain/summary/extractive/choose.ts";
import { isDecision, isOpen } from "#app/domain/summary/extractive/cues.ts";
import { keywordsOf } from "#app/domain/summary/extractive/keywords.ts";
import { salienceOf } from "#app/domain/summary/extractive/salience.ts";
import { type Sentence, sentencesOf } from "#app/domain/summary/extractive/sentences.ts";
import { tasksOf } from "#app/domain/summary/extractive/tasks.ts";
import type { Quotations } from "#app/domain/summary/fields/field-rules.ts";
import { contentOf, rulesOf } from "#app/domain/summary/fields/field-types.ts";
import { groundInTurns } from "#app/domain/summary/ground.ts";
import type { SummaryItem } from "#app/domain/summary/summary.ts";
import { contentStems } from "#app/domain/summary/words/stop-words.ts";
import type { TemplateField, TemplateSnapshot } from "#app/domain/template/template.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { runAtOnce, type Turns } from "#app/domain/turns.ts";

const SUMMARY_SENTENCES_MAX = 7;
const SUMMARY_WORDS_MAX = 110;
/** The three best sentences are chosen first, then one from each quarter of the meeting without a sentence. */
const SUMMARY_FREE = 3;
const KEYPOINTS_MAX = 8;
const BULLETS_MAX = 10;
/** Longer sentences tell a story in which a decision is mentioned. */
const BULLET_WORDS_MAX = 40;
/** A decision is a key point more often than not. */
const DECISION_FACTOR = 1.5;

type Meeting = {
  sentences: readonly Sentence[];
  segments: readonly Segment[];
  salience: readonly number[];
  language: MeetingLanguage;
  /** Sentences of the summary field, by index. Key points avoid them when there are enough others. */
  summarised: ReadonlySet<number>;
};

type Input = { template: TemplateSnapshot; language: MeetingLanguage; segments: readonly Segment[] };

/** Writes a summary of quotations: nothing in it was not said, and it needs no model and no network. */
export function extractSummary(input: Input): SummaryDraft {
  return runAtOnce(extractInTurns(input));
}

/** The same in turns (turns.ts), for callers that serve other requests meanwhile. */
export function* extractInTurns(input: Input): Turns<SummaryDraft> {
  const sentences = yield* sentencesOf(input.segments, input.language);
  const salience = yield* salienceOf(sentences, input.language);
  const summary = yield* summarySentences(sentences, salience);
  const meeting: Meeting = {
    sentences,
    segments: input.segments,
    salience,
    language: input.language,
    summarised: new Set(
      input.template.fields.some((field) => field.type === "summary") ? summary.map((one) => one.index) : [],
    ),
  };
  const fields: SummaryDraft["fields"] = [];
  for (const field of input.template.fields) {
    const body = yield* rulesOf(field.type).quote(quotationsFor(field, meeting, summary), field.title);
    fields.push({ key: field.key, content: contentOf(field.type, body) });
  }
  // The engine applies the rule for all engines to itself, so that nothing of its answer has to be dropped later.
  return { fields: (yield* groundInTurns({ ...input, draft: { fields } })).fields };
}

/** The quotations for one field. */
function quotationsFor(field: TemplateField, meeting: Meeting, summary: readonly Sentence[]): Quotations {
  return {
    *summary() {
      yield summary.length;
      return summary.map(quote);
    },
    *keypoints() {
      return (yield* keypoints(meeting)).map(quote);
    },
    *bullets() {
      return (yield* bullets(meeting)).map(quote);
    },
    terms: () => keywordsOf(meeting.sentences, meeting.segments, meeting.language),
    tasks: () => tasksOf(meeting.sentences, meeting.language),
    *prompted(itemsMax) {
      return (yield* prompted(field, meeting, itemsMax)).map(quote);
    },
  };
}

function quote(sentence: Sentence): SummaryItem {
  return { text: sentence.text, segmentIds: sentence.segmentIds };
}

function summarySentences(sentences: readonly Sentence[], salience: readonly number[]): Turns<Sentence[]> {
  return choose(sentences, {
    weights: salience,
    sentencesMax: SUMMARY_SENTENCES_MAX,
    wordsMax: SUMMARY_WORDS_MAX,
    freeBeforeQuarters: SUMMARY_FREE,
  });
}

function* keypoints({ sentences, salience, language, summarised }: Meeting): Turns<Sentence[]> {
  const weights: number[] = [];
  for (const [index, { text }] of sentences.entries()) {
    yield text.length;
    const factor = text.endsWith("?") ? 0 : isDecision(text, language) ? DECISION_FACTOR : 1;
    weights.push((salience[index] ?? 0) * factor);
  }
  const others = weights.filter((weight, index) => weight > 0 && !summarised.has(index)).length;
  const exclude = others >= KEYPOINTS_MAX ? summarised : new Set<number>();
  return yield* choose(sentences, {
    weights,
    sentencesMax: KEYPOINTS_MAX,
    wordsMax: Number.POSITIVE_INFINITY,
    exclude,
    freeBeforeQuarters: 0,
  });
}

function* bullets({ sentences, salience, language }: Meeting): Turns<Sentence[]> {
  const weights: number[] = [];
  for (const [index, { text, stems, words }] of sentences.entries()) {
    yield text.length;
    const mayBe = stems.length > 1 && words <= BULLET_WORDS_MAX;
    weights.push(mayBe && (isDecision(text, language) || isOpen(text, language)) ? 1 + (salience[index] ?? 0) : 0);
  }
  return yield* choose(sentences, {
    weights,
    sentencesMax: BULLETS_MAX,
    wordsMax: Number.POSITIVE_INFINITY,
    freeBeforeQuarters: null,
  });
}

/** Returns the sentences that share most with a field's prompt; none when nobody spoke of it. */
function* prompted(
  field: TemplateField,
  { sentences, salience, language }: Meeting,
  sentencesMax: number,
): Turns<Sentence[]> {
  const wanted = new Set(contentStems(`${field.title ?? ""} ${field.prompt}`, language));
  const weights: number[] = [];
  for (const [index, { stems }] of sentences.entries()) {
    yield stems.length;
    const shared = new Set(stems.filter((stem) => wanted.has(stem))).size;
    weights.push(shared === 0 ? 0 : shared * (1 + (salience[index] ?? 0)));
  }
  return yield* choose(sentences, {
    weights,
    sentencesMax,
    wordsMax: Number.POSITIVE_INFINITY,
    freeBeforeQuarters: null,
  });
}
