import { invariant } from "#app/domain/invariant.ts";
import { joinBytes } from "#app/domain/sha256.ts";
import type { FontFace } from "#app/server/exports/pdf/font-face.ts";
import type { PdfFile, Ref } from "#app/server/exports/pdf/pdf-file.ts";
import type { UsedGlyphs } from "#app/server/exports/pdf/used-glyphs.ts";

/**
 * The face with the outlines of these glyphs only. Glyphs keep their numbers, so that what was set with the whole face still
 * fits; what is not used is empty and costs nothing once the stream is deflated.
 */
function subsetFont(face: FontFace, used: ReadonlySet<number>): Uint8Array {
  const glyf = tableOf(face, "glyf");
  const places = readLoca(face);
  const kept = [...withParts(glyf, places, new Set([0, ...used]))].sort((a, b) => a - b);
  const loca = new DataView(new ArrayBuffer((face.glyphCount + 1) * 4));
  const outlines: Uint8Array[] = [];
  let length = 0;
  let next = 0;
  for (const glyph of kept) {
    for (; next <= glyph; next += 1) loca.setUint32(next * 4, length);
    const outline = glyf.subarray(places[glyph], places[glyph + 1]);
    const padded = new Uint8Array(Math.ceil(outline.length / 4) * 4);
    padded.set(outline);
    outlines.push(padded);
    length += padded.length;
  }
  for (; next <= face.glyphCount; next += 1) loca.setUint32(next * 4, length);
  const head = tableOf(face, "head").slice();
  new DataView(head.buffer).setInt16(50, 1);
  const tables = new Map([
    ["glyf", joinBytes(outlines)],
    ["head", head],
    ["loca", new Uint8Array(loca.buffer)],
  ]);
  for (const tag of ["cvt ", "fpgm", "hhea", "hmtx", "maxp", "prep"]) {
    const table = face.table(tag);
    if (table) tables.set(tag, table);
  }
  return writeTables([...tables].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function tableOf(face: FontFace, tag: string): Uint8Array {
  const table = face.table(tag);
  invariant(table !== null, `font ${face.name} has a ${tag} table`);
  return table;
}

function readLoca(face: FontFace): number[] {
  const [loca, head] = [tableOf(face, "loca"), tableOf(face, "head")];
  const view = new DataView(loca.buffer, loca.byteOffset, loca.byteLength);
  const long = new DataView(head.buffer, head.byteOffset, head.byteLength).getInt16(50) === 1;
  return Array.from({ length: face.glyphCount + 1 }, (_, index) =>
    long ? view.getUint32(index * 4) : view.getUint16(index * 2) * 2,
  );
}

/** An accented letter is often made of a letter and an accent: those have to be there too. */
function withParts(glyf: Uint8Array, places: readonly number[], glyphs: Set<number>): Set<number> {
  const view = new DataView(glyf.buffer, glyf.byteOffset, glyf.byteLength);
  // The loop also visits glyphs that are added to the set while it runs.
  for (const glyph of glyphs) {
    const [from = 0, to = 0] = [places[glyph], places[glyph + 1]];
    if (to <= from || view.getInt16(from) >= 0) continue;
    let at = from + 10;
    for (let more = true; more; ) {
      const flags = view.getUint16(at);
      glyphs.add(view.getUint16(at + 2));
      more = (flags & MORE_PARTS) !== 0;
      at += 4 + ((flags & WORDS) !== 0 ? 4 : 2);
      if ((flags & SCALE) !== 0) at += 2;
      else if ((flags & SCALE_XY) !== 0) at += 4;
      else if ((flags & MATRIX) !== 0) at += 8;
    }
  }
  return glyphs;
}

const WORDS = 0x1;
const SCALE = 0x8;
const MORE_PARTS = 0x20;
const SCALE_XY = 0x40;
const MATRIX = 0x80;

function writeTables(tables: [string, Uint8Array][]): Uint8Array {
  const head = new Uint8Array(12 + tables.length * 16);
  const view = new DataView(head.buffer);
  const power = 2 ** Math.floor(Math.log2(tables.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, tables.length);
  view.setUint16(6, power * 16);
  view.setUint16(8, Math.log2(power));
  view.setUint16(10, (tables.length - power) * 16);
  const parts = [head];
  let offset = head.length;
  for (const [index, [tag, table]] of tables.entries()) {
    const at = 12 + index * 16;
    for (let letter = 0; letter < 4; letter += 1) head[at + letter] = tag.charCodeAt(letter);
    const padded = new Uint8Array(Math.ceil(table.length / 4) * 4);
    padded.set(table);
    view.setUint32(at + 4, checksum(padded));
    view.setUint32(at + 8, offset);
    view.setUint32(at + 12, table.length);
    parts.push(padded);
    offset += padded.length;
  }
  return joinBytes(parts);
}

function checksum(padded: Uint8Array): number {
  const view = new DataView(padded.buffer, padded.byteOffset, padded.byteLength);
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}

/** Writes each face that was used, cut down to its glyphs; answers the entries of a page's font resources. */
export async function embedFonts(file: PdfFile, used: ReadonlyMap<FontFace, UsedGlyphs>): Promise<string> {
  const entries: string[] = [];
  for (const [face, { codes }] of used) entries.push(`/${face.name} ${await embedFont(file, face, codes)}`);
  return entries.join("");
}

async function embedFont(file: PdfFile, face: FontFace, codes: UsedGlyphs["codes"]): Promise<Ref> {
  const glyphs = new Set([...codes.values()].map(({ glyph }) => glyph));
  const outlines = subsetFont(face, glyphs);
  const program = await file.addStream(`/Length1 ${outlines.length}`, outlines);
  const unicode = await file.addStream("", new TextEncoder().encode(unicodeMap(codes)));
  const name = `${tagOf(glyphs)}+${NAMES[face.name] ?? `Noto-${face.name}`}`;
  const em = (units: number) => Math.round((units * 1000) / face.unitsPerEm);
  const { ascent, descent, capHeight, bbox, italicAngle, weight } = face.metrics;
  // Symbolic (4): the glyphs are named by number only. 64 is italic.
  const flags = 4 + (italicAngle === 0 ? 0 : 64);
  const descriptor = file.add(
    `<</Type/FontDescriptor/FontName/${name}/Flags ${flags}/FontBBox[${bbox.map(em).join(" ")}]/ItalicAngle ${Math.round(italicAngle)}` +
      `/Ascent ${em(ascent)}/Descent ${em(descent)}/CapHeight ${em(capHeight)}/StemV ${Math.round(weight / 5)}/FontFile2 ${program}>>`,
  );
  const widths = [...codes]
    .sort(([one], [other]) => one - other)
    .map(([shown, { glyph }]) => `${shown}[${exact(face, glyph)}]`);
  const last = Math.max(...codes.keys());
  const toGlyphs = last < face.glyphCount ? "/Identity" : await file.addStream("", glyphMap(codes, last));
  const descendant = file.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
      `/FontDescriptor ${descriptor}/DW 0/W[${widths.join("")}]/CIDToGIDMap${toGlyphs.startsWith("/") ? "" : " "}${toGlyphs}>>`,
  );
  return file.add(
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${descendant}]/ToUnicode ${unicode}>>`,
  );
}

const NAMES: Record<string, string> = {
  "serif-400": "SourceSerif4-Regular",
  "serif-400-italic": "SourceSerif4-Italic",
  "serif-600": "SourceSerif4-SemiBold",
  "sans-400": "Inter-Regular",
  "sans-500": "Inter-Medium",
};

/** In thousandths of the em, exact enough that a checker finds the font's own widths. */
function exact(face: FontFace, glyph: number): number {
  return Math.round((face.advanceOf(glyph) * 1_000_000) / face.unitsPerEm) / 1000;
}

/** Six capitals that differ where the glyphs do (9.6.4 of the format). */
function tagOf(glyphs: ReadonlySet<number>): string {
  let sum = 0;
  for (const glyph of glyphs) sum = (sum * 31 + glyph) % 308_915_776;
  return Array.from({ length: 6 }, (_, index) => String.fromCharCode(65 + (Math.floor(sum / 26 ** index) % 26))).join(
    "",
  );
}

const BLOCK = 100;

/** The glyph of each code, two bytes each. */
function glyphMap(codes: UsedGlyphs["codes"], last: number): Uint8Array {
  const map = new DataView(new ArrayBuffer((last + 1) * 2));
  for (const [shown, { glyph }] of codes) map.setUint16(shown * 2, glyph);
  return new Uint8Array(map.buffer);
}

/** Which characters each code stands for: what is copied and searched. */
function unicodeMap(codes: UsedGlyphs["codes"]): string {
  const rows = [...codes].map(([shown, { text }]) => {
    const units = text.split("").map((unit) => code(unit.charCodeAt(0)));
    return `<${code(shown)}> <${units.join("")}>`;
  });
  const blocks: string[] = [];
  for (let from = 0; from < rows.length; from += BLOCK) {
    const block = rows.slice(from, from + BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
  }
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
    "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def",
    "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
    "1 begincodespacerange <0000> <FFFF> endcodespacerange",
    ...blocks,
    "endcmap CMapName currentdict /CMap defineresource pop end end\n",
  ].join("\n");
}

function code(unit: number): string {
  return unit.toString(16).toUpperCase().padStart(4, "0");
}
