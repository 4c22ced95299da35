/**
 * Every predefined template on a folder of meetings, written by the extractive engine:
 *   npx vite-node tests/bench/summary/templates.ts [folder of meetings]
 * The folder is also taken from ACTA_MEETINGS_DIR. Without meetings it reports that and succeeds: they belong to others and are not
 * part of the project.
 *
 * Fields are scored where the human summary has their content: where people wrote a sentence that speaks of what the field asks for
 * (`template-contents.ts`, written without regard to the engine's dictionary). A field counts as filled when one of its lines shares at
 * least SHARED_MIN content words with such a sentence. People's own questions about the meetings are asked as fields too, and count as
 * answered when a line stands in the turns that people named for the answer. The baseline takes the first sentences of the talk that
 * share a word with the title or the prompt.
 */
import path from "node:path";
import { extractSummary } from "#app/domain/summary/extractive/extract-summary.ts";
import { type Sentence, sentencesOf } from "#app/domain/summary/extractive/sentences.ts";
import { type FieldContent, type FieldLine, linesOf, lineText } from "#app/domain/summary/summary.ts";
import { contentStems } from "#app/domain/summary/words/stop-words.ts";
import { PREDEFINED_IDS } from "#app/domain/template/predefined/ids.ts";
import { predefinedTemplate } from "#app/domain/template/predefined/predefined.ts";
import {
  FIELD_TYPES,
  type FieldType,
  type TemplateField,
  type TemplateSnapshot,
} from "#app/domain/template/template.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { type BenchMeeting, readMeetings } from "./meetings.ts";
import { contentOfField } from "./template-contents.ts";

const SHARED_MIN = 3;
const BASELINE_LINES = 5;
const TYPES_ASKED: readonly FieldType[] = ["customText", "customBullets", "bullets"];
const say = (line: string) => process.stdout.write(`${line}\n`);

type Score = { wanted: number; filled: number; baseline: number; empty: number; fields: number };
const scores = new Map<FieldType, Score>(
  FIELD_TYPES.map((type) => [type, { wanted: 0, filled: 0, baseline: 0, empty: 0, fields: 0 }]),
);
const totals = { lines: 0, dropped: 0, strangers: 0, dates: 0, kinds: 0, cells: 0, repeated: 0, disordered: 0 };

/** Fields do not depend on each other, so that one template with the fields of all is written in a ninth of the time. */
function joined(): TemplateSnapshot {
  const fields = PREDEFINED_IDS.flatMap((id) =>
    (predefinedTemplate(id, "en")?.fields ?? []).map((field) => ({ ...field, key: `${id}/${field.key}` })),
  );
  return { id: null, name: "all", fields };
}

function scoreTemplate(template: TemplateSnapshot, meeting: BenchMeeting, sentences: readonly Sentence[]): void {
  const { segments } = meeting;
  const draft = extractSummary({ template, language: "en", segments });
  const places = new Map(segments.map(({ id }, index) => [id, index]));
  for (const field of template.fields) {
    const content = draft.fields.find(({ key }) => key === field.key)?.content;
    if (content === undefined) throw new Error(`no field ${field.key}`);
    const lines = linesOf(content).map((line) => wordsOfLine(line));
    totals.lines += lines.length;
    totals.repeated += lines.length - new Set(lines.map((line) => foldedWords(line).join(" "))).size;
    if (isListed(field)) totals.disordered += disorderIn(content, places);
    countClaims(field, content, segments);
    const score = scores.get(field.type);
    if (score === undefined) continue;
    score.fields += 1;
    if (lines.length === 0) score.empty += 1;
    const human = meeting.answers.filter((sentence) => contentOfField(field.key.split("/")[1] ?? "").test(sentence));
    if (human.length === 0) continue;
    score.wanted += 1;
    if (areAbout(lines, human, isTerms(field) ? 1 : SHARED_MIN)) score.filled += 1;
    if (areAbout(firstMatching(field, sentences), human)) score.baseline += 1;
  }
}

/** Decisions come before questions in a list of both, and topics and terms by weight; all other lines stand in the order of the talk. */
function isListed({ type, title }: TemplateField): boolean {
  return ["customText", "customBullets", "customTable"].includes(type) || (type === "tasks" && title === null);
}

function disorderIn(content: FieldContent, places: ReadonlyMap<string, number>): number {
  const at = linesOf(content).map(({ segmentIds }) => places.get(segmentIds[0] ?? "") ?? 0);
  return at.slice(1).filter((place, index) => place < (at[index] ?? 0)).length;
}

/** Counts people and dates that the cited segments do not have, and cells that are not of their column's kind. */
function countClaims(field: TemplateField, content: FieldContent, segments: readonly Segment[]): void {
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  const citedIn = (ids: readonly string[]) =>
    new Set(ids.flatMap((id) => foldedWords(`${byId.get(id)?.speaker ?? ""} ${byId.get(id)?.text ?? ""}`)));
  const isStrange = (words: string | null, ids: readonly string[]) => {
    const cited = citedIn(ids);
    return words !== null && foldedWords(words).some((word) => !cited.has(word));
  };
  if (content.type === "tasks") {
    totals.strangers += content.items.filter(({ assigned, segmentIds }) => isStrange(assigned, segmentIds)).length;
    totals.dates += content.items.filter(({ deadline, segmentIds }) => isStrange(deadline, segmentIds)).length;
  }
  if (content.type !== "customTable") return;
  for (const { cells, segmentIds } of content.rows) {
    for (const [index, { kind, choices = [] }] of (field.columns ?? []).entries()) {
      const cell = cells[index] ?? "";
      if (cell === "") continue;
      totals.cells += 1;
      if (kind === "person" && isStrange(cell, segmentIds)) totals.strangers += 1;
      if (kind === "date" && isStrange(cell, segmentIds)) totals.dates += 1;
      const fits = kind === "choice" ? choices.includes(cell) : kind !== "number" || /\p{N}|[a-z]{2}/iu.test(cell);
      if (!fits) totals.kinds += 1;
    }
  }
}

