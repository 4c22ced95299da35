import type { Canvas } from "#app/server/exports/pdf/canvas.ts";
import type { Strip } from "#app/server/exports/pdf/flow.ts";
import { COLOURS, type TextStyle, type Typeface } from "#app/server/exports/pdf/font-face.ts";
import {
  drawLine,
  type GutterMark,
  hang,
  type SetLine,
  setLines,
  type Span,
} from "#app/server/exports/pdf/paragraph.ts";
import { shapeText, widthOf } from "#app/server/exports/pdf/shape-text.ts";
import { type Element, element, type Slot, slot } from "#app/server/exports/pdf/structure.ts";

/** A paragraph within a cell. */
export type CellText = { text: string; style: TextStyle; leading: number };
export type TableRow = { cells: CellText[][]; marks: readonly GutterMark[] };

type Place = { x: number; width: number; gutter: number };
type Column = { x: number; width: number };

const GAP = 14;
const ROW_AIR = 4.5;
/** A row of up to so many lines is not divided. */
const WHOLE_ROW_LINES_MAX = 14;

/** A table: a head that comes again on each page, rows between hairlines, marks hung in the gutter beside the first column. */
export function setTable(
  { head, rows, before, parent }: { head: CellText[]; rows: TableRow[]; before: number; parent: Element },
  place: Place,
  typeface: Typeface,
): Strip[] {
  const columns = columnsOf(
    [head.map((cell) => [cell]), ...rows.map(({ cells }) => cells)],
    head.length,
    place,
    typeface,
  );
  const table = element("Table", parent);
  const headRow = element("TR", element("THead", table));
  const headSlots = head.map(() => slot(element("TH", headRow)));
  const headLines = columns.map((column, index) =>
    linesOf([head[index]], () => headSlots[index] ?? null, column, typeface),
  );
  const headAgain = columns.map((column, index) => linesOf([head[index]], () => null, column, typeface));
  const strips = [...headStrips(headLines, columns, place, before)];
  const again = merged(headStrips(headAgain, columns, place, 0));
  const body = element("TBody", table);
  for (const [index, row] of rows.entries()) {
    strips.push(...setRow(row, { columns, place, typeface, again, body, last: index === rows.length - 1 }));
  }
  return strips;
}

function headStrips(lines: SetLine[][], columns: readonly Column[], place: Place, before: number): Strip[] {
  const slices = slicesOf(lines, columns);
  return [
    ...slices.map((slice, index): Strip => ({ ...slice, before: index === 0 ? before : 0, keepNext: true })),
    { ...hairline(place, COLOURS.rule, 3), keepNext: true },
  ];
}

function setRow(
  { cells, marks }: TableRow,
  {
    columns,
    place,
    typeface,
    again,
    body,
    last,
  }: {
    columns: readonly Column[];
    place: Place;
    typeface: Typeface;
    again: Strip;
    body: Element;
    last: boolean;
  },
): Strip[] {
  const row = element("TR", body);
  const cellElements = columns.map(() => element("TD", row));
  const lines = columns.map((column, index) => {
    const home = cellElements[index];
    return linesOf(cells[index] ?? [], () => (home ? slot(element("P", home)) : null), column, typeface);
  });
  // The marks belong to the content of the first cell, and are read after it.
  const said = cellElements[0]?.kids.find((kid) => kid.kind === "element") ?? cellElements[0];
  const hung = marks.map((mark) => hang(mark, said, typeface));
  const slices = slicesOf(lines, columns);
  while (slices.length < hung.length)
    slices.push({ height: slices[0]?.height ?? 14, before: 0, keepNext: true, draw() {} });
  const whole = slices.length <= WHOLE_ROW_LINES_MAX;
  const baseline = lines[0]?.[0]?.baseline ?? 10;
  return [
    ...slices.map((slice, index): Strip => {
      const mark = hung[index];
      const nearEnd = index >= slices.length - 2;
      return {
        ...slice,
        before: index === 0 ? ROW_AIR : 0,
        keepNext: whole || index === 0 || nearEnd,
        again,
        draw(canvas, top) {
          slice.draw(canvas, top);
          mark?.(canvas, { right: place.gutter, baseline: top + baseline });
        },
      };
    }),
    last
      ? { height: 1, before: 0, keepNext: false, draw() {} }
      : { ...hairline(place, COLOURS.hairline, ROW_AIR), keepNext: false },
  ];
}

