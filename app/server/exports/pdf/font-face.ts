import { invariant } from "#app/domain/invariant.ts";
import type { ShapeText } from "#app/server/exports/pdf/shaper.ts";

/**
 * A static TrueType face as a PDF needs it: which glyph draws a character, how wide it is, how it is kerned. Read from the
 * tables that workers/pdf/fonts holds (cmap format 4, kern format 0, and TNUM, which is ours) and public/fonts/pdf (the last two are
 * missing there); other fonts are not expected.
 */
export interface FontFace {
  name: string;
  bytes: Uint8Array;
  unitsPerEm: number;
  glyphCount: number;
  /** In units of the em. */
  metrics: {
    ascent: number;
    descent: number;
    capHeight: number;
    bbox: readonly number[];
    italicAngle: number;
    weight: number;
  };
  /** 0 where the face does not draw the character. */
  glyphOf(code: number): number;
  /** The same, with digits that are all as wide as each other. */
  tabularOf(code: number): number;
  /** The first character that a glyph stands for. */
  codeOf(glyph: number): number;
  advanceOf(glyph: number): number;
  kernOf(left: number, right: number): number;
  table(tag: string): Uint8Array | null;
  /** For scripts whose letters change beside each other. */
  shape?: ShapeText;
}

export function openFontFace(name: string, bytes: Uint8Array): FontFace {
  const tables = readDirectory(bytes);
  const viewOf = (tag: string) => {
    const found = tables.get(tag);
    invariant(found !== undefined, `font ${name} has a ${tag} table`);
    return new DataView(found.buffer, found.byteOffset, found.byteLength);
  };
  const [head, hhea, os2, hmtx] = [viewOf("head"), viewOf("hhea"), viewOf("OS/2"), viewOf("hmtx")];
  const digits = tables.has("TNUM") ? viewOf("TNUM") : null;
  const measured = hhea.getUint16(34);
  const glyphs = readCmap(viewOf("cmap"));
  const codes = new Map<number, number>();
  const byUse = [...glyphs].sort(([a], [b]) => rarity(a) - rarity(b));
  for (const [code, glyph] of byUse) if (!codes.has(glyph)) codes.set(glyph, code);
  if (digits) for (let digit = 0; digit < 10; digit += 1) codes.set(digits.getUint16(digit * 2), 0x30 + digit);
  return {
    name,
    bytes,
    unitsPerEm: head.getUint16(18),
    glyphCount: viewOf("maxp").getUint16(4),
    metrics: {
      ascent: hhea.getInt16(4),
      descent: hhea.getInt16(6),
      capHeight: os2.getInt16(88),
      bbox: [36, 38, 40, 42].map((at) => head.getInt16(at)),
      italicAngle: viewOf("post").getInt32(4) / 65_536,
      weight: os2.getUint16(4),
    },
    glyphOf: (code) => glyphs.get(code) ?? 0,
    tabularOf: (code) =>
      digits && code >= 0x30 && code <= 0x39 ? digits.getUint16((code - 0x30) * 2) : (glyphs.get(code) ?? 0),
    codeOf: (glyph) => codes.get(glyph) ?? 0xfffd,
    advanceOf: (glyph) => hmtx.getUint16(Math.min(glyph, measured - 1) * 4),
    kernOf: tables.has("kern") ? kerningOf(viewOf("kern")) : () => 0,
    table: (tag) => tables.get(tag) ?? null,
  };
}

/** Orders characters that share a glyph: the glyph stands for the common one, ’ rather than the letter that looks like it. */
function rarity(code: number): number {
  if (code < 0x2b0) return 0;
  return code >= 0x2000 && code < 0x2100 ? 1 : 2;
}

function readDirectory(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, Uint8Array>();
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const at = 12 + index * 16;
    const offset = view.getUint32(at + 8);
    tables.set(
      String.fromCharCode(...bytes.subarray(at, at + 4)),
      bytes.subarray(offset, offset + view.getUint32(at + 12)),
    );
  }
  return tables;
}

/** The Unicode subtable of format 4: characters of the basic plane, which is all that our faces draw. */
function readCmap(view: DataView): Map<number, number> {
  for (let index = 0; index < view.getUint16(2); index += 1) {
    const at = view.getUint32(8 + index * 8);
    if (view.getUint16(at) === 4) return readSegments(view, at);
  }
  throw new Error("no cmap of format 4");
}

function readSegments(view: DataView, at: number): Map<number, number> {
  const glyphs = new Map<number, number>();
  const twice = view.getUint16(at + 6);
  for (let segment = 0; segment < twice; segment += 2) {
    const end = view.getUint16(at + 14 + segment);
    const start = view.getUint16(at + 16 + twice + segment);
    const delta = view.getUint16(at + 16 + 2 * twice + segment);
    const rangeAt = at + 16 + 3 * twice + segment;
    const range = view.getUint16(rangeAt);
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const found = range === 0 ? code : view.getUint16(rangeAt + range + (code - start) * 2);
      const glyph = found === 0 ? 0 : (found + delta) & 0xffff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
  return glyphs;
}

/** The pairs are sorted by (left, right), so one is found by halving. */
function kerningOf(view: DataView): FontFace["kernOf"] {
  const pairs = view.getUint16(10);
  return (left, right) => {
    const wanted = left * 65_536 + right;
    let [low, high] = [0, pairs - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const pair = view.getUint32(18 + middle * 6);
      if (pair === wanted) return view.getInt16(22 + middle * 6);
      if (pair < wanted) low = middle + 1;
      else high = middle - 1;
    }
    return 0;
  };
}

/** The five faces of a document: Source Serif 4 for the text, Inter for everything around it. */
export const FACES = ["serif-400", "serif-400-italic", "serif-600", "sans-400", "sans-500"] as const;
export type FaceName = (typeof FACES)[number];
export type FontBytes = Record<FaceName, Uint8Array>;
/** With the faces of other scripts that this document needs, and the direction of its language. */
export type Typeface = Record<FaceName, FontFace> & { scripts: readonly FontFace[]; direction: "ltr" | "rtl" };

export function openTypeface(fonts: FontBytes): Typeface {
  const open = (name: FaceName) => openFontFace(name, fonts[name]);
  return {
    "serif-400": open("serif-400"),
    "serif-400-italic": open("serif-400-italic"),
    "serif-600": open("serif-600"),
    "sans-400": open("sans-400"),
    "sans-500": open("sans-500"),
    scripts: [],
    direction: "ltr",
  };
}

/** Red, green and blue, 0 to 1: the light theme's roles (tokens.css), on white. */
export type Colour = readonly [red: number, green: number, blue: number];
export const COLOURS = {
  ink: [0.127, 0.104, 0.082],
  muted: [0.36, 0.335, 0.307],
  faint: [0.446, 0.425, 0.396],
  hairline: [0.873, 0.863, 0.841],
  rule: [0.541, 0.523, 0.495],
  proof: [0.148, 0.306, 0.755],
  white: [1, 1, 1],
} as const satisfies Record<string, Colour>;

/** In the order of first words, then from the start again. */
export const SPEAKER_COLOURS: readonly Colour[] = [
  [0.006, 0.447, 0.448],
  [0.59, 0.361, 0.129],
  [0.564, 0.246, 0.441],
  [0.224, 0.447, 0.263],
  [0.26, 0.408, 0.511],
  [0.428, 0.442, 0.179],
  [0.455, 0.278, 0.557],
  [0.48, 0.325, 0.255],
];

export type TextStyle = {
  face: FaceName;
  size: number;
  colour: Colour;
  /** Digits all as wide as each other, for times that stand under one another. */
  tabular?: boolean;
};
