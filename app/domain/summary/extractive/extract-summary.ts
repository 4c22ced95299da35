import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { choose } from "#app/domain/summary/extractive/choose.ts";
import { type Findings, findingsOf } from "#app/domain/summary/extractive/highlights-of.ts";
import { keywordsOf } from "#app/domain/summary/extractive/keywords.ts";
import { salienceOf } from "#app/domain/summary/extractive/salience.ts";
import { type Sentence, sentencesOf } from "#app/domain/summary/extractive/sentences.ts";
import { topicsOf } from "#app/domain/summary/extractive/topics.ts";
import type { Quotations } from "#app/domain/summary/fields/field-rules.ts";
import { contentOf, rulesOf } from "#app/domain/summary/fields/field-types.ts";
import { groundInTurns } from "#app/domain/summary/ground.ts";
import { runAtOnce, type Turns } from "#app/domain/turns.ts";
import type { QuotedTask } from "#app/domain/summary/highlights.ts";
import type { SummaryItem, TaskItem } from "#app/domain/summary/summary.ts";
import { contentStems } from "#app/domain/summary/words/content-words.ts";
import type { TemplateField, TemplateSnapshot } from "#app/domain/template/template.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

const SUMMARY_SENTENCES_MAX = 7;
const SUMMARY_WORDS_MAX = 110;
/** The three best sentences are chosen first, then one from each quarter of the meeting without a sentence. */
const SUMMARY_FREE = 3;
const KEYPOINTS_MAX = 8;
const BULLETS_MAX = 10;
/** Longer sentences tell a story in which a decision is mentioned. */
const BULLET_WORDS_MAX = 40;
/** About two minutes of talk. */
const SHORT_WORDS_MAX = 320;
const SHORT_SENTENCE_WORDS_MIN = 3;

type Meeting = {
  sentences: readonly Sentence[];
  segments: readonly Segment[];
  salience: readonly number[];
  language: MeetingLanguage;
  findings: Findings;
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
  const { language, segments } = input;
  const sentences = yield* sentencesOf(segments, language);
  const spoken = sentences.reduce((sum, { words }) => sum + words, 0);
  const isShort = spoken <= SHORT_WORDS_MAX;
  const salience = isShort ? shortSalience(sentences) : yield* salienceOf(sentences, language);
  const findings = yield* findingsOf(sentences, language);
  const summary = yield* summarySentences(sentences, salience, findings.quoted);
  const meeting: Meeting = {
    sentences,
    segments,
    salience,
    language,
    findings,
    summarised: new Set(
      input.template.fields.some((field) => field.type === "summary") ? summary.map((one) => one.index) : [],
    ),
  };
  const fields: SummaryDraft["fields"] = [];
  for (const field of input.template.fields) {
    const body = yield* rulesOf(field.type).quote(quotationsFor(field, meeting, summary), field.title);
    fields.push({ key: field.key, content: contentOf(field.type, body) });
  }
  const topics = yield* topicsOf({
    sentences,
    segments,
    weights: salience,
    quoted: findings.quoted,
    language,
    isShort,
  });
  const { decisions, tasks, questions } = findings;
  // The engine applies the rule for all engines to itself, so that nothing of its answer has to be dropped later.
  const grounded = yield* groundInTurns({ ...input, draft: { fields } });
  return { fields: grounded.fields, highlights: { topics, decisions, tasks, questions } };
}

/** In a recording of a minute or two nothing is repeated: every sentence that says something counts, longer ones more. */
function shortSalience(sentences: readonly Sentence[]): number[] {
  return sentences.map(({ words, stems }) =>
    words < SHORT_SENTENCE_WORDS_MIN || stems.length === 0 ? 0 : 1 + stems.length / 10,
  );
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
    *tasks() {
      yield meeting.findings.tasks.length;
      return meeting.findings.tasks.map(taskItem);
    },
    *prompted(itemsMax) {
      return (yield* prompted(field, meeting, itemsMax)).map(quote);
    },
  };
}

function quote(sentence: Sentence): SummaryItem {
  return { text: sentence.text, segmentIds: sentence.segmentIds };
}

function taskItem({ text, segmentIds, assigned, deadline }: QuotedTask): TaskItem {
  return { text, segmentIds, description: null, assigned, deadline };
}

function summarySentences(
  sentences: readonly Sentence[],
  salience: readonly number[],
  quoted: ReadonlySet<number>,
): Turns<Sentence[]> {
  return choose(sentences, {
    weights: salience,
    exclude: quoted,
    sentencesMax: SUMMARY_SENTENCES_MAX,
    wordsMax: SUMMARY_WORDS_MAX,
    freeBeforeQuarters: SUMMARY_FREE,
  });
}

function* keypoints({ sentences, salience, summarised, findings }: Meeting): Turns<Sentence[]> {
  const weights: number[] = [];
  for (const [index, { text }] of sentences.entries()) {
    yield text.length;
    weights.push(text.endsWith("?") ? 0 : (salience[index] ?? 0));
  }
  return yield* choose(sentences, {
    weights,
    sentencesMax: KEYPOINTS_MAX,
    wordsMax: Number.POSITIVE_INFINITY,
    // No line stands twice in the minutes.
    exclude: new Set([...summarised, ...findings.quoted]),
    freeBeforeQuarters: 0,
  });
}

/** Decisions and open questions that no other field quotes. */
function* bullets({ sentences, salience, findings, summarised }: Meeting): Turns<Sentence[]> {
  const weights: number[] = [];
  for (const { index, words } of sentences) {
    yield words;
    const mayBe = findings.stated.has(index) && words <= BULLET_WORDS_MAX;
    weights.push(mayBe ? 1 + (salience[index] ?? 0) : 0);
  }
  return yield* choose(sentences, {
    weights,
    sentencesMax: BULLETS_MAX,
    wordsMax: Number.POSITIVE_INFINITY,
    exclude: summarised,
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
