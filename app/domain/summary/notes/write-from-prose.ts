import { FIELD_ANSWER_TOKENS_MAX, PROSE_KEYPOINTS_MAX } from "#app/domain/limits/engines.ts";
import { emptyContent } from "#app/domain/summary/fields/field-types.ts";
import {
  answerLines,
  type AskedType,
  fieldMessages,
  isAsked,
  isNothing,
} from "#app/domain/summary/notes/field-questions.ts";
import type { Paragraph } from "#app/domain/summary/notes/paragraph.ts";
import { sentencesIn } from "#app/domain/summary/notes/prose.ts";
import { type ProseJob, readParagraphs } from "#app/domain/summary/notes/read-paragraphs.ts";
import { partsBehind } from "#app/domain/summary/notes/parts-behind.ts";
import { asAnswer, emptyDraft, type MinutesInput } from "#app/domain/summary/notes/write-from-notes.ts";
import type { FieldContent, SummaryItem } from "#app/domain/summary/summary.ts";
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
  const fields = [];
  for (const field of template.fields) {
    job.signal.throwIfAborted();
    const content = await contentOfField(job, field, told);
    if (isAsked(field.type) && field.type !== "keypoints") progress?.(++done, total);
    fields.push({ key: field.key, content });
  }
  return asAnswer({ fields });
}

async function contentOfField(job: Job, field: TemplateField, told: readonly Paragraph[]): Promise<FieldContent> {
  if (field.type === "keypoints") return { type: "keypoints", items: keyPoints(told, job) };
  const { type } = field;
  // Terms are found by code.
  if (!isAsked(type)) return emptyContent(type, field);
  const answer = await job.ask(fieldMessages(field, type, told, job), FIELD_ANSWER_TOKENS_MAX, job.signal);
  if (answer.kind === "too-long") return emptyContent(type, field);
  const isWhole = answer.kind === "text";
  const isProse = type === "summary" || type === "customText";
  const lines = isProse
    ? sentencesIn(answer.text, job.language, isWhole)
        .filter((sentence) => !isNothing(sentence))
        .map((sentence) => [sentence])
    : answerLines(answer.text, isWhole);
  return contentOfLines(type, field, lines, told);
}

/** A small model's choice of key points is no better than its paragraphs: the first sentence of each, evenly over the meeting. */
function keyPoints(told: readonly Paragraph[], { language }: Pick<Job, "language">): SummaryItem[] {
  const step = Math.max(1, told.length / PROSE_KEYPOINTS_MAX);
  const chosen = told.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  return chosen.flatMap(({ text, segmentIds }) =>
    sentencesIn(text, language, true)
      .slice(0, 1)
      .map((sentence) => ({ text: sentence, segmentIds })),
  );
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
