import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { transcriptMessages } from "#app/domain/summary/prompt/messages.ts";
import { withLines } from "#app/domain/summary/fields/field-types.ts";
import { type FieldLine, lineText } from "#app/domain/summary/summary.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** A shorter run of equal words may be chance. */
const ECHO_WORDS_MIN = 4;

/**
 * Removes sentences from a draft that are copied from the question itself. Somebody in a meeting may ask a model to print its
 * instructions, and a model may obey. The instructions are not secret, but nobody said them in the meeting.
 */
export function dropEchoes(
  draft: SummaryDraft,
  asked: { template: TemplateSnapshot; language: MeetingLanguage },
): { draft: SummaryDraft; droppedItems: number } {
  const question = transcriptMessages({ ...asked, segments: [], isPart: false });
  const told = ` ${foldedWords(question.map(({ content }) => content).join("\n")).join(" ")} `;
  const isEcho = (text: string) => {
    const words = foldedWords(text);
    return words.length >= ECHO_WORDS_MIN && told.includes(` ${words.join(" ")} `);
  };
  let droppedItems = 0;
  const own = <Line extends FieldLine>(lines: Line[]): Line[] => {
    const kept = lines.filter((line) => !isEcho(lineText(line, " ")));
    droppedItems += lines.length - kept.length;
    return kept;
  };
  const fields = draft.fields.map(({ key, content }) => ({ key, content: withLines(content.type, content, own) }));
  return { draft: { ...draft, fields }, droppedItems };
}
