import type { FaceName, FontFace, TextStyle, Typeface } from "#app/server/exports/pdf/font-face.ts";
import { hex } from "#app/server/exports/pdf/pdf-file.ts";

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

/** Tells whether a text has letters that are drawn as boxes. */
export function hasMissingLetters(text: string, typeface: Typeface): boolean {
  const faces = facesOf("serif-400", typeface);
  return [...new Set(cleaned(text))].some((letter) => /\p{L}/u.test(letter) && glyphFor(letter, faces) === null);
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

/** A cluster and the number of the span that it came from. */
export type Placed = { cluster: Cluster; span: number };

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
  if (next === "" || isSpace(next) || CLOSING.test(next)) return false;
  if (/^[-\u2010\u2013\u2014]$/u.test(text))
    return at > 0 && !isSpace(clusters[at - 1]?.cluster.text ?? " ") && !/^\d/.test(next);
  return IDEOGRAPH.test(text) || IDEOGRAPH.test(next);
}

const IDEOGRAPH =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const CLOSING = /^[\p{Pe}\p{Pf}.,;:!?%\u3001\u3002]/u;

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
  /** The operand of TJ, without its brackets: glyphs in hexadecimal, and what they are moved by. */
  shown: string;
  /** The characters that boxes stand for, for screen readers and copied text. */
  actual: string | null;
};

export function setText(clusters: readonly Cluster[], size: number): SetText {
  const runs: SetRun[] = [];
  let from = 0;
  for (let at = 1; at <= clusters.length; at += 1) {
    const [first, next] = [clusters[from], clusters[at]];
    if (!first || (next && next.face === first.face && !next.missing && !first.missing)) continue;
    const run = clusters.slice(from, at);
    runs.push({
      face: first.face,
      shown: showing(run, size),
      actual: first.missing ? hex(run.map(({ text }) => text).join("")) : null,
    });
    from = at;
  }
  return { runs, width: widthOf(clusters) };
}

function showing(clusters: readonly Cluster[], size: number): string {
  const parts: string[] = ["<"];
  for (const [index, { glyph, width, advance }] of clusters.entries()) {
    parts.push(glyph.toString(16).padStart(4, "0"));
    const moved = Math.round(((advance - width) * 1000) / size);
    if (moved !== 0 && index < clusters.length - 1) parts.push(`>${moved}<`);
  }
  parts.push(">");
  // Joined, the string is one piece of memory; added to, it would be a chain of its parts.
  return parts.join("");
}

/** The glyphs that an operand shows. */
export function glyphsOf(shown: string): number[] {
  return [...shown.matchAll(/<([0-9a-f]+)>/gu)].flatMap(([, glyphs = ""]) =>
    Array.from({ length: glyphs.length / 4 }, (_, index) =>
      Number.parseInt(glyphs.slice(index * 4, index * 4 + 4), 16),
    ),
  );
}
