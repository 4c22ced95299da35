import {
  LANGUAGE_OVERLAP_TOKENS_MAX,
  LANGUAGE_PARTS_IN_FLIGHT_MAX,
  LANGUAGE_SPLITS_MAX,
} from "#app/domain/limits/engines.ts";
import { noteMessages } from "#app/domain/summary/notes/note-messages.ts";
import type { MeetingAbout, Note } from "#app/domain/summary/notes/note.ts";
import { notePlaces } from "#app/domain/summary/notes/note-places.ts";
import { type ReadingLine, readingLines } from "#app/domain/summary/notes/reading-lines.ts";
import type { NotesJob } from "#app/domain/summary/notes/write-from-notes.ts";
import { askAndRepair, keyOf, roomFor } from "#app/domain/summary/prompt/ask.ts";
import { inParallel } from "#app/domain/summary/prompt/in-parallel.ts";
import { estimateTokens, planParts } from "#app/domain/summary/prompt/plan-parts.ts";
import { UnusableAnswerError } from "#app/domain/summary/prompt/unusable-answer.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/**
 * Reads a meeting in as few parts as the model's context allows, and returns the notes of all parts in their order. Answers are kept by
 * their question, which no template is a part of. Throws UnusableAnswerError, and every error of `chat`.
 */
export async function readNotes(job: NotesJob): Promise<Note[]> {
  const lines = readingLines(job.segments);
  if (lines.length === 0) return [];
  const tokensMax = roomFor(job.contextTokens, messagesOf(job, [], { part: 1, parts: 2 }));
  const tokens = lines.map(({ speaker, text }) => estimateTokens(`999 ${speaker ?? ""}: ${text}\n`));
  const overlapTokens = Math.min(LANGUAGE_OVERLAP_TOKENS_MAX, Math.floor(tokensMax / 8));
  const plan = planParts(tokens, { tokensMax, overlapTokens });
  const lanes = { lanes: LANGUAGE_PARTS_IN_FLIGHT_MAX, signal: job.signal };
  let done = 0;
  const read = await inParallel([...plan.entries()], lanes, async ([index, { from, to }], signal) => {
    const place = { part: index + 1, parts: plan.length };
    const notes = await readPart({ ...job, signal }, lines.slice(from, to), place, 0);
    done += 1;
    job.progress?.(done, plan.length + 1);
    return notes;
  });
  const said = new Map(job.segments.map((segment) => [segment.id, segment]));
  return withoutRepeated(read.flat()).map((note) => ({ ...note, segmentIds: notePlaces(note, said) }));
}

const UNKNOWN: MeetingAbout = { title: null, day: null, people: [] };

type Place = { part: number; parts: number };

/** Returns the notes of some lines: in one answer, or in two when the answer had no room or the question was too long. */
async function readPart(job: NotesJob, lines: readonly ReadingLine[], place: Place, splits: number): Promise<Note[]> {
  const messages = messagesOf(job, lines, place);
  const read = (text: string) => job.answers.readNotes(text, lines);
  const key = await keyOf(messages);
  const before = job.kept?.read(key) ?? null;
  const kept = before === null ? null : read(before);
  if (kept?.ok) return kept.value;
  // Another part may have failed meanwhile.
  job.signal.throwIfAborted();
  const asked = await askAndRepair(
    messages,
    (question) => job.chat(question, job.answers.notesSchema, job.signal),
    read,
  );
  if (asked.kind === "read") {
    job.kept?.keep(key, asked.text);
    return asked.value;
  }
  if (lines.length < 2 || splits === LANGUAGE_SPLITS_MAX) {
    throw new UnusableAnswerError(asked.kind === "cut-off" ? "cut off" : "question too long");
  }
  const middle = Math.ceil(lines.length / 2);
  const first = await readPart(job, lines.slice(0, middle), place, splits + 1);
  return [...first, ...(await readPart(job, lines.slice(middle), place, splits + 1))];
}

function messagesOf(job: NotesJob, lines: readonly ReadingLine[], place: Place) {
  const { language, spoken = language, about = UNKNOWN, words = [] } = job;
  return noteMessages({ lines, language: spoken, about, words, ...place });
}

/** Neighbouring parts share a few lines, and a model repeats itself. */
function withoutRepeated(notes: readonly Note[]): Note[] {
  const seen = new Set<string>();
  return notes.filter(({ kind, text }) => {
    const key = `${kind} ${foldedWords(text).join(" ")}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
