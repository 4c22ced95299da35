import { groupBy } from "#app/domain/group-by.ts";
import type { FaceName, FontFace, TextStyle, Typeface } from "#app/server/exports/pdf/font-face.ts";

/** Glyphs that are drawn for one or more characters that belong together. */
export type Cluster = {
  /** The characters it stands for, as they are read and copied. */
  text: string;
  face: FontFace;
  glyph: number;
  /** Of a script whose letters change beside each other: the glyphs instead of the one, with their places from the left in points. */
  shaped?: readonly { glyph: number; x: number; dy: number }[];
  /** Stands in text that is read from right to left. */
  isRightToLeft?: boolean;
  /** Whether a line may end after it, where the script has no spaces and a dictionary knows its words. */
  endsWord?: boolean;
  /** In points, kerning to the next one included. */
  width: number;
  /** The glyph's own width in points. */
  advance: number;
  /** Stands for a character that no face of ours draws: a box is drawn, and readers and copied text get the character itself. */
  missing: boolean;
};

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const BOX = 0x25a1;
/** Invisible characters that change the forms of the letters beside them. Faces have glyphs for them, which programs show to those who edit text. */
const JOINERS = /^[\u200c\u200d]+$/u;
/** Characters that look like another character and are drawn as that one. */
const DRAWN_AS = new Map([
  [0x00a0, 0x20],
  [0x202f, 0x20],
  [0x2007, 0x20],
  [0x2009, 0x20],
  [0x2011, 0x2d],
]);

/** The characters of a text as glyphs of the style's face, else of the upright sans, else of their script's face, else as a box. */
export function shapeText(text: string, style: TextStyle, typeface: Typeface): Cluster[] {
  const clusters: Cluster[] = [];
  const faces = facesOf(style.face, typeface);
  for (const { text: part, face } of pieces(partsOf(cleaned(text), faces), faces)) {
    if (face !== null) {
      clusters.push(...shapeScript(part, face, style.size));
      continue;
    }
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
 * characters (direction marks, joiners). The joiner U+200D stays, because emoji need it, and both joiners between letters of Persian and of
 * India, which change their forms.
 */
function cleaned(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|(?<![\p{Lo}\p{M}])\u200c/gu, "")
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}

function facesOf(face: FaceName, typeface: Typeface): FontFace[] {
  return [...new Set([typeface[face], typeface["sans-400"], ...typeface.scripts])];
}

/** Each character that a face draws is one part; for others, the whole grapheme (one sign for a reader) is one part. */
function partsOf(text: string, faces: readonly FontFace[]): string[] {
  const characters = Array.from(text);
  const drawn = (character: string) => isDrawn(character, faces);
  if (characters.every(drawn)) return characters;
  return Array.from(graphemes.segment(text), ({ segment }) => segment).flatMap((segment) =>
    Array.from(segment).every(drawn) ? Array.from(segment) : [segment],
  );
}

/** Parts as they are set: those of one shaped face together, with the spaces between them, because its letters change beside each other. */
function pieces(parts: readonly string[], faces: readonly FontFace[]): { text: string; face: FontFace | null }[] {
  const found: { text: string; face: FontFace | null; isNumber: boolean }[] = [];
  for (const part of parts) {
    const before = found.at(-1);
    const face = shapingFace(part, faces, before?.face ?? null);
    // Outside shaped text a joiner changes nothing.
    if (face === null && JOINERS.test(part)) continue;
    const isNumber = /\p{Nd}/u.test(part);
    // Numbers are read from left to right in every script.
    if (before && face !== null && before.face === face && (part === " " || before.isNumber === isNumber))
      before.text += part;
    else found.push({ text: part, face, isNumber });
  }
  return found.flatMap(({ text, face }) => {
    const said = face === null ? text : text.trimEnd();
    const spaces = Array.from(text.slice(said.length), (space) => ({ text: space, face: null }));
    return [{ text: said, face }, ...spaces];
  });
}

/** The shaped face that draws a part; a space and a joiner belong to the letters before them. */
function shapingFace(part: string, faces: readonly FontFace[], before: FontFace | null): FontFace | null {
  if (part === " " || JOINERS.test(part)) return before;
  const characters = Array.from(part).filter((character) => !JOINERS.test(character));
  const draws = (face: FontFace) => characters.every((character) => face.glyphOf(character.codePointAt(0) ?? 0) !== 0);
  const first = faces.find(draws);
  return first?.shape ? (before !== null && draws(before) ? before : first) : null;
}

const WITHOUT_SPACES = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const words = new Intl.Segmenter("th", { granularity: "word" });

/** Clusters in the order in which they are read; each has its glyphs from left to right. */
function shapeScript(text: string, face: FontFace, size: number): Cluster[] {
  const parts = [...groupBy(face.shape?.(text) ?? [], ({ at }) => at)].sort(([one], [other]) => one - other);
  // A joiner belongs to the letter before it, also in text from right to left, where HarfBuzz gives it to the letter after it.
  const starts = parts.map(([start], index) => (index === 0 ? start : afterJoiners(text, start)));
  const ends = WITHOUT_SPACES.test(text)
    ? new Set(Array.from(words.segment(text), ({ index, segment }) => index + segment.length))
    : null;
  return parts.map(([, glyphs], index): Cluster => {
    const end = starts[index + 1] ?? text.length;
    let advance = 0;
    const letters: { glyph: number; x: number; dy: number }[] = [];
    const marks: typeof letters = [];
    for (const each of glyphs) {
      const placed = {
        glyph: each.glyph,
        x: toPoints(face, advance + each.dx, size),
        dy: toPoints(face, each.dy, size),
      };
      // Letters before the marks on them: the first glyph stands for the characters of all.
      (each.advance > 0 ? letters : marks).push(placed);
      advance += each.advance;
    }
    const width = toPoints(face, advance, size);
    return {
      text: text.slice(starts[index], end),
      face,
      glyph: letters[0]?.glyph ?? marks[0]?.glyph ?? 0,
      shaped: [...letters, ...marks],
      ...(ends ? { endsWord: ends.has(end) } : {}),
      width,
      advance: width,
      missing: false,
    };
  });
}

function afterJoiners(text: string, from: number): number {
  let at = from;
  while (JOINERS.test(text.charAt(at))) at += 1;
  return at;
}

/** The characters of a text that no face draws. */
export function missingSigns(text: string, typeface: Typeface): Set<string> {
  const faces = facesOf("serif-400", typeface);
  return new Set([...new Set(cleaned(text))].filter((sign) => !isDrawn(sign, faces)));
}

/** Tells whether a text has letters that are drawn as boxes. */
export function hasMissingLetters(text: string, typeface: Typeface): boolean {
  return [...missingSigns(text, typeface)].some((sign) => /\p{L}/u.test(sign));
}

function isDrawn(character: string, faces: readonly FontFace[]): boolean {
  return JOINERS.test(character) || glyphFor(character, faces) !== null;
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

/** Units of a face as points at a size. */
export function toPoints(face: FontFace, units: number, size: number): number {
  return (units * size) / face.unitsPerEm;
}
