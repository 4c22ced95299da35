import type { Canvas, Target } from "#app/server/exports/pdf/canvas.ts";
import { keepsNext, type Strip } from "#app/server/exports/pdf/flow.ts";
import type { TextStyle, Typeface } from "#app/server/exports/pdf/font-face.ts";
import { shapeText } from "#app/server/exports/pdf/shape-text.ts";
import { breakLines, type Placed } from "#app/server/exports/pdf/break-lines.ts";
import { setInOrder, type SetText, setText } from "#app/server/exports/pdf/set-text.ts";
import { type Element, element, type Slot, slot } from "#app/server/exports/pdf/structure.ts";
import { lineLevels, visualOrder, withLevels } from "#app/server/exports/pdf/visual-order.ts";

/**
 * A stretch of text in one style. `slot` null is decoration; a target makes it a link, whose element the slot's is. `apart`: a name, a time or
 * a keyword, which has a direction of its own.
 */
export type Span = { text: string; style: TextStyle; slot: Slot | null; target?: Target; apart?: true };

export type SetLine = {
  parts: { text: SetText; span: Span; x: number }[];
  leading: number;
  /** From the top of the strip to the letters' feet. */
  baseline: number;
};

/** The lines of a paragraph; one empty line where there is no text, so that a row keeps its height. */
export function setLines(
  spans: readonly Span[],
  { width, leading, typeface }: { width: number; leading: number; typeface: Typeface },
): SetLine[] {
  const { placed, base } = withLevels(
    spans.flatMap(({ text, style }, span) =>
      shapeText(text, style, typeface).map((cluster): Placed => ({ cluster, span })),
    ),
    { language: typeface.direction, isApart: (span) => spans[span]?.apart === true },
  );
  const size = Math.max(...spans.map(({ style }) => style.size), 0);
  // The feet of letters stand where capitals have about as much air above them as tails have below.
  const baseline = leading / 2 + size * 0.34;
  return breakLines(placed, width).map((line) => ({ parts: partsOf(line, spans, { base, width }), leading, baseline }));
}

/**
 * A line's clusters span by span and direction by direction, in the order in which they are read, so that screen readers read them so. A
 * paragraph that is read from right to left stands at the right.
 */
function partsOf(
  line: readonly Placed[],
  spans: readonly Span[],
  { base, width }: { base: number; width: number },
): SetLine["parts"] {
  const levels = lineLevels(line, base);
  const widths = line.map(({ cluster }) => cluster.width);
  let x = base % 2 === 1 ? width - widths.reduce((sum, each) => sum + each, 0) : 0;
  const lefts: number[] = [];
  for (const at of visualOrder(levels)) {
    lefts[at] = x;
    x += widths[at] ?? 0;
  }
  const parts: SetLine["parts"] = [];
  let from = 0;
  for (let at = 1; at <= line.length; at += 1) {
    const [first, next] = [line[from], line[at]];
    const span = spans[first?.span ?? 0];
    if (!first || !span || (next?.span === first.span && levels[at] === levels[from])) continue;
    const run = line.slice(from, at).map(({ cluster }) => cluster);
    const text = setInOrder((levels[from] ?? 0) % 2 === 1 ? run.toReversed() : run, span.style.size);
    parts.push({ text, span, x: Math.min(...lefts.slice(from, at)) });
    from = at;
  }
  return parts;
}

export function drawLine(canvas: Canvas, line: SetLine, at: { x: number; top: number }): void {
  for (const { text, span, x } of line.parts) {
    const left = at.x + x;
    canvas.text(text, span.style, { x: left, baseline: at.top + line.baseline, slot: span.slot });
    if (!span.target || !span.slot) continue;
    const { size } = span.style;
    const tall = size * 1.3;
    canvas.link(span.target, span.slot.element, {
      x: left,
      y: at.top + line.baseline - size,
      width: text.width,
      height: tall,
    });
  }
}

/** A mark in the gutter: set in one line, right aligned. */
export type GutterMark = { text: string; style: TextStyle; target: Target | null };

/**
 * A paragraph as strips, with its marks hung in the gutter beside its first lines. `holder` is the element that gets the marks'
 * links, after the text.
 */
export function setParagraph(
  spans: readonly Span[],
  options: {
    x: number;
    width: number;
    leading: number;
    before: number;
    typeface: Typeface;
    keepNext?: boolean;
    title?: string;
    marks?: { all: readonly GutterMark[]; holder: Element; right: number };
  },
): Strip[] {
  const { x, before, leading, typeface, marks } = options;
  const lines = setLines(spans, options);
  const hung = (marks?.all ?? []).map((mark) => hang(mark, marks?.holder, typeface));
  const count = Math.max(lines.length, hung.length);
  return Array.from({ length: count }, (_, index): Strip => {
    const [line, mark] = [lines[index], hung[index]];
    return {
      height: leading,
      before: index === 0 ? before : 0,
      keepNext: keepsNext(index, count, options.keepNext === true),
      ...(index === 0 && options.title !== undefined ? { title: options.title } : {}),
      draw(canvas, top) {
        // The mark first, so that screen readers read the lines without an interruption.
        if (mark && marks) mark(canvas, { right: marks.right, baseline: top + (lines[0]?.baseline ?? leading * 0.7) });
        if (line) drawLine(canvas, line, { x, top });
      },
    };
  });
}

/** Makes the mark's place in the tree now, so that marks stand there in their order, and answers how to draw it. */
export function hang(
  { text, style, target }: GutterMark,
  holder: Element | undefined,
  typeface: Typeface,
): (canvas: Canvas, at: { right: number; baseline: number }) => void {
  const home = holder && (target ? element("Link", holder) : element("Span", holder));
  const place = home ? slot(home) : null;
  const set = setText(shapeText(text, style, typeface), style.size);
  return (canvas, { right, baseline }) => {
    const x = right - set.width;
    canvas.text(set, style, { x, baseline, slot: place });
    if (target && home) {
      canvas.link(target, home, { x, y: baseline - style.size, width: set.width, height: style.size * 1.3 });
    }
  };
}
