import * as z from "zod/mini";
import { answerSchema } from "#app/contracts/meeting/answer-schema.ts";
import { jsonOf } from "#app/contracts/meeting/json-of-answer.ts";
import { DRAFT_ITEMS_MAX, SUMMARY_ITEM_CHARS_MAX, SUMMARY_LABEL_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { cleanText } from "#app/domain/summary/clean-text.ts";
import { NOTE_KINDS, type Note } from "#app/domain/summary/notes/note.ts";
import type { ReadingLine } from "#app/domain/summary/notes/reading-lines.ts";
import type { Read } from "#app/domain/summary/prompt/ask.ts";

/** A model's notes of one part of a meeting: `{ notes: [{ kind, text, who, when, corrects, lines }] }`. */
const said = z.nullable(z.string());
export const NOTES_SCHEMA = answerSchema(
  z.strictObject({
    notes: z.array(
      z.strictObject({
        kind: z.enum(NOTE_KINDS),
        text: z.string(),
        who: said,
        when: said,
        corrects: said,
        lines: z.array(z.int()),
      }),
    ),
  }),
);

const answer = z.object({ notes: z.array(z.unknown()) });
const kind = z.enum(NOTE_KINDS);
/** Markup of a note would be other characters when the minutes are written from it, and no check would know it any more. */
const plain = (charsMax: number) =>
  z.pipe(
    z.string(),
    z.transform((text: string) => cleanText(text, charsMax)),
  );
const label = plain(SUMMARY_LABEL_CHARS_MAX);
/** Members of another shape, and absent ones, count as null. */
const loose = z.optional(z.unknown());
const one = z.object({
  text: plain(SUMMARY_ITEM_CHARS_MAX),
  kind: loose,
  who: loose,
  when: loose,
  corrects: loose,
  lines: loose,
});

/**
 * Reads the notes of an answer; broken ones are left out. A number of a line is a hint: a wrong or missing one costs nothing, because the
 * check finds the passages of a line itself.
 */
export function readNotesAnswer(text: string, lines: readonly ReadingLine[]): Read<Note[]> {
  const json = jsonOf(text);
  if (!json.ok) return json;
  const read = answer.safeParse(json.value);
  if (!read.success) return { ok: false, problem: 'it has no list "notes"' };
  const notes = read.data.notes.slice(0, DRAFT_ITEMS_MAX).flatMap((value) => {
    // A model may write the text alone.
    const note = one.safeParse(typeof value === "string" ? { text: value } : value);
    return note.success && note.data.text !== "" ? [noteOf(note.data, lines)] : [];
  });
  if (notes.length === 0 && read.data.notes.length > 0) return { ok: false, problem: "no note has a text" };
  return { ok: true, value: notes };
}

function noteOf({ text, ...rest }: z.infer<typeof one>, lines: readonly ReadingLine[]): Note {
  const cited = (Array.isArray(rest.lines) ? rest.lines : [rest.lines]).flatMap(
    (number: unknown) => lines[Number(number) - 1]?.segmentIds ?? [],
  );
  return {
    kind: kind.safeParse(rest.kind).data ?? "fact",
    text,
    who: labelOf(rest.who),
    when: labelOf(rest.when),
    corrects: labelOf(rest.corrects),
    segmentIds: [...new Set(cited)],
  };
}

function labelOf(value: unknown): string | null {
  return label.safeParse(value).data || null;
}
