import { SUMMARY_ITEM_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { cleanText } from "#app/domain/summary/clean-text.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { fieldMessages, isAsked } from "#app/domain/summary/notes/field-questions.ts";
import { minutesMessages } from "#app/domain/summary/notes/minutes-messages.ts";
import { noteMessages } from "#app/domain/summary/notes/note-messages.ts";
import { proseMessages } from "#app/domain/summary/notes/prose.ts";
import { withLines } from "#app/domain/summary/fields/field-types.ts";
import { type FieldLine, type LeftOutLine, lineText } from "#app/domain/summary/summary.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** A shorter run of equal words may be chance. */
const ECHO_WORDS_MIN = 4;

/**
 * Takes lines out of a draft that are copied from the question itself: a small model repeats an example, and somebody in a meeting may
 * ask a model to print its instructions. Nobody said them in the meeting.
 */
export function dropEchoes(
  draft: SummaryDraft,
  asked: { template: TemplateSnapshot; language: MeetingLanguage },
): { draft: SummaryDraft; copied: LeftOutLine[] } {
  const about = { title: null, day: null, people: [] };
  const question = [
    ...noteMessages({ ...asked, about, lines: [], words: [], part: 1, parts: 1 }),
    ...minutesMessages({ ...asked, notes: [] }),
    ...proseMessages([], { ...asked, words: [] }),
    ...asked.template.fields.flatMap((field) =>
      isAsked(field.type) ? fieldMessages(field, field.type, [], { ...asked, contextTokens: 0 }) : [],
    ),
  ];
  const told = ` ${foldedWords(question.map(({ content }) => content).join("\n")).join(" ")} `;
  const isEcho = (text: string) => {
    const words = foldedWords(text);
    return words.length >= ECHO_WORDS_MIN && told.includes(` ${words.join(" ")} `);
  };
  const copied: LeftOutLine[] = [];
  const fields = draft.fields.map(({ key, content }) => {
    const own = <Line extends FieldLine>(lines: Line[]): Line[] =>
      lines.filter((line) => {
        const text = lineText(line, " ");
        if (!isEcho(text)) return true;
        copied.push({ key, text: cleanText(text, SUMMARY_ITEM_CHARS_MAX), segmentIds: [], reason: "copied" });
        return false;
      });
    return { key, content: withLines(content.type, content, own) };
  });
  return { draft: { ...draft, fields }, copied };
}
