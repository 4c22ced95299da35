import { groupBy } from "#app/domain/group-by.ts";
import type { FaceName, FontFace, TextStyle, Typeface } from "#app/server/exports/pdf/font-face.ts";
import { hex, num } from "#app/server/exports/pdf/pdf-file.ts";
import { lineLevels, visualOrder, withLevels } from "#app/server/exports/pdf/visual-order.ts";

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

function toPoints(face: FontFace, units: number, size: number): number {
  return (units * size) / face.unitsPerEm;
}

/** A cluster and the number of the span that it came from; in a paragraph with Arabic or Hebrew, also its level (visual-order.ts). */
export type Placed = { cluster: Cluster; span: number; level?: number };

/**
 * Breaks a paragraph into lines that are at most `width` points wide: after spaces, hyphens and dashes, between ideographs, and in
 * a word that is wider than a line wherever it has to be (after a sign rather than a letter where one is near). No-break spaces
 * hold.
 */
export function breakLines(clusters: readonly Placed[], width: number): Placed[][] {
  const lines: Placed[][] = [];
  let from = 0;
  let used = 0;
  /** The index after which the line may end, and how much of the line ends there. */
  let chance = -1;
  let at = 0;
  while (at < clusters.length) {
    const { cluster } = clusters[at] as Placed;
    const fits = used + cluster.width <= width + TOLERANCE || isSpace(cluster.text);
    if (!fits && at > from) {
      const end = chance >= from ? chance : emergency(clusters, from, at);
      const next = skipSpaces(clusters, end + 1);
      lines.push(trimmed(clusters.slice(from, end + 1), next < clusters.length));
      from = next;
      at = from;
      used = 0;
      chance = -1;
      continue;
    }
    used += cluster.width;
    if (mayEndAfter(clusters, at)) chance = at;
    at += 1;
  }
  const rest = trimmed(clusters.slice(from), false);
  if (rest.length > 0) lines.push(rest);
  return lines;
}

const TOLERANCE = 0.01;
/** Distance, in clusters from the end of the line, in which a too wide word is searched for a sign to break after. */
const SIGN_REACH = 12;

function isSpace(text: string): boolean {
  return /^[ \u2000-\u2006\u2008\u200a\u3000]$/u.test(text);
}

function mayEndAfter(clusters: readonly Placed[], at: number): boolean {
  const text = clusters[at]?.cluster.text ?? "";
  const next = clusters[at + 1]?.cluster.text ?? "";
  if (isSpace(text)) return true;
  if (next === "" || isSpace(next) || CLOSING.test(next) || OPENING.test(text)) return false;
  const endsWord = clusters[at]?.cluster.endsWord;
  if (endsWord !== undefined) return endsWord;
  if (text.endsWith("\u0f0b")) return true;
  if (/^[-\u2010\u2013\u2014]$/u.test(text))
    return at > 0 && !isSpace(clusters[at - 1]?.cluster.text ?? " ") && !/^\d/.test(next);
  return IDEOGRAPH.test(text) || IDEOGRAPH.test(next);
}

const IDEOGRAPH = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3001\u3002\uff01-\uff5e]/u;
/** Signs that begin no line: what closes, small kana, and the signs that lengthen or repeat. */
const CLOSING =
  /^[\p{Pe}\p{Pf}.,;:!?%\u3001\u3002\uff01\uff05\uff0c\uff0e\uff1a\uff1b\uff1f\u30fc\u3005\u30fb\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee]/u;
const OPENING = /^[\p{Ps}\p{Pi}]$/u;

/** The last place in [from, at) at which a word that is wider than the line is cut. */
function emergency(clusters: readonly Placed[], from: number, at: number): number {
  for (let index = at - 1; index > Math.max(from, at - SIGN_REACH); index -= 1) {
    if (/^[/._?&=#@:+-]$/u.test(clusters[index]?.cluster.text ?? "")) return index;
  }
  return at - 1;
}

/**
 * Removes the spaces at the end of a line, except one if the paragraph goes on: it is invisible, and it separates two words for
 * screen readers and for copied text.
 */
function trimmed(line: readonly Placed[], goesOn: boolean): Placed[] {
  let end = line.length;
  while (end > 0 && isSpace(line[end - 1]?.cluster.text ?? "")) end -= 1;
  return line.slice(0, goesOn ? end + 1 : end);
}

function skipSpaces(clusters: readonly Placed[], from: number): number {
  let at = from;
  while (at < clusters.length && isSpace(clusters[at]?.cluster.text ?? "")) at += 1;
  return at;
}

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
