/** Headings, quotations and lists at the beginning of a line, and a line of dashes. A dash alone is dialogue and stays. */
const LINE_MARK = /^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[*+-][ \t]+(?=\*\*|__))/gmu;
/** Bold and italic words of one line, of at most so many characters, as names and times are. */
const EMPHASIS = /(\*\*|__|\*)(?=\S)([^*_\n]{1,120}?)\1/gu;
const ESCAPED = /\\([\\`*_{}[\]()#+.!<>|-])/gu;
const HAS_MARKS = /\*\*|__|^#{1,6} /mu;

/** The words of a text with Markdown's marks of names, times and headings taken off; any other text as it is. */
export function withoutMarkdown(text: string): string {
  if (!HAS_MARKS.test(text)) return text;
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(LINE_MARK, "").replaceAll(EMPHASIS, "$2").replaceAll(ESCAPED, "$1");
}
