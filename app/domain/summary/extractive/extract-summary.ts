import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { answersTo, asksFindings, titlesFor } from "#app/domain/summary/extractive/asked/answers.ts";
import { rowsOf } from "#app/domain/summary/extractive/asked/table-rows.ts";
import { spreadOf, type Talk } from "#app/domain/summary/extractive/asked/wish.ts";
import { choose } from "#app/domain/summary/extractive/choose.ts";
import { findingsOf, quotation } from "#app/domain/summary/extractive/highlights-of.ts";
import { keywordsOf, type Terms, termsOf } from "#app/domain/summary/extractive/keywords.ts";
import { salienceOf } from "#app/domain/summary/extractive/salience.ts";
import { type Sentence, sentencesOf } from "#app/domain/summary/extractive/sentences.ts";
import {
  divideByTopic,
  isSummaryLine,
  passageOf,
  type Passages,
  passagesIn,
  QUOTATIONS_MAX,
  type Stretch,
} from "#app/domain/summary/extractive/topics.ts";
import { LISTED_MAX, type QuotationSource, type Quotations } from "#app/domain/summary/fields/field-rules.ts";
import { contentOf, emptyContent, rulesOf } from "#app/domain/summary/fields/field-types.ts";
import type { SummaryField, SummaryItem } from "#app/domain/summary/summary.ts";
import type { TemplateField, TemplateSnapshot } from "#app/domain/template/template.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { runAtOnce, type Turns } from "#app/domain/turns.ts";

const SUMMARY_SENTENCES_MAX = 7;
const SUMMARY_WORDS_MAX = 110;
/** The three best sentences are chosen first, then one from each quarter of the meeting without a sentence. */
const SUMMARY_FREE = 3;
/** About two minutes of talk. */
const SHORT_WORDS_MAX = 320;
const SHORT_SENTENCE_WORDS_MIN = 3;

type Meeting = Talk & {
  segments: readonly Segment[];
  stretches: readonly Stretch[];
  topics: Topics;
  terms: Terms;
};

/**
 * The quotations of all topics. `first`: the few that say most about the meeting, for the field of the summary; `others`: the rest, for
 * the key points. A page shows both under their topics. A template that has one of the two fields quotes all of them there.
 */
type Topics = { first: SummaryItem[]; others: SummaryItem[]; all: SummaryItem[] };

type Input = { template: TemplateSnapshot; language: MeetingLanguage; segments: readonly Segment[] };

/** Writes a summary of quotations: nothing in it was not said, and it needs no model and no network. */
export function extractSummary(input: Input): SummaryDraft {
  return runAtOnce(extractInTurns(input));
}

/** The same in turns (turns.ts), for callers that serve other requests meanwhile. */
export function* extractInTurns(input: Input): Turns<SummaryDraft> {
  const { language, segments, template } = input;
  const sentences = yield* sentencesOf(segments, language);
  const spoken = sentences.reduce((sum, { words }) => sum + words, 0);
  const isShort = spoken <= SHORT_WORDS_MAX;
  const salience = isShort ? shortSalience(sentences) : yield* salienceOf(sentences, language);
  const findings = yield* findingsOf(sentences, language);
  const { quoted } = findings;
  const terms = needs(template, "terms") ? yield* termsOf(sentences, language) : [];
  const stretches = needs(template, "topics") ? yield* divideByTopic(sentences, segments, terms) : [];
  const topics = yield* topicsOf(stretches, { sentences, weights: salience, quoted, language, isShort });
  const spread = yield* spreadOf(sentences);
  const meeting: Meeting = { sentences, segments, salience, language, findings, spread, stretches, topics, terms };
  const fields: SummaryDraft["fields"] = [];
  for (const field of template.fields) {
    const body = yield* rulesOf(field.type).quote(quotationsFor(field, meeting, template), field);
    fields.push({ key: field.key, content: contentOf(field.type, body) });
  }
  return { fields };
}

/** Returns the fields of a draft that quotes as they are stored: a quotation needs no check. */
export function quotedFields(draft: SummaryDraft, template: TemplateSnapshot): SummaryField[] {
  return template.fields.map((field) => {
    const content = draft.fields.find(({ key }) => key === field.key)?.content;
    return {
      key: field.key,
      title: field.title,
      content: content?.type === field.type ? content : emptyContent(field.type, field),
    };
  });
}

function needs({ fields }: TemplateSnapshot, source: QuotationSource): boolean {
  return fields.some(({ type }) => rulesOf(type).quotesFrom?.includes(source) ?? true);
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
      const item = quotation(passage, null, { kind: "topic", ...stretch.topic });
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
            .slice(QUOTATIONS_MAX),
        );
    if (crowded.length === 0) return new Set(chosen.map(({ index }) => index));
    for (const { index } of crowded) weights[index] = 0;
  }
}

/** The quotations for one field. */
function quotationsFor(field: TemplateField, meeting: Meeting, { fields }: TemplateSnapshot): Quotations {
  const { topics, findings } = meeting;
  const hasBoth = (["summary", "keypoints"] as const).every((type) => fields.some((one) => one.type === type));
  return {
    *summary() {
      yield topics.all.length;
      return hasBoth ? topics.first : topics.all;
    },
    *keypoints() {
      yield topics.all.length;
      return hasBoth ? topics.others : topics.all;
    },
    *bullets() {
      yield findings.decisions.length + findings.questions.length;
      if (field.title === null) return [...findings.decisions, ...findings.questions];
      const asked = asksFindings(field);
      const found = [...(asked.decisions ? findings.decisions : []), ...(asked.questions ? findings.questions : [])];
      const answers = yield* answersTo(field, meeting, LISTED_MAX);
      const texts = new Set(found.map(({ text }) => text));
      return [...found, ...answers.filter(({ text }) => !texts.has(text))];
    },
    terms: () => keywordsOf(meeting.terms, meeting.sentences, meeting.segments, meeting.language),
    *tasks() {
      yield findings.tasks.length;
      return findings.tasks;
    },
    prompted: (itemsMax) => answersTo(field, meeting, itemsMax),
    titles: () => titlesFor(field, meeting, meeting.stretches, topics.all),
    rows: (columns) => rowsOf(field, columns, meeting),
  };
}
