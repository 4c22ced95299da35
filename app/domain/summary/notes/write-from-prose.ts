import { FIELD_ANSWER_TOKENS_MAX, PROSE_KEYPOINTS_MAX, PROSE_SUMMARY_MAX } from "#app/domain/limits/engines.ts";
import { emptyContent } from "#app/domain/summary/fields/field-types.ts";
import {
  answerLines,
  type AskedType,
  fieldMessages,
  isAsked,
  isNoneIn,
  isNothing,
} from "#app/domain/summary/notes/field-questions.ts";
import type { Paragraph } from "#app/domain/summary/notes/paragraph.ts";
import { sentencesIn } from "#app/domain/summary/notes/prose.ts";
import { type ProseJob, readParagraphs } from "#app/domain/summary/notes/read-paragraphs.ts";
import { fitting } from "#app/domain/summary/notes/fitting.ts";
import { partsBehind } from "#app/domain/summary/notes/parts-behind.ts";
import { asAnswer, emptyDraft, type MinutesInput } from "#app/domain/summary/notes/write-from-notes.ts";
import { type FieldContent, lineText, linesOf, type SummaryItem } from "#app/domain/summary/summary.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { TemplateField } from "#app/domain/template/template.ts";

type Job = MinutesInput & { contextTokens: number; ask: ProseJob["ask"] };

/**
 * Writes the draft of minutes with a small model on one machine: a paragraph for each short part, then one short question for each field
 * over the paragraphs. Lines get the segments of the paragraphs that they share most words with. Returns the shape of
 * contracts/meeting/summary-draft.ts, still untrusted. Throws every error of `ask`.
 */
export async function writeFromProse(job: Job): Promise<unknown> {
  const { template, progress } = job;
  const questions = template.fields.filter(({ type }) => isAsked(type) && type !== "keypoints").length;
  let total = 0;
  let done = 0;
  const paragraphs = await readParagraphs({
    ...job,
    progress(read, parts) {
      total = parts + questions;
      done = read;
      progress?.(done, total);
    },
  });
  const told = paragraphs.filter(({ quoted }) => !quoted);
  if (told.length === 0) return asAnswer(emptyDraft(template));
  const contents = new Map<string, FieldContent>();
  for (const field of template.fields) {
    job.signal.throwIfAborted();
    contents.set(field.key, await contentOfField(job, field, told));
    if (isAsked(field.type) && field.type !== "keypoints") progress?.(++done, total);
  }
  // Key points have what no other field has, so they come last.
  for (const { key, type } of template.fields) {
    if (type !== "keypoints") continue;
    const shown = shownIn([...contents.values()]);
    contents.set(key, { type, items: sentencesOver(told, { ...job, linesMax: PROSE_KEYPOINTS_MAX, shown }) });
  }
  return asAnswer({
    fields: template.fields.map((field) => ({
      key: field.key,
      content: contents.get(field.key) ?? emptyContent(field.type, field),
    })),
  });
}

/** The sentences of all lines, folded. */
function shownIn(contents: readonly FieldContent[]): string {
  const lines = contents.flatMap((content) => linesOf(content).map((line) => foldedWords(lineText(line, " "))));
  return lines.map((words) => ` ${words.join(" ")} `).join("|");
}

function isShown(sentence: string, shown: string): boolean {
  return shown.includes(` ${foldedWords(sentence).join(" ")} `);
}

async function contentOfField(job: Job, field: TemplateField, told: readonly Paragraph[]): Promise<FieldContent> {
  const { type } = field;
  // Keywords are found by code, and key points are sentences of the paragraphs.
  if (!isAsked(type) || type === "keypoints") return emptyContent(type, field);
  const answer = await job.ask(fieldMessages(field, type, told, job), FIELD_ANSWER_TOKENS_MAX, job.signal);
  if (answer.kind === "too-long") return emptyContent(type, field);
  const isWhole = answer.kind === "text";
  const isProse = type === "summary" || type === "customText";
  const lines = isProse
    ? sentencesIn(answer.text, job.language, isWhole)
        .filter((sentence) => !isNothing(sentence))
        .map((sentence) => [sentence])
    : answerLines(answer.text, isWhole);
  if (isNoneIn(job.language, type, lines)) return emptyContent(type, field);
  // A small model asked to sum up repeats its first paragraphs.
  if (type === "summary" && isRepeated(lines, told)) {
    return { type, items: sentencesOver(told, { ...job, linesMax: PROSE_SUMMARY_MAX, shown: "" }) };
  }
  const isElsewhere = !field.required && job.template.fields.some((other) => other.type === "keypoints");
  const asked = inForm(type, lines, job);
  return contentOfLines(type, field, isElsewhere ? chosen(type, asked, told, job.language) : asked, told);
}

