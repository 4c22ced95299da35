import bidiFactory from "bidi-js";
import type { Cluster } from "#app/server/exports/pdf/shape-text.ts";
import type { Placed } from "#app/server/exports/pdf/break-lines.ts";

/**
 * The order in which a line with Arabic or Hebrew is drawn, from left to right (Unicode's bidirectional algorithm, UAX 9). Odd levels are
 * read from right to left. As on the pages, a paragraph with such letters has the direction of the document's language where that is
 * written from right to left, and else that of its first letter.
 */

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const bidi = bidiFactory();

/**
 * Gives each cluster its level; `base` is that of the paragraph. Text without such a script stays as it is. Spans that `isApart` (a time, a
 * name) neither change the direction of what is beside them nor follow it.
 */
export function withLevels(
  placed: readonly Placed[],
  { language, isApart }: { language: "ltr" | "rtl"; isApart: (span: number) => boolean } = NO_PARAGRAPH,
): { placed: readonly Placed[]; base: number } {
  if (!placed.some(({ cluster }) => RIGHT_TO_LEFT.test(cluster.text))) return { placed, base: 0 };
  let text = "";
  const starts = placed.map(({ cluster, span }, index) => {
    const apart = isApart(span);
    if (apart && placed[index - 1]?.span !== span) text += ISOLATED;
    const start = text.length;
    text += cluster.text;
    if (apart && placed[index + 1]?.span !== span) text += END_OF_ISOLATED;
    return start;
  });
  const own = directionOf(text.replaceAll(/\u2068[^\u2069]*\u2069/gu, "")) ?? directionOf(text);
  const base = language === "rtl" || own === "rtl" ? 1 : 0;
  const { levels } = bidi.getEmbeddingLevels(text, base === 1 ? "rtl" : "ltr");
  const levelled = placed.map(({ cluster, span }, index): Placed => {
    const level = levels[starts[index] ?? 0] ?? 0;
    return { cluster: level % 2 === 1 ? rightToLeft(cluster) : cluster, span, level };
  });
  return { placed: levelled, base };
}

const NO_PARAGRAPH = { language: "ltr", isApart: () => false } as const;

/** By the first letter; null where there is none. */
function directionOf(text: string): "rtl" | "ltr" | null {
  const letter = /\p{L}/u.exec(text)?.[0];
  return letter === undefined ? null : RIGHT_TO_LEFT.test(letter) ? "rtl" : "ltr";
}

const ISOLATED = "\u2068";
const END_OF_ISOLATED = "\u2069";

/** Brackets are drawn as their mirror image. */
function rightToLeft(cluster: Cluster): Cluster {
  const mirrored = cluster.shaped ? null : bidi.getMirroredCharacter(cluster.text);
  const glyph = mirrored === null ? 0 : cluster.face.glyphOf(mirrored.codePointAt(0) ?? 0);
  return { ...cluster, isRightToLeft: true, glyph: glyph === 0 ? cluster.glyph : glyph };
}

/** The levels of a line. Spaces at its end stand where the paragraph ends. */
export function lineLevels(line: readonly Placed[], base: number): number[] {
  const levels = line.map(({ level }) => level ?? base);
  for (let at = line.length - 1; at >= 0 && /^\s*$/u.test(line[at]?.cluster.text ?? ""); at -= 1) levels[at] = base;
  return levels;
}

/** The places of a line's clusters in the line, from left to right. */
export function visualOrder(levels: readonly number[]): number[] {
  const order = levels.map((_, index) => index);
  for (let level = Math.max(0, ...levels); level >= 1; level -= 1) {
    for (let from = 0; from < order.length; from += 1) {
      let to = from;
      while (to < order.length && (levels[order[to] ?? 0] ?? 0) >= level) to += 1;
      if (to > from + 1) order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = Math.max(from, to);
    }
  }
  return order;
}