function wordsOfLine(line: FieldLine): string {
  return "subtitle" in line && "text" in line && typeof line.subtitle === "string"
    ? `${line.text} ${line.subtitle}`
    : lineText(line, " ");
}

/** A term has one or two words: people used it too, or not. */
function isTerms({ type }: TemplateField): boolean {
  return type === "customHashtag" || type === "keywords";
}

function areAbout(lines: readonly string[], human: readonly string[], sharedMin = SHARED_MIN): boolean {
  const sentences = human.map((sentence) => new Set(contentStems(sentence, "en")));
  return lines.some((line) => {
    const stems = new Set(contentStems(line, "en"));
    return sentences.some((sentence) => [...stems].filter((stem) => sentence.has(stem)).length >= sharedMin);
  });
}

function matchingSentences({ title, prompt }: TemplateField, sentences: readonly Sentence[]): Sentence[] {
  const wanted = new Set(contentStems(`${title ?? ""} ${prompt}`, "en"));
  return sentences.filter(({ stems }) => stems.some((stem) => wanted.has(stem))).slice(0, BASELINE_LINES);
}

function firstMatching(field: TemplateField, sentences: readonly Sentence[]): string[] {
  return matchingSentences(field, sentences).map(({ text }) => text);
}

/** People's questions as fields of one type: how many have a line in the turns of the answer, and how many lines stand there. */
function askQuestions(type: FieldType, meetings: readonly BenchMeeting[]): string {
  const count = { asked: 0, answered: 0, lines: 0, right: 0, baseline: 0, baselineLines: 0, baselineRight: 0 };
  for (const { segments, questions } of meetings) {
    const sentences = runAtOnce(sentencesOf(segments, "en"));
    const fields = questions.map(
      ({ query }, index): TemplateField => ({ key: `q${index}`, title: query, prompt: query, type, required: false }),
    );
    const draft = extractSummary({ template: { id: null, name: "", fields }, language: "en", segments });
    for (const [index, { turns }] of questions.entries()) {
      const isThere = (ids: readonly string[]) =>
        ids.some((id) => turns.some(([from, to]) => Number(id.slice(3)) >= from && Number(id.slice(3)) <= to));
      const content = draft.fields[index]?.content;
      const right = (content ? linesOf(content) : []).map(({ segmentIds }) => isThere(segmentIds));
      const field = fields[index];
      const first = (field ? matchingSentences(field, sentences) : []).map(({ segmentIds }) => isThere(segmentIds));
      count.asked += 1;
      if (right.includes(true)) count.answered += 1;
      if (first.includes(true)) count.baseline += 1;
      count.lines += right.length;
      count.right += right.filter(Boolean).length;
      count.baselineLines += first.length;
      count.baselineRight += first.filter(Boolean).length;
    }
  }
  const { asked, answered, lines, right, baseline, baselineLines, baselineRight } = count;
  return `${type.padEnd(14)} ${asked} questions: answered ${share(answered, asked)} (baseline ${share(baseline, asked)}), lines in the answer ${share(right, lines)} (baseline ${share(baselineRight, baselineLines)})`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? "none" : (part / whole).toFixed(2);
}

function run(): void {
  const folder = path.resolve(process.argv[2] ?? process.env.ACTA_MEETINGS_DIR ?? "../shared/meetings-dev");
  const meetings = readMeetings(folder);
  if (meetings === null || meetings.length === 0) {
    say("Template bench left out: no meetings found. Name their folder as an argument or in ACTA_MEETINGS_DIR.");
    return;
  }
  const template = joined();
  const started = performance.now();
  for (const meeting of meetings) {
    const sentences = runAtOnce(sentencesOf(meeting.segments, "en"));
    scoreTemplate(template, meeting, sentences);
  }
  say(`${PREDEFINED_IDS.length} templates, ${meetings.length} meetings, ${Math.round(performance.now() - started)} ms`);
  say("type           fields  empty  with human content  filled  baseline");
  for (const [type, { wanted, filled, baseline, empty, fields }] of scores) {
    if (fields === 0) continue;
    say(
      `${type.padEnd(14)} ${String(fields).padStart(6)}  ${String(empty).padStart(5)}  ${String(wanted).padStart(18)}  ${share(filled, wanted).padStart(6)}  ${share(baseline, wanted).padStart(8)}`,
    );
  }
  const { lines, dropped, strangers, dates, kinds, cells, repeated, disordered } = totals;
  say(`${lines - dropped} of ${lines} lines supported`);
  say(
    `invented people ${strangers}, invented dates ${dates}; ${cells} cells, of another kind than their column ${kinds}`,
  );
  say(`lines repeated within a field ${repeated}, out of order ${disordered}`);
  for (const type of TYPES_ASKED) say(askQuestions(type, meetings));
}

run();
