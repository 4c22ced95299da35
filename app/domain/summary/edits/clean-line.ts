import { beginningOf } from "#app/domain/beginning-of.ts";

/** Control and format characters (direction overrides among them) can make a text read as another; a joiner is part of a word. */
const CONTROLS = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/**
 * Returns a person's words on one line. Unlike an engine's (clean-text.ts) they keep asterisks and brackets, which the person
 * meant. Too long text is refused before (contracts/summary-edit.ts); the cut here is only the last safeguard.
 */
export function cleanLine(text: string, charsMax: number): string {
  return beginningOf(text.replace(CONTROLS, " ").replace(/\s+/gu, " ").trim(), charsMax);
}

/** The same for words that a line may lack: null where nothing is left. */
export function cleanOptional(text: string | null, charsMax: number): string | null {
  return text === null ? null : cleanLine(text, charsMax) || null;
}
