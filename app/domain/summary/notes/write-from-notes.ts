import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { SUMMARY_ITEMS_MAX } from "#app/domain/limits/minutes.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { emptyContent } from "#app/domain/summary/fields/field-types.ts";
import { minutesMessages } from "#app/domain/summary/notes/minutes-messages.ts";
import { fitting } from "#app/domain/summary/notes/fitting.ts";
import { noteLine } from "#app/domain/summary/notes/note-messages.ts";
import type { MeetingAbout, Note, NoteKind } from "#app/domain/summary/notes/note.ts";
import type { ReadingLine } from "#app/domain/summary/notes/reading-lines.ts";
import type { Paragraph } from "#app/domain/summary/notes/paragraph.ts";
import { readNotes } from "#app/domain/summary/notes/read-notes.ts";
import { askAndRepair, type ChatAnswer, type Read, roomFor } from "#app/domain/summary/prompt/ask.ts";
import type { ChatMessage } from "#app/domain/summary/prompt/messages.ts";
import { estimateTokens, type KeptParts } from "#app/domain/summary/prompt/plan-parts.ts";
import { UnusableAnswerError } from "#app/domain/summary/prompt/unusable-answer.ts";
import type { TaskItem } from "#app/domain/summary/summary.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** The schemas and readers of a model's answers (contracts/meeting/notes-answer.ts and draft-answer.ts). Readers never throw. */
export type NotesAnswers = {
  notesSchema: Record<string, unknown>;
  readNotes: (text: string, lines: readonly ReadingLine[]) => Read<Note[]>;
  minutesSchema: Record<string, unknown>;
  readMinutes: (text: string, notes: readonly Note[]) => Read<SummaryDraft>;
};

/** The material of minutes. */
export type MinutesInput = {
  template: TemplateSnapshot;
  language: MeetingLanguage;
  segments: readonly Segment[];
  /** Language of the talk. Notes are in it, so that minutes in another language do not read the talk again. */
  spoken?: MeetingLanguage | undefined;
  about?: MeetingAbout | undefined;
  /** Names and terms of the meeting, as they are written. */
  words?: readonly string[] | undefined;
  kept?: KeptParts | undefined;
  /** Is told after each question how many of all are answered. */
  progress?: ((done: number, total: number) => void) | undefined;
  /** Is told the running minutes, a paragraph at a time. */
  told?: ((paragraph: Paragraph) => void) | undefined;
  signal: AbortSignal;
};

/** `chat` throws the errors of its server. `contextTokens`: what the model can read and write in one question. */
export type NotesJob = MinutesInput & {
  contextTokens: number;
  answers: NotesAnswers;
  chat: (messages: ChatMessage[], schema: Record<string, unknown>, signal: AbortSignal) => Promise<ChatAnswer>;
};

/** Kinds of a higher rank give way first where a meeting has more notes than one question holds. */
const RANKS: Record<NoteKind, number> = { decision: 0, task: 0, question: 1, number: 2, fact: 3, topic: 4 };
/** Part of a note's words that makes an item the same task without a place, or with one. */
const SAME_WORDS_MIN = 0.75;
const SAME_PLACE_MIN = 0.25;
/** Shorter words stand in every task. */
const LETTERS_MIN = 4;

/**
 * Writes the draft of minutes with a model of a large context: notes of the meeting, then the template's fields from the notes, in one
 * question. Returns the shape of contracts/meeting/summary-draft.ts, still untrusted. Throws UnusableAnswerError, and every error of `chat`.
 */
export async function writeFromNotes(job: NotesJob): Promise<unknown> {
  const { template, language, contextTokens, answers } = job;
  const notes = await readNotes(job);
  if (notes.length === 0) return asAnswer(emptyDraft(template));
  const shown = fitting(notes, {
    tokensMax: roomFor(contextTokens, minutesMessages({ template, language, notes: [] })),
    tokensOf: (note) => estimateTokens(`${noteLine(note, notes.length)}\n`),
    rankOf: ({ kind }) => RANKS[kind],
  });
  const asked = await askAndRepair(
    minutesMessages({ template, language, notes: shown }),
    (messages) => job.chat(messages, answers.minutesSchema, job.signal),
    (text) => answers.readMinutes(text, shown),
  );
  if (asked.kind !== "read") throw new UnusableAnswerError(asked.kind === "cut-off" ? "cut off" : "question too long");
  return asAnswer(withEveryTask(asked.value, template, notes));
}

export function emptyDraft(template: TemplateSnapshot): SummaryDraft {
  return { fields: template.fields.map((field) => ({ key: field.key, content: emptyContent(field.type, field) })) };
}

/** The shape in which a draft leaves an engine. */
export function asAnswer(draft: SummaryDraft): unknown {
  return { fields: draft.fields.map(({ key, content }) => ({ key, ...content })) };
}

/**
 * A task that the notes have and no field of the minutes has is added to the first field of tasks: a lost task is the worst thing that
 * minutes can do.
 */
function withEveryTask(draft: SummaryDraft, template: TemplateSnapshot, notes: readonly Note[]): SummaryDraft {
  const contents = template.fields.map(
    (field) => draft.fields.find(({ key }) => key === field.key)?.content ?? emptyContent(field.type, field),
  );
  const items = contents.flatMap((content) => (content.type === "tasks" ? content.items : []));
  const forgotten = notes.filter((note) => note.kind === "task" && !items.some((item) => isTaskOf(item, note)));
  const first = contents.findIndex(({ type }) => type === "tasks");
  const fields = template.fields.map(({ key, type }, index) => {
    const content = contents[index] ?? emptyContent(type);
    if (index !== first || content.type !== "tasks") return { key, content };
    return {
      key,
      content: { ...content, items: [...content.items, ...forgotten.map(taskOf)].slice(0, SUMMARY_ITEMS_MAX) },
    };
  });
  return { fields };
}

/** Minutes put a task in other words, and may cite no note. One line of talk may hold several tasks, so the place alone proves nothing. */
function isTaskOf({ text, description, segmentIds }: TaskItem, note: Note): boolean {
  const words = contentWords(note.text);
  const told = new Set(foldedWords(`${text} ${description ?? ""}`));
  const shared = words.filter((word) => told.has(word)).length / Math.max(1, words.length);
  const cited = new Set(segmentIds);
  const isSamePlace = note.segmentIds.length > 0 && note.segmentIds.every((id) => cited.has(id));
  return shared >= (isSamePlace ? SAME_PLACE_MIN : SAME_WORDS_MIN);
}

function contentWords(text: string): string[] {
  const words = foldedWords(text);
  const long = words.filter((word) => word.length >= LETTERS_MIN);
  return long.length === 0 ? words : long;
}

function taskOf({ text, who, when, segmentIds }: Note): TaskItem {
  return { text, segmentIds, description: null, assigned: who, deadline: when };
}
