import type { MeetingLanguage } from "#app/domain/languages.ts";
import { SUMMARY_ITEMS_MAX } from "#app/domain/limits/minutes.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { emptyContent } from "#app/domain/summary/fields/field-types.ts";
import { minutesMessages } from "#app/domain/summary/notes/minutes-messages.ts";
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

/** What minutes are written of. */
export type MinutesInput = {
  template: TemplateSnapshot;
  language: MeetingLanguage;
  segments: readonly Segment[];
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

/** Kinds that give way first where a meeting has more notes than one question holds. */
const LESS_IMPORTANT: readonly NoteKind[] = ["topic", "fact", "number", "question"];

/**
 * Writes the draft of minutes with a model of a large context: notes of the meeting, then the template's fields from the notes, in one
 * question. Returns the shape of contracts/meeting/summary-draft.ts, still untrusted. Throws UnusableAnswerError, and every error of `chat`.
 */
export async function writeFromNotes(job: NotesJob): Promise<unknown> {
  const { template, language, contextTokens, answers } = job;
  const notes = await readNotes(job);
  if (notes.length === 0) return asAnswer(emptyDraft(template));
  const shown = fitting(notes, roomFor(contextTokens, minutesMessages({ template, language, notes: [] })));
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

function fitting(notes: readonly Note[], tokensMax: number): Note[] {
  const sizeOf = (some: readonly Note[]) =>
    some.reduce((sum, note, index) => sum + estimateTokens(`${noteLine(note, index + 1)}\n`), 0);
  let kept = [...notes];
  for (const kind of LESS_IMPORTANT) {
    if (sizeOf(kept) <= tokensMax) return kept;
    kept = kept.filter((note) => note.kind !== kind);
  }
  const step = Math.max(1, Math.ceil(sizeOf(kept) / tokensMax));
  return kept.filter((_, index) => index % step === 0);
}

/** A task that the notes have and the minutes forgot is added: a lost task is the worst thing that minutes can do. */
function withEveryTask(draft: SummaryDraft, template: TemplateSnapshot, notes: readonly Note[]): SummaryDraft {
  const noted = notes.filter(({ kind }) => kind === "task");
  const fields = template.fields.map((field) => {
    const content = draft.fields.find(({ key }) => key === field.key)?.content ?? emptyContent(field.type, field);
    if (content.type !== "tasks") return { key: field.key, content };
    const forgotten = noted.filter((note) => !content.items.some((item) => isTaskOf(item, note))).map(taskOf);
    return {
      key: field.key,
      content: { ...content, items: [...content.items, ...forgotten].slice(0, SUMMARY_ITEMS_MAX) },
    };
  });
  return { fields };
}

/** Segments are those of the notes that an item names; the same words are the same task too. */
function isTaskOf(item: TaskItem, note: Note): boolean {
  const cited = new Set(item.segmentIds);
  return (
    (note.segmentIds.length > 0 && note.segmentIds.every((id) => cited.has(id))) ||
    foldedWords(item.text).join(" ") === foldedWords(note.text).join(" ")
  );
}

function taskOf({ text, who, when, segmentIds }: Note): TaskItem {
  return { text, segmentIds, description: null, assigned: who, deadline: when };
}
