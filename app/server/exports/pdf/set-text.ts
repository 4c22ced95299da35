import type { FontFace } from "#app/server/exports/pdf/font-face.ts";
import type { Placed } from "#app/server/exports/pdf/break-lines.ts";
import { hex, num } from "#app/server/exports/pdf/pdf-file.ts";
import { type Cluster, toPoints, widthOf } from "#app/server/exports/pdf/shape-text.ts";
import { lineLevels, visualOrder, withLevels } from "#app/server/exports/pdf/visual-order.ts";

/**
 * Shaped text as the operators that show it. It is kept so from line to page, not as clusters: eight hours of talk are a million
 * letters, and an isolate has 128 MB.
 */
export type SetText = { runs: readonly SetRun[]; width: number };
type SetRun = {
  face: FontFace;
  /**
   * The operand of TJ, without its brackets: glyphs in hexadecimal, and what they are moved by. A glyph above the line has a TJ of its own.
   * With `texts`, a line for each letter.
   */
  shown: string;
  /** The characters of boxes and of shaped letters that are read from left to right, for screen readers and copied text. */
  actual: string | null;
  /**
   * The characters of each letter, a line for each, where they do not follow from the glyphs alone: letters that are shaped, or read from right
   * to left. Those stand from left to right, which readers expect and turn round themselves.
   */
  texts: string | null;
};

/** A line by itself, as it is read. */
export function setText(clusters: readonly Cluster[], size: number): SetText {
  const { placed, base } = withLevels(clusters.map((cluster): Placed => ({ cluster, span: 0 })));
  return setInOrder(
    visualOrder(lineLevels(placed, base)).flatMap((at) => placed[at]?.cluster ?? []),
    size,
  );
}

/** Clusters as they stand from left to right. */
export function setInOrder(clusters: readonly Cluster[], size: number): SetText {
  const runs: SetRun[] = [];
  let from = 0;
  for (let at = 1; at <= clusters.length; at += 1) {
    const [first, next] = [clusters[from], clusters[at]];
    if (!first || (next && isOneRun(first, next))) continue;
    const run = clusters.slice(from, at);
    const isByLetter = first.shaped !== undefined || first.isRightToLeft === true;
    runs.push({
      face: first.face,
      shown: isByLetter ? run.map((each) => showing([each], size)).join("\n") : showing(run, size),
      actual:
        first.missing || (first.shaped && !first.isRightToLeft) ? hex(run.map(({ text }) => text).join("")) : null,
      texts: isByLetter ? run.map(textOf).join("\n") : null,
    });
    from = at;
  }
  return { runs, width: widthOf(clusters) };
}

/** Readers turn round the letters of a text from right to left, but not its joiners: they stand left of their letter. */
function textOf({ text, isRightToLeft }: Cluster): string {
  return isRightToLeft === true ? text.replace(/^(.*?)([\u200c\u200d]+)$/su, "$2$1") : text;
}

function isOneRun(first: Cluster, next: Cluster): boolean {
  return next.face === first.face && next.isRightToLeft === first.isRightToLeft && !next.missing && !first.missing;
}

/** After a glyph that stands above or below the line, the next is set on the line again. */
const RISEN = (dy: number, shown: string) => `>]TJ ${num(dy)} Ts[<${shown}>]TJ 0 Ts[<`;

function showing(clusters: readonly Cluster[], size: number): string {
  const parts: string[] = ["<"];
  const moveLeft = (points: number) => {
    const moved = Math.round((points * 1000) / size);
    if (moved !== 0) parts.push(`>${moved}<`);
  };
  for (const [index, { face, glyph, width, advance, shaped }] of clusters.entries()) {
    let pen = 0;
    for (const each of shaped ?? []) {
      const shown = each.glyph.toString(16).padStart(4, "0");
      moveLeft(pen - each.x);
      parts.push(each.dy === 0 ? shown : RISEN(each.dy, shown));
      pen = each.x + toPoints(face, face.advanceOf(each.glyph), size);
    }
    if (shaped) moveLeft(pen - width);
    if (shaped) continue;
    parts.push(glyph.toString(16).padStart(4, "0"));
    if (index < clusters.length - 1) moveLeft(advance - width);
  }
  parts.push(">");
  // Joined, the string is one piece of memory; added to, it would be a chain of its parts.
  return parts.join("");
}