/**
 * The lines in the form that was asked for: a sentence a line in a list, and the person of a task apart. A small model writes several
 * sentences in a line, and "Ana: call the printer".
 */
function inForm(type: AskedType, lines: readonly string[][], { language, segments }: Job): string[][] {
  if (type === "bullets" || type === "customBullets")
    return lines.flatMap(([text = ""]) => sentencesIn(text, language, true).map((sentence) => [sentence]));
  if (type !== "tasks") return [...lines];
  const people = new Set(segments.map(({ speaker }) => speaker?.toLowerCase()));
  const parted = lines.map((line) => {
    const [text = "", assigned = "", ...rest] = line;
    const [, head = "", task = ""] = /^([^:]+):\s+(.+)$/u.exec(text) ?? [];
    return assigned === "" && people.has(head.toLowerCase()) ? [task, head, ...rest] : line;
  });
  // The name of who spoke is no task.
  return parted.filter(([text = ""]) => !people.has(text.toLowerCase()));
}

/** So many sentences of the notes in their order are no choice. */
const RECITED_MIN = 3;

/**
 * Leaves out what a small model recites of its notes where it was to choose: sentences one after the other, and in a list of tasks those
 * without an owner and a day. They are key points.
 */
function chosen(
  type: AskedType,
  lines: readonly string[][],
  told: readonly Paragraph[],
  language: Job["language"],
): string[][] {
  if (type !== "tasks" && type !== "bullets" && type !== "customBullets") return [...lines];
  const notes = told
    .flatMap(({ text }) => sentencesIn(text, language, true))
    .map((text) => foldedWords(text).join(" "));
  const placeOf = ([text = "", ...cells]: string[]) => {
    if (cells.some((cell) => cell !== "")) return -1;
    const first = foldedWords(sentencesIn(text, language, true)[0] ?? "").join(" ");
    return first === "" ? -1 : notes.indexOf(first);
  };
  const places = lines.map(placeOf);
  const recited = places.filter((place) => place >= 0);
  const isInOrder = recited.every((place, at) => at === 0 || place > (recited[at - 1] ?? 0));
  const isRecital =
    recited.length >= RECITED_MIN && isInOrder && (recited.at(-1) ?? 0) - (recited[0] ?? 0) < recited.length * 3;
  return lines.filter((_, at) => (places[at] ?? -1) < 0 || (type !== "tasks" && !isRecital));
}

function isRepeated(lines: readonly string[][], told: readonly Paragraph[]): boolean {
  const texts = told.map(({ text }) => ` ${foldedWords(text).join(" ")} `);
  const repeated = lines.filter(([text = ""]) =>
    texts.some((each) => each.includes(` ${foldedWords(text).join(" ")} `)),
  );
  return repeated.length * 2 > lines.length;
}

/**
 * A small model's choice is no better than its paragraphs: of each one the first sentence that is not shown yet, evenly over the meeting,
 * and where there is room the next ones.
 */
function sentencesOver(
  told: readonly Paragraph[],
  { language, linesMax, shown }: { language: Job["language"]; linesMax: number; shown: string },
): SummaryItem[] {
  const left = told.flatMap(({ text, segmentIds }, paragraph) =>
    sentencesIn(text, language, true)
      .filter((sentence) => !isShown(sentence, shown))
      .map((sentence, round) => ({ item: { text: sentence, segmentIds }, paragraph, round })),
  );
  const kept = fitting(left, { tokensMax: linesMax, tokensOf: () => 1, rankOf: ({ round }) => round });
  return kept.map(({ item }) => item);
}

function contentOfLines(
  type: AskedType,
  field: TemplateField,
  lines: readonly string[][],
  told: readonly Paragraph[],
): FieldContent {
  const itemOf = ([text = ""]: string[]) => ({ text, segmentIds: partsBehind(text, told) });
  switch (type) {
    case "tasks":
      return {
        type,
        items: lines.map(([text = "", assigned = "", deadline = ""]) => ({
          ...itemOf([[text, assigned, deadline].join(" ")]),
          text,
          description: null,
          assigned: assigned || null,
          deadline: deadline || null,
        })),
      };
    case "titleSubtitle":
      return {
        type,
        items: lines.map((line) => ({ ...itemOf([line.join(" ")]), text: line[0] ?? "", subtitle: line[1] || null })),
      };
    case "customTable": {
      const columns = field.columns?.map(({ name }) => name) ?? (field.title === null ? [""] : [field.title]);
      const head = foldedWords(columns.join(" ")).join(" ");
      const said = lines.filter((cells) => foldedWords(cells.join(" ")).join(" ") !== head);
      const rows = said.map((cells) => ({
        cells: columns.map((_, index) => cells[index] ?? ""),
        segmentIds: partsBehind(cells.join(" "), told),
      }));
      return { type, columns, rows };
    }
    default:
      return { type, items: lines.map(itemOf) };
  }
}
