import type { Range, Talk } from "#app/domain/summary/check/talk-index.ts";

/** Returns the stretches of a range in which one person speaks. */
export function turnsIn({ heard }: Talk, { from, to }: Range): Range[] {
  const labelOf = (at: number) => heard[at]?.speaker.join(" ") ?? "";
  const turns: Range[] = [];
  for (let start = from; start < to; ) {
    let end = start + 1;
    while (end < to && labelOf(end) !== "" && labelOf(end) === labelOf(start)) end += 1;
    turns.push({ from: start, to: end });
    start = end;
  }
  return turns;
}
