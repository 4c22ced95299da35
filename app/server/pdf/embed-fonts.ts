import type { FontFace } from "#app/server/pdf/font-face.ts";
import { subsetFont } from "#app/server/pdf/font-subset.ts";
import type { PdfFile, Ref } from "#app/server/pdf/pdf-file.ts";

/** Writes each face that was used, cut down to its glyphs; answers the entries of a page's font resources. */
export async function embedFonts(file: PdfFile, used: ReadonlyMap<FontFace, ReadonlySet<number>>): Promise<string> {
  const entries: string[] = [];
  for (const [face, glyphs] of used) entries.push(`/${face.name} ${await embedFont(file, face, glyphs)}`);
  return entries.join("");
}

async function embedFont(file: PdfFile, face: FontFace, glyphs: ReadonlySet<number>): Promise<Ref> {
  const outlines = subsetFont(face, glyphs);
  const program = await file.addStream(`/Length1 ${outlines.length}`, outlines);
  const unicode = await file.addStream("", new TextEncoder().encode(unicodeMap(face, glyphs)));
  const name = `${tagOf(glyphs)}+${NAMES[face.name] ?? "Acta"}`;
  const em = (units: number) => Math.round((units * 1000) / face.unitsPerEm);
  const { ascent, descent, capHeight, bbox, italicAngle, weight } = face.metrics;
  // Symbolic (4): the glyphs are named by number only. 64 is italic.
  const flags = 4 + (italicAngle === 0 ? 0 : 64);
  const descriptor = file.add(
    `<</Type/FontDescriptor/FontName/${name}/Flags ${flags}/FontBBox[${bbox.map(em).join(" ")}]/ItalicAngle ${Math.round(italicAngle)}` +
      `/Ascent ${em(ascent)}/Descent ${em(descent)}/CapHeight ${em(capHeight)}/StemV ${Math.round(weight / 5)}/FontFile2 ${program}>>`,
  );
  const widths = [...glyphs].sort((a, b) => a - b).map((glyph) => `${glyph}[${exact(face, glyph)}]`);
  const descendant = file.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
      `/FontDescriptor ${descriptor}/DW 0/W[${widths.join("")}]/CIDToGIDMap/Identity>>`,
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

/** Which characters each glyph stands for: what is copied and searched. */
function unicodeMap(face: FontFace, glyphs: ReadonlySet<number>): string {
  const rows = [...glyphs].map((glyph) => `<${code(glyph)}> <${code(face.codeOf(glyph))}>`);
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
