import { factsOf } from "#app/domain/summary/check/find-facts.ts";
import type { Talk } from "#app/domain/summary/check/talk-index.ts";
import { digitNumbers } from "#app/domain/summary/words/numbers.ts";

/** False lines that look like true ones: a number, a name or a day of a true line is exchanged for another of the same meeting. */
export type FalseLine = { text: string; kind: "number" | "name" | "day" };

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];

export function exchanged(text: string, talk: Talk, random: () => number): FalseLine[] {
  const speakers = [...new Set(talk.segments.flatMap(({ speaker }) => speaker ?? []))];
  const lines: FalseLine[] = [];
  for (const speaker of speakers) {
    const at = text.toLowerCase().indexOf(speaker.toLowerCase());
    // "A different user interface" names nobody.
    if (at < 0 || !/^\p{Lu}/u.test(text.slice(at))) continue;
    // All others: one at random would leave the figure to chance.
    for (const other of speakers.filter((one) => one !== speaker && !text.includes(one.split(" ")[0] ?? one)))
      lines.push({ kind: "name", text: text.slice(0, at) + other + text.slice(at + speaker.length) });
  }
  const said = numbersOf(talk);
  for (const fact of factsOf(text, talk)) {
    if (fact.kind === "number") {
      const raw = /\d[\d.,]*\d|\d/u.exec(text)?.[0];
      const other = pick(
        said.filter((number) => number !== fact.value),
        random,
      );
      if (raw && other && digitNumbers(raw)[0] === fact.value)
        lines.push({ kind: "number", text: text.replace(raw, other) });
      if (raw && digitNumbers(raw)[0] === fact.value)
        lines.push({ kind: "number", text: text.replace(raw, String(Number(fact.value) + 7)) });
    }
    if (fact.kind === "day") {
      const raw = DAYS.find((day) => text.includes(day));
      const other = pick(
        DAYS.filter((day) => day !== raw),
        random,
      );
      if (raw && other) lines.push({ kind: "day", text: text.replace(raw, other) });
    }
  }
  return lines;
}

function numbersOf(talk: Talk): string[] {
  return [...new Set(talk.heard.flatMap(({ text }) => digitNumbers(text)))].filter((number) => Number(number) > 4);
}

function pick<Value>(values: readonly Value[], random: () => number): Value | undefined {
  return values[Math.floor(random() * values.length)];
}
