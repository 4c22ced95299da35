import type { FontFace } from "#app/server/pdf/font-face.ts";
import type { FaceName, TextStyle, Typeface } from "#app/server/pdf/typeface.ts";

/** The glyph that is drawn for one or more characters that belong together. */
export type Cluster = {
  /** The characters it stands for, as they are read and copied. */
  text: string;
  face: FontFace;
  glyph: number;
  /** In points, kerning to the next one included. */
  width: number;
  /** The glyph's own width in points. */
  advance: number;
  /** Stands for a character that no face of ours draws: a box is drawn, and readers and copied text get the character itself. */
  missing: boolean;
};

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const BOX = 0x25a1;
/** Characters that look like another character and are drawn as that one. */
const DRAWN_AS = new Map([
  [0x00a0, 0x20],
  [0x202f, 0x20],
  [0x2007, 0x20],
  [0x2009, 0x20],
  [0x2011, 0x2d],
]);

/** The characters of a text as glyphs of the style's face, else of the upright sans, else as a box. */
export function shapeText(text: string, style: TextStyle, typeface: Typeface): Cluster[] {
  const clusters: Cluster[] = [];
  const faces = facesOf(style.face, typeface);
  for (const part of partsOf(cleaned(text), faces)) {
    const cluster = clusterOf(part, faces, style);
    const before = clusters.at(-1);
    if (before && before.face === cluster.face && !before.missing) {
      before.width += toPoints(cluster.face, before.face.kernOf(before.glyph, cluster.glyph), style.size);
    }
    clusters.push(cluster);
  }
  return clusters;
}

export function widthOf(clusters: readonly Cluster[]): number {
  return clusters.reduce((sum, { width }) => sum + width, 0);
}

/**
 * Joins accents to their letters (NFC), replaces control characters by spaces and lone surrogates by U+FFFD, and removes invisible
 * characters (direction marks, joiners). The joiner U+200D stays, because emoji need it.
 */
function cleaned(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, "")
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}

function facesOf(face: FaceName, typeface: Typeface): FontFace[] {
  return [...new Set([typeface[face], typeface["sans-400"]])];
}

/** Each character that a face draws is one part; for others, the whole grapheme (one sign for a reader) is one part. */
function partsOf(text: string, faces: readonly FontFace[]): string[] {
  const characters = Array.from(text);
  const drawn = (character: string) => glyphFor(character, faces) !== null;
  if (characters.every(drawn)) return characters;
  return Array.from(graphemes.segment(text), ({ segment }) => segment).flatMap((segment) =>
    Array.from(segment).every(drawn) ? Array.from(segment) : [segment],
  );
}

function glyphFor(character: string, faces: readonly FontFace[]): { face: FontFace; glyph: number } | null {
  const code = character.codePointAt(0) ?? 0;
  const drawn = DRAWN_AS.get(code) ?? code;
  for (const face of faces) {
    const glyph = face.glyphOf(drawn);
    if (glyph !== 0) return { face, glyph };
  }
  return null;
}

function clusterOf(part: string, faces: readonly FontFace[], { size, tabular }: TextStyle): Cluster {
  const single = Array.from(part).length === 1 ? glyphFor(part, faces) : null;
  const plain = single ?? glyphFor(String.fromCodePoint(BOX), faces) ?? glyphFor("?", faces);
  if (plain === null) throw new Error("a face without a question mark");
  const found =
    tabular === true && /^\d$/.test(part) ? { ...plain, glyph: plain.face.tabularOf(part.charCodeAt(0)) } : plain;
  const advance = toPoints(found.face, found.face.advanceOf(found.glyph), size);
  return { text: part, ...found, width: advance, advance, missing: single === null };
}

function toPoints(face: FontFace, units: number, size: number): number {
  return (units * size) / face.unitsPerEm;
}
