import fc from "fast-check";
import { expect, test } from "vitest";
import { keepsNext, paginate, type Strip } from "#app/server/exports/pdf/flow.ts";
import { COLOURS, type TextStyle } from "#app/server/exports/pdf/font-face.ts";
import { shapeText, widthOf } from "#app/server/exports/pdf/shape-text.ts";
import { breakLines, type Placed } from "#app/server/exports/pdf/break-lines.ts";
import { typeface } from "#tests/unit/pdf/make-pdf.ts";

const faces = typeface();
const style: TextStyle = { face: "serif-400", size: 10, colour: COLOURS.ink };
const place = (text: string): Placed[] => shapeText(text, style, faces).map((cluster) => ({ cluster, span: 0 }));
const textOf = (line: readonly Placed[]) => line.map(({ cluster }) => cluster.text).join("");
const linesOf = (text: string, width: number) => breakLines(place(text), width).map(textOf);

test.each([
  ["after spaces", "one two three", 45, ["one two ", "three"]],
  ["not at a no-break space", "one two\u00a0three", 50, ["one ", "two\u00a0three"]],
  ["after hyphens between letters", "one paral-lelismes", 50, ["one paral-", "lelismes"]],
  ["not within a span of years", "about 2025-2026", 60, ["about ", "2025-2026"]],
  ["not before what closes", "he said (so) !", 52, ["he said ", "(so) !"]],
  ["anywhere in a word that is too wide", "abcdefghijklmnop", 45, ["abcdefgh", "ijklmnop"]],
  ["in an address after a sign", "https://a.example/path/page", 90, ["https://a.example/", "path/page"]],
  ["between ideographs", "会議の議事録", 30, ["会議の", "議事録"]],
])("a line ends %s", (_where, text, width, lines) => {
  expect(linesOf(text, width)).toEqual(lines);
});

const words = fc.string({ unit: fc.constantFrom(...Array.from("abcdefgh ,.-–—/«»¿ñç·ŀ😀会  ")), maxLength: 200 });

test("for any text, no letter is lost, added or moved, and no line is wider than its limit", () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 4, max: 300 }), (text, width) => {
      const placed = place(text);
      const lines = breakLines(placed, width);
      const squeezed = (all: readonly Placed[]) => textOf(all).replace(/\s/gu, "");
      expect(lines.map(squeezed).join("")).toBe(squeezed(placed));
      for (const line of lines) {
        const visible = line.filter(({ cluster }, index) => index < line.length - 1 || cluster.text !== " ");
        const width1 = widthOf(visible.map(({ cluster }) => cluster));
        expect(visible.length === 1 || width1 <= width + 0.1).toBe(true);
      }
    }),
  );
});

test("letters are kerned, and digits of times have equal widths", () => {
  expect(widthOf(shapeText("AV", style, faces))).toBeLessThan(
    widthOf(shapeText("A", style, faces)) + widthOf(shapeText("V", style, faces)),
  );
  const mark: TextStyle = { face: "sans-500", size: 8, colour: COLOURS.proof, tabular: true };
  const width = (text: string) => widthOf(shapeText(text, mark, faces));
  expect(width("11")).toBeCloseTo(width("00"), 5);
});

test("every letter of our four languages has a glyph", () => {
  const alphabet = "aàáâæäbcçdeèéêëfghiíîïjklŀl·lmnñoóòôœöpqrstuúùûüvwxyÿz¿¡«»“”‘’—–…€ªº§№ŀĿ";
  for (const face of ["serif-400", "serif-400-italic", "serif-600", "sans-400", "sans-500"] as const) {
    const missing = shapeText(alphabet + alphabet.toUpperCase(), { ...style, face }, faces).filter(
      (one) => one.missing,
    );
    expect(missing.map(({ text }) => text)).toEqual([]);
  }
});

const strip = (height: number, more: Partial<Strip> = {}): Strip => ({
  height,
  before: 0,
  keepNext: false,
  draw() {},
  ...more,
});
const heights = (strips: Strip[], height: number) =>
  paginate(strips, height).map((page) => page.map(({ strip: { height: one }, top }) => `${top}+${one}`));

test("a heading moves to the next page together with its first lines", () => {
  const heading = strip(20, { keepNext: true });
  expect(heights([strip(80), heading, strip(10, { keepNext: true }), strip(11)], 120)).toEqual([
    ["0+80"],
    ["0+20", "20+10", "30+11"],
  ]);
});

test("space at the top of a page is dropped, and so is a separating rule", () => {
  const rule = strip(1, { before: 5, keepNext: true, parting: true });
  expect(heights([strip(95), rule, strip(10, { before: 7 })], 100)).toEqual([["0+95"], ["0+10"]]);
});

test("a table's header row repeats on each page that begins with its rows", () => {
  const again = strip(12);
  const row = strip(40, { again });
  expect(heights([strip(12, { keepNext: true }), row, row, row], 100)).toEqual([
    ["0+12", "12+40", "52+40"],
    ["0+12", "12+40"],
  ]);
});

test("no single line of a paragraph is left alone on a page", () => {
  expect([0, 1, 2, 3, 4].map((index) => keepsNext(index, 5, false))).toEqual([true, false, false, true, false]);
  expect([0, 1, 2].map((index) => keepsNext(index, 3, false))).toEqual([true, true, false]);
});

test("for any strips, each is placed once, in order, and on the page", () => {
  const any = fc.record({
    height: fc.integer({ min: 1, max: 160 }),
    before: fc.integer({ min: 0, max: 30 }),
    keepNext: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 60 }), (facts) => {
      const strips = facts.map((fact) => strip(fact.height, fact));
      const pages = paginate(strips, 100);
      expect(pages.flat().map((laid) => laid.strip)).toEqual(strips);
      for (const page of pages) {
        let bottom = 0;
        for (const { strip: one, top } of page) {
          expect(top).toBeGreaterThanOrEqual(bottom);
          bottom = top + one.height;
        }
        // Only a strip that is taller than a page overflows it.
        expect(bottom <= 100 || page.length === 1).toBe(true);
      }
    }),
  );
});
