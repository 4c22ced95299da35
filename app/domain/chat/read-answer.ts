import { checkLine, plainLine } from "#app/domain/chat/check-line.ts";
import type { AnswerLine } from "#app/domain/chat/exchange.ts";
import { provisionalText } from "#app/domain/chat/provisional.ts";
import { CHAT_LINE_READ_CHARS_MAX, CHAT_LINES_MAX } from "#app/domain/limits/minutes.ts";
import type { Checker } from "#app/domain/summary/check/check-text.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** The answer that a model gives when the meeting does not say; it is never shown literally. */
export const NOTHING_SAID = "NOT DISCUSSED";

/** Result of reading a piece of a model's answer. A draft replaces the previous draft; a line or a left-out sentence ends it. */
export type ReadEvent =
  | { type: "draft"; text: string }
  | { type: "line"; line: AnswerLine }
  | { type: "left-out"; leftOut: number };

export type AnswerReader = {
  /** Takes the next piece as it arrives; a piece may end anywhere. */
  read(piece: string): ReadEvent[];
  /** Ends the answer: its last line has no line break. */
  end(): ReadEvent[];
  readonly lines: readonly AnswerLine[];
  readonly leftOut: number;
};

/** Reads a model's streamed answer, one sentence per line, and returns its lines with their moments and marks. */
export function answerReader(checker: Checker): AnswerReader {
  const lines: AnswerLine[] = [];
  const seen = new Set<string>();
  let leftOut = 0;
  let open = "";
  // Each piece shows its line again, so the length of a line that never ends is limited.
  const add = (text: string) => {
    open = `${open}${text}`.slice(0, CHAT_LINE_READ_CHARS_MAX + 1);
  };
  const close = (): ReadEvent[] => {
    const whole = open;
    open = "";
    if (isNothing(whole)) return [{ type: "draft", text: "" }];
    const mayStand = lines.length < CHAT_LINES_MAX && whole.length <= CHAT_LINE_READ_CHARS_MAX;
    const line = mayStand ? checkLine(whole, checker) : null;
    if (line === null) {
      leftOut += 1;
      return [{ type: "left-out", leftOut }];
    }
    const key = foldedWords(line.text).join(" ");
    if (seen.has(key)) return [{ type: "draft", text: "" }];
    seen.add(key);
    lines.push(line);
    return [{ type: "line", line }];
  };
  return {
    lines,
    get leftOut() {
      return leftOut;
    },
    read(piece) {
      const events: ReadEvent[] = [];
      const [first = "", ...rest] = piece.split(/\r\n|\n|\r/u);
      add(first);
      for (const next of rest) {
        events.push(...close());
        add(next);
      }
      const text = isNothing(open) ? "" : provisionalText(open);
      events.push({ type: "draft", text });
      return events;
    },
    end: () => (open.trim() === "" ? [] : close()),
  };
}

/** An empty line, a horizontal rule, a lone bullet, ids alone, or the words for "nothing" with or without ids. None of them is a sentence. */
export function isNothing(line: string): boolean {
  return !/[\p{L}\p{N}]/u.test(plainLine(line)) || saysNothing(line);
}

/** The words for "nothing", with or without ids. */
export function saysNothing(line: string): boolean {
  return (
    plainLine(line)
      .toUpperCase()
      .replace(/[.!]+$/u, "") === NOTHING_SAID
  );
}
