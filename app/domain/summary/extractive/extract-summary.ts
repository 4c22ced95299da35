import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { choose } from "#app/domain/summary/extractive/choose.ts";
import { keywordsOf, termsOf } from "#app/domain/summary/extractive/keywords.ts";
import { salienceOf } from "#app/domain/summary/extractive/salience.ts";
import { type Sentence, sentencesOf } from "#app/domain/summary/extractive/sentences.ts";
import {
  divideByTopic,
  isSummaryLine,
  linesOfTopicMax,
  passageOf,
  type Passages,
  passagesIn,
  quotation,
  type Stretch,
} from "#app/domain/summary/extractive/topics.ts";
import { emptyContent } from "#app/domain/summary/fields/field-types.ts";
import { isQuotable, isTopical } from "#app/domain/summary/quotable.ts";
import {
  type FieldContent,
  linesOfAll,
  type Summary,
  type SummaryField,
  type SummaryItem,
} from "#app/domain/summary/summary.ts";
import { BASIC_SYSTEM, type TemplateField, type TemplateSnapshot } from "#app/domain/template/template.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { runAtOnce, type Turns } from "#app/domain/turns.ts";

const SUMMARY_SENTENCES_MAX = 7;
const SUMMARY_WORDS_MAX = 110;
/** The three best sentences are chosen first, then one from each quarter of the meeting without a sentence. */
const SUMMARY_FREE = 3;
/** About two minutes of talk. */
const SHORT_WORDS_MAX = 320;
const SHORT_SENTENCE_WORDS_MIN = 3;

/**
 * The quotations of all topics. `first`: the few that say most about the meeting, for the field of the summary; `others`: the rest, for
 * the key points. A page shows both under their topics. A template that has one of the two fields quotes all of them there.
 */
type Topics = { first: SummaryItem[]; others: SummaryItem[]; all: SummaryItem[] };

type Input = { template: TemplateSnapshot; language: MeetingLanguage; segments: readonly Segment[] };

/** Fills a template with quotations: nothing in it was not said, and it needs no model and no network. */
export function extractSummary(input: Input): SummaryDraft {
  return runAtOnce(extractInTurns(input));
}

/** The same in turns (turns.ts), for callers that serve other requests meanwhile. */
export function* extractInTurns({ template, language, segments }: Input): Turns<SummaryDraft> {
  const sentences = yield* sentencesOf(segments, language);
  const spoken = sentences.reduce((sum, { words }) => sum + words, 0);
  const isShort = spoken <= SHORT_WORDS_MAX;
  const weights = isShort ? shortSalience(sentences) : yield* salienceOf(sentences, language);
  const terms = yield* termsOf(sentences, language);
  const stretches = yield* divideByTopic(sentences, segments, terms);
  const topics = yield* topicsOf(stretches, {
    sentences,
    weights,
    language,
    topics: stretches.length,
    isShort,
  });
  const keywords = yield* keywordsOf(terms, sentences, segments, language);
  const quotable = template.fields.filter(isQuotable);
  const hasBoth = (["summary", "keypoints"] as const).every((type) => quotable.some((field) => field.type === type));
  const fields: SummaryDraft["fields"] = [];
  for (const { key, type } of quotable) {
    if (type === "summary") fields.push({ key, content: { type, items: hasBoth ? topics.first : topics.all } });
    if (type === "keypoints") fields.push({ key, content: { type, items: hasBoth ? topics.others : topics.all } });
    if (type === "keywords") fields.push({ key, content: { type, items: keywords } });
  }
  return { fields };
}

/** The fields of Basic system that stand under topics, none of them required. */
export const HIGHLIGHTS: TemplateSnapshot = {
  ...BASIC_SYSTEM,
  fields: BASIC_SYSTEM.fields.filter(isTopical).map((field) => ({ ...field, required: false })),
};

/** Returns the highlights that stand below minutes whose template has no field for them; null for a meeting without any. */
export function* highlightsBelow(talk: Omit<Input, "template">): Turns<NonNullable<Summary["quotations"]> | null> {
  const fields = quotedFields(yield* extractInTurns({ template: HIGHLIGHTS, ...talk }), HIGHLIGHTS);
  return linesOfAll(fields).length > 0 ? { fields, template: HIGHLIGHTS } : null;
}

/** Returns the fields of a draft that quotes as they are stored: a quotation needs no check. */
export function quotedFields(draft: SummaryDraft, template: TemplateSnapshot): SummaryField[] {
  return template.fields.map((field) => {
    const content = draft.fields.find(({ key }) => key === field.key)?.content;
    return {
      key: field.key,
      title: field.title,
      content: content?.type === field.type ? content : emptyFor(field),
    };
  });
}

/** A person may fill in what needs a model. A table of an earlier version's template has no columns: its title names the only one. */
function emptyFor(field: TemplateField): FieldContent {
  const content = emptyContent(field.type, field);
  if (content.type !== "customTable" || content.columns.length > 0 || field.title === null) return content;
  return { ...content, columns: [field.title] };
}

/** In a recording of a minute or two nothing is repeated: every sentence that says something counts, longer ones more. */
function shortSalience(sentences: readonly Sentence[]): number[] {
  return sentences.map(({ words, stems }) =>
    words < SHORT_SENTENCE_WORDS_MIN || stems.length === 0 ? 0 : 1 + stems.length / 10,
  );
}

function* topicsOf(stretches: readonly Stretch[], passages: Passages): Turns<Topics> {
  const summary = yield* summarySentences(stretches, passages);
  const topics: Topics = { first: [], others: [], all: [] };
  for (const stretch of stretches) {
    yield stretch.to - stretch.from;
    for (const passage of passagesIn(stretch, summary, passages)) {
      const item = quotation(passage, stretch.topic);
      topics.all.push(item);
      (passage.some(({ index }) => summary.has(index)) ? topics.first : topics.others).push(item);
    }
  }
  return topics;
}

/** Returns the indexes of the sentences that say most about the meeting; no topic has more of them than it shows. */
function* summarySentences(stretches: readonly Stretch[], passages: Passages): Turns<Set<number>> {
  const { sentences, isShort } = passages;
  const lines = sentences.filter((sentence) => isSummaryLine(sentence, passages));
  yield sentences.length;
  // Talk without punctuation has long sentences only.
  const isEnough = lines.length >= SUMMARY_SENTENCES_MAX;
  const weights = passages.weights.map(() => 0);
  for (const sentence of isEnough ? lines : sentences) {
    yield 1;
    if (isEnough || passageOf(sentence, passages) !== null)
      weights[sentence.index] = passages.weights[sentence.index] ?? 0;
  }
  for (;;) {
    const chosen = yield* choose(sentences, {
      weights,
      sentencesMax: SUMMARY_SENTENCES_MAX,
      wordsMax: SUMMARY_WORDS_MAX,
      freeBeforeQuarters: SUMMARY_FREE,
      likenessCost: 0,
    });
    const crowded = isShort
      ? []
      : stretches.flatMap(({ from, to }) =>
          chosen
            .filter(({ index }) => index >= from && index < to)
            .toSorted((a, b) => (weights[b.index] ?? 0) - (weights[a.index] ?? 0))
            .slice(linesOfTopicMax(passages)),
        );
    if (crowded.length === 0) return new Set(chosen.map(({ index }) => index));
    for (const { index } of crowded) weights[index] = 0;
  }
}
