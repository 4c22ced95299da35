import type { Colour, FontFace, TextStyle } from "#app/server/exports/pdf/font-face.ts";
import { ascii, hex, num, type PdfFile, type Ref } from "#app/server/exports/pdf/pdf-file.ts";
import { type Cluster, widthOf } from "#app/server/exports/pdf/shape-text.ts";
import { type SetText } from "#app/server/exports/pdf/set-text.ts";
import type { Element, Slot } from "#app/server/exports/pdf/structure.ts";
import { type UsedGlyphs, usedGlyphs } from "#app/server/exports/pdf/used-glyphs.ts";

/** The target of a link, and its accessible name for screen readers. */
export type Target = { url: string; label: string };

/** State shared by the whole document: the glyphs in use and the links of its pages. */
export type Ink = {
  file: PdfFile;
  used: Map<FontFace, UsedGlyphs>;
  annotationKeys: Map<Ref, number>;
  pageCount: number;
};

/** One page as it is drawn, in points from its top left corner. Text goes into a slot of the structure; null is decoration. */
export interface Canvas {
  page: number;
  text(text: SetText, style: TextStyle, at: { x: number; baseline: number; slot: Slot | null }): void;
  rule(at: { x: number; y: number; width: number; colour: Colour }): void;
  disc(at: { x: number; y: number; radius: number; colour: Colour; hollow: boolean }): void;
  /** Makes what was drawn there a link, as a kid of its element. */
  link(target: Target, element: Element, at: { x: number; y: number; width: number; height: number }): void;
  finish(): { content: string; annotations: Ref[] };
}

export function createCanvas(ink: Ink, page: number, height: number): Canvas {
  const out: string[] = [];
  const annotations: Ref[] = [];
  let open: Slot | null | undefined;
  let marks = 0;
  /** Text of one slot that is drawn in a row stays one piece. */
  const within = (slot: Slot | null) => {
    if (open === slot) return;
    if (open !== undefined) out.push("EMC");
    open = slot;
    if (slot === null) return void out.push("/Artifact BMC");
    slot.marks.push({ page, id: marks });
    out.push(`/${slot.element.tag} <</MCID ${marks}>> BDC`);
    marks += 1;
  };
  return {
    page,
    text({ runs }, style, { x, baseline, slot }) {
      if (runs.length === 0) return;
      within(slot);
      out.push(`BT ${rgb(style.colour)} rg 1 0 0 1 ${num(x)} ${num(height - baseline)} Tm`);
      for (const run of runs) out.push(...show(ink, run, style.size));
      out.push("ET");
    },
    rule({ x, y, width, colour }) {
      within(null);
      out.push(`${rgb(colour)} RG 0.5 w ${num(x)} ${num(height - y)} m ${num(x + width)} ${num(height - y)} l S`);
    },
    disc({ x, y, radius, colour, hollow }) {
      within(null);
      out.push(circle(x, height - y, radius));
      out.push(hollow ? `${rgb(colour)} RG 0.75 w s` : `${rgb(colour)} rg f`);
    },
    link({ url, label }, element, { x, y, width, height: tall }) {
      const key = ink.pageCount + ink.annotationKeys.size;
      const rect = [x, height - y - tall, x + width, height - y].map(num).join(" ");
      const ref = ink.file.add(
        `<</Type/Annot/Subtype/Link/Rect[${rect}]/Border[0 0 0]/F 4/StructParent ${key}/Contents ${hex(label)}` +
          `/A<</Type/Action/S/URI/URI ${ascii(url)}>>>>`,
      );
      ink.annotationKeys.set(ref, key);
      annotations.push(ref);
      element.kids.push({ kind: "annotation", page, ref });
    },
    finish() {
      if (open !== undefined) out.push("EMC");
      return { content: `${out.join("\n")}\n`, annotations };
    },
  };
}

function show(ink: Ink, { face, shown, actual, texts }: SetText["runs"][number], size: number): string[] {
  const used = ink.used.get(face) ?? usedGlyphs(face);
  ink.used.set(face, used);
  const said = texts === null ? used.show(shown) : showLetters(used, { shown, texts, isHidden: actual === null });
  const operators = `/${face.name} ${num(size)} Tf [${said}] TJ`;
  // The box is only visible: screen readers, search and copied text get the character.
  return actual === null ? [operators] : [`/Span <</ActualText ${actual}>> BDC`, operators, "EMC"];
}

function showLetters(
  used: UsedGlyphs,
  { shown, texts, isHidden }: { shown: string; texts: string; isHidden: boolean },
): string {
  const characters = texts.split("\n");
  return shown
    .split("\n")
    .map((letter, index) => used.show(letter, characters[index], isHidden))
    .join("");
}

/** A line cut to a width, with an ellipsis where something was left out. */
export function cutToWidth(clusters: readonly Cluster[], width: number, ellipsis: readonly Cluster[]): Cluster[] {
  if (widthOf(clusters) <= width) return [...clusters];
  const kept: Cluster[] = [];
  let room = width - widthOf(ellipsis);
  for (const cluster of clusters) {
    room -= cluster.width;
    if (room < 0) break;
    kept.push(cluster);
  }
  return [...kept, ...ellipsis];
}

function rgb(colour: Colour): string {
  return colour.join(" ");
}

/** Four curves; the constant is the usual one for a quarter of a circle. */
function circle(x: number, y: number, r: number): string {
  const k = r * 0.5523;
  const p = (...values: number[]) => values.map(num).join(" ");
  return (
    `${p(x + r, y)} m ${p(x + r, y + k, x + k, y + r, x, y + r)} c ${p(x - k, y + r, x - r, y + k, x - r, y)} c ` +
    `${p(x - r, y - k, x - k, y - r, x, y - r)} c ${p(x + k, y - r, x + r, y - k, x + r, y)} c`
  );
}
