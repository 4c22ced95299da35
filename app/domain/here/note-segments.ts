import { orEnglish } from "#app/domain/by-language.ts";
import { type HereNote, OTHERS } from "#app/domain/here/here.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** The person's notes as part of the transcript, so that minutes can rest on them and lead to their moment. Each says that it is a note. */

/** Ids of spoken segments begin with "w". */
const NOTE_ID_PREFIX = "n-";

/** The label of a note's writer, in the meeting's language. */
const WRITER: Readonly<Record<MeetingLanguage, (name: string) => string>> = orEnglish<(name: string) => string>({
  en: (name) => `${name} (note)`.trim(),
  es: (name) => `${name} (nota)`.trim(),
  ca: (name) => `${name} (nota)`.trim(),
  fr: (name) => `${name} (note)`.trim(),
});

/** Whether a label of a recording in the browser is nobody's name: it stands for everybody in the tab, or for a writer of notes. */
export function isNobodysName(label: string): boolean {
  const isNote = Object.values(WRITER).some((write) => label.endsWith(write("")));
  return isNote || Object.values(OTHERS).some((others) => others === label);
}

/** Puts each note behind what had begun at its moment. Without notes, the segments are returned as they are. */
export function withNotes(
  segments: Segment[],
  notes: readonly HereNote[],
  { firstName, language }: { firstName: string; language: MeetingLanguage },
): Segment[] {
  if (notes.length === 0) return segments;
  const speaker = WRITER[language](firstName);
  const written = notes.map(({ id, atMs, text }) => ({
    id: `${NOTE_ID_PREFIX}${id}`,
    startMs: atMs,
    endMs: atMs,
    text,
    speaker,
  }));
  return [...segments, ...written].toSorted((a, b) => a.startMs - b.startMs);
}
