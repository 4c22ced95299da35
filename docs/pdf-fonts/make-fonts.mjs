// @ts-nocheck: its packages are installed only where it is run.
// Makes the fonts of the PDF: static faces of Inter and Source Serif 4 (SIL OFL 1.1), cut down to the scripts that we write, their kerning
// measured with HarfBuzz and written as a plain `kern` table, so that the Worker needs no shaping engine.
// In an empty folder: npm i @expo-google-fonts/inter@0.4.2 @expo-google-fonts/source-serif-4@0.4.1 subset-font@2.9.0 harfbuzzjs@1.6.4
// then: node make-fonts.mjs <this folder>
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import * as hb from "harfbuzzjs";
import subsetFont from "subset-font";

const FACES = {
  "serif-400": "source-serif-4/400Regular/SourceSerif4_400Regular.ttf",
  "serif-400-italic": "source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf",
  "serif-600": "source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf",
  "sans-400": "inter/400Regular/Inter_400Regular.ttf",
  "sans-500": "inter/500Medium/Inter_500Medium.ttf",
};
/** Latin with all its accents, Greek, Cyrillic, punctuation, currencies, fractions, arrows, a few signs. */
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x2b0, 0x2ff],
  [0x370, 0x3ff],
  [0x400, 0x45f],
  [0x490, 0x4ff],
  [0x1e00, 0x1eff],
  [0x2010, 0x2027],
  [0x202f, 0x205f],
  [0x2070, 0x209c],
  [0x20a0, 0x20bf],
  [0x2100, 0x2126],
  [0x2150, 0x215e],
  [0x2190, 0x2199],
  [0x2200, 0x2265],
  [0x25a0, 0x25cf],
  [0x2713, 0x2717],
];
/** Kerned with one another: what running text in our four languages is made of. */
const KERNED = [
  [0x21, 0x7e],
  [0xa1, 0xff],
  [0x131, 0x131],
  [0x13f, 0x140],
  [0x152, 0x153],
  [0x178, 0x178],
  [0x2013, 0x2014],
  [0x2018, 0x201e],
  [0x2026, 0x2026],
  [0x2039, 0x203a],
];
const expand = (ranges) =>
  ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index));

const [folder = "."] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
for (const [name, file] of Object.entries(FACES)) {
  const whole = await readFile(path.join("node_modules/@expo-google-fonts", file));
  const text = String.fromCodePoint(...expand(RANGES));
  const cut = await subsetFont(whole, text, { targetFormat: "sfnt", noHinting: true, keepFeatures: ["kern", "tnum"] });
  const pairs = kerningOf(cut);
  const written = withTables(cut, { kern: kernTable(pairs), TNUM: tabularTable(cut) });
  await writeFile(path.join(folder, `${name}.bin`), written);
}

function shaper(bytes) {
  const font = new hb.Font(new hb.Face(new hb.Blob(new Uint8Array(bytes)), 0));
  return (text, ...features) => {
    const buffer = new hb.Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    hb.shape(
      font,
      buffer,
      ["-liga", "-calt", "-ccmp", "-kern", "-tnum", ...features].map((tag) => hb.Feature.fromString(tag)),
    );
    return buffer.getGlyphInfosAndPositions();
  };
}

/** The ten digits that are all as wide as each other, as a table of ours: the glyphs of 0 to 9. */
function tabularTable(bytes) {
  const shape = shaper(bytes);
  const table = Buffer.alloc(20);
  for (let digit = 0; digit < 10; digit += 1) table.writeUInt16BE(shape(String(digit), "tnum")[0].codepoint, digit * 2);
  return table;
}

function kerningOf(bytes) {
  const shapeWith = shaper(bytes);
  const shape = (text, kern) => shapeWith(text, kern ? "kern" : "-kern");
  const letters = expand(KERNED).map((code) => String.fromCodePoint(code));
  const found = new Map();
  for (const left of letters) {
    for (const right of letters) {
      const kerned = shape(left + right, true);
      if (kerned.length !== 2) continue;
      const plain = shape(left + right, false);
      const by = kerned[0].xAdvance - plain[0].xAdvance;
      if (Math.abs(by) >= 10 && kerned[0].codepoint !== 0 && kerned[1].codepoint !== 0)
        found.set(kerned[0].codepoint * 65536 + kerned[1].codepoint, by);
    }
  }
  return [...found].sort((a, b) => a[0] - b[0]);
}

function kernTable(pairs) {
  const kern = Buffer.alloc(18 + pairs.length * 6);
  kern.writeUInt16BE(1, 2);
  kern.writeUInt16BE(1, 8);
  kern.writeUInt16BE(pairs.length, 10);
  pairs.forEach(([key, by], index) => {
    kern.writeUInt32BE(key, 18 + index * 6);
    kern.writeInt16BE(by, 22 + index * 6);
  });
  return kern;
}

/** The tables that a PDF needs, and ours; those of features go. */
function withTables(bytes, own) {
  const source = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const keep = new Set(["OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "post"]);
  const tables = Object.entries(own).map(([tag, data]) => ({ tag, data }));
  for (let index = 0; index < source.getUint16(4); index += 1) {
    const at = 12 + index * 16;
    const tag = String.fromCharCode(...bytes.subarray(at, at + 4));
    if (!keep.has(tag)) continue;
    const data = Buffer.from(
      bytes.subarray(source.getUint32(at + 8), source.getUint32(at + 8) + source.getUint32(at + 12)),
    );
    if (tag === "post") data.writeUInt32BE(0x00030000, 0);
    tables.push({ tag, data: tag === "post" ? data.subarray(0, 32) : data });
  }
  tables.sort((a, b) => (a.tag < b.tag ? -1 : 1));
  const head = Buffer.alloc(12 + tables.length * 16);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(tables.length, 4);
  const parts = [head];
  let offset = head.length;
  tables.forEach(({ tag, data }, index) => {
    head.write(tag, 12 + index * 16, "latin1");
    head.writeUInt32BE(offset, 12 + index * 16 + 8);
    head.writeUInt32BE(data.length, 12 + index * 16 + 12);
    const padded = Buffer.alloc(Math.ceil(data.length / 4) * 4);
    padded.set(data);
    parts.push(padded);
    offset += padded.length;
  });
  return Buffer.concat(parts);
}
