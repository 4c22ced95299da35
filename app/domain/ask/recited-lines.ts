import { type SourceMeeting, spokenSource } from "#app/domain/ask/choose-sources.ts";
import { plainLine } from "#app/domain/chat/check-line.ts";
import type { AnswerLine } from "#app/domain/chat/exchange.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** For each sentence of a line, the sources that it copies, by their order in the question. Empty for a line that has words of its own. */
export type Copies = readonly (readonly number[])[];

/** Between two sentences of a line that was copied. */
const IDS = /\[[^\][]{0,200}\]/u;

/** Returns a function that reads a line of an answer, which may have several copied sources, with or without their speakers. */
export function copiesReader(meetings: readonly SourceMeeting[]): (line: string) => Copies {
  const numbers = new Map<string, number[]>();
  const sources = meetings.flatMap((meeting) => meeting.sources);
  for (const [number, source] of sources.entries()) {
    for (const words of new Set([saidIn(spokenSource(source)), saidIn(spokenSource({ ...source, speaker: null }))]))
      numbers.set(words, [...(numbers.get(words) ?? []), number]);
  }
  return (line) => {
    const sentences = line
      .split(IDS)
      .map((sentence) => saidIn(plainLine(sentence)))
      .filter((words) => words !== "");
    const copies = sentences.map((words) => numbers.get(words) ?? []);
    return copies.every((found) => found.length > 0) ? copies : [];
  };
}

function saidIn(text: string): string {
  return foldedWords(text).join(" ");
}

/** So many sources one after the other are no choice, also where a few between them are left out. */
const RECITED_MIN = 3;
const STEPS_MAX = 3;

/**
 * Leaves out what a small model recites where it was to answer: sources in their order. Of them only confirmed lines stay. Where no line does,
 * the nearest moments are shown, which are a better choice.
 */
export function withoutRecital<Line extends { line: AnswerLine; copies: Copies }>(lines: readonly Line[]): Line[] {
  const recited = new Set<Line>();
  let run: { lines: Line[]; count: number; last: number } = { lines: [], count: 0, last: -Infinity };
  for (const line of lines) {
    if (line.copies.length === 0) run = { lines: [], count: 0, last: -Infinity };
    for (const [first = 0, ...others] of line.copies) {
      const { last } = run;
      const next = [first, ...others].find((number) => number > last && number <= last + STEPS_MAX);
      if (next === undefined) run = { lines: [line], count: 1, last: first };
      else run = { lines: [...run.lines, line], count: run.count + 1, last: next };
      if (run.count >= RECITED_MIN) for (const each of run.lines) recited.add(each);
    }
  }
  return lines.filter((one) => !recited.has(one) || !one.line.unconfirmed);
}