function linesOf(
  paragraphs: readonly (CellText | undefined)[],
  slotFor: () => Slot | null,
  { width }: Column,
  typeface: Typeface,
): SetLine[] {
  return paragraphs.flatMap((paragraph) => {
    if (!paragraph || paragraph.text === "") return [];
    const span: Span = { text: paragraph.text, style: paragraph.style, slot: slotFor() };
    return setLines([span], { width, leading: paragraph.leading, typeface });
  });
}

/** The n-th lines of all cells are one strip. */
function slicesOf(lines: readonly SetLine[][], columns: readonly Column[]): Strip[] {
  const count = Math.max(...lines.map(({ length }) => length), 1);
  return Array.from({ length: count }, (_, index): Strip => {
    const slice = lines.map((cell) => cell[index]);
    return {
      height: Math.max(...slice.map((line) => line?.leading ?? 0), 1),
      before: 0,
      keepNext: true,
      draw(canvas, top) {
        for (const [column, line] of slice.entries()) {
          if (line) drawLine(canvas, line, { x: columns[column]?.x ?? 0, top });
        }
      },
    };
  });
}

function hairline(
  { x, width }: Place,
  colour: (typeof COLOURS)["rule" | "hairline"],
  above: number,
): Omit<Strip, "keepNext"> {
  return { height: above, before: 0, draw: (canvas, top) => canvas.rule({ x, y: top + above, width, colour }) };
}

/** The head's strips as one. */
function merged(strips: readonly Strip[]): Strip {
  const height = strips.reduce((sum, strip) => sum + strip.height, 0);
  return {
    height,
    before: 0,
    keepNext: true,
    draw(canvas: Canvas, top: number) {
      let y = top;
      for (const strip of strips) {
        strip.draw(canvas, y);
        y += strip.height;
      }
    },
  };
}

/**
 * Widths as browsers choose them: each column gets its longest word, and what is left is shared by how much more each would
 * like. Where even the longest words have no room, all shrink alike and words are broken.
 */
function columnsOf(rows: CellText[][][], count: number, { x, width }: Place, typeface: Typeface): Column[] {
  const room = width - GAP * (count - 1);
  const wishes = Array.from({ length: count }, (_, column) => {
    let [least, most] = [24, 24];
    for (const row of rows) {
      for (const { text, style } of row[column] ?? []) {
        most = Math.max(most, widthOf(shapeText(text, style, typeface)) + 1);
        for (const word of text.split(/\s+/u)) least = Math.max(least, widthOf(shapeText(word, style, typeface)) + 1);
      }
    }
    return { least: Math.min(least, room * LONGEST_WORD_SHARE_MAX), most: Math.min(most, room) };
  });
  const least = wishes.reduce((sum, wish) => sum + wish.least, 0);
  const most = wishes.reduce((sum, wish) => sum + wish.most, 0);
  const widths = wishes.map((wish) => {
    if (most <= room) return wish.most + ((room - most) * wish.most) / most;
    if (least >= room) return (wish.least * room) / least;
    return wish.least + ((room - least) * (wish.most - wish.least)) / (most - least);
  });
  let left = x;
  return widths.map((columnWidth) => {
    const column = { x: left, width: columnWidth };
    left += columnWidth + GAP;
    return column;
  });
}

/** One endless word does not push the other columns off the page. */
const LONGEST_WORD_SHARE_MAX = 0.4;
