import type { Range, Talk } from "#app/domain/summary/check/talk-index.ts";
import { isBackchannel } from "#app/domain/transcript/backchannels.ts";

/** "No" in its plain forms: the one small set of four languages that the check needs to see an objection. */
export const NEGATION =
  /(?<!\p{L})(?:no|non|not|never|nunca|tampoco|tampoc|mai|ne|pas|jamais)(?!\p{L})|n['’]t(?!\p{L})/iu;

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

export function isQuestion({ heard }: Talk, { to }: Range): boolean {
  return /[?\uFF1F]\s*$/u.test(heard[to - 1]?.text ?? "");
}

/** Tells whether a turn begins with "No". */
export function isRefusal({ heard }: Talk, { from }: Range): boolean {
  return /^non?$/u.test(heard[from]?.words[0] ?? "");
}

/** Tells whether a turn begins with "Okay" or the like. */
export function isAssent({ heard }: Talk, { from }: Range): boolean {
  return isBackchannel(heard[from]?.text.split(/[,.;]/u)[0] ?? "");
}
