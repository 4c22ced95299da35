// @ts-nocheck: its packages are installed only where it is run.
// Makes the fonts of the PDF for scripts beyond Latin, Greek and Cyrillic: faces of Noto (SIL OFL 1.1), each cut down to its script. The
// PDF's writer reads one from the site's files when a document needs it. Scripts whose letters change beside each other keep the tables by
// which HarfBuzz shapes them. Chinese, Japanese and Korean are cut down to the characters of the countries' own basic standards.
// In an empty folder: npm i subset-font@2.9.0 @fontsource/noto-sans-{arabic,hebrew,devanagari,bengali,gurmukhi,gujarati,tamil,telugu,kannada,
// malayalam,sinhala,thai,lao,khmer,myanmar,armenian,georgian,ethiopic}@5 @fontsource/noto-serif-tibetan@5
// @expo-google-fonts/noto-sans-{jp,kr,sc,tc}
// then: node make-script-fonts.mjs <public/fonts/pdf>
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { inflateSync } from "node:zlib";
import subsetFont from "subset-font";

const SCRIPTS =
  "arabic hebrew devanagari bengali gurmukhi gujarati tamil telugu kannada malayalam sinhala thai lao khmer myanmar armenian georgian ethiopic tibetan";
/** Space and signs that stand within the words of these scripts; the circle carries a mark without a letter. */
const COMMON = " \u200c\u200d\u25cc";
/** Face, package, encoding of its standard, and the lead bytes of its characters. Of Big5 the 5,401 characters of the first level. */
const IDEOGRAPHS = [
  ["japanese", "noto-sans-jp", "NotoSansJP", "euc-jp", 0xa1, 0xf4],
  ["korean", "noto-sans-kr", "NotoSansKR", "euc-kr", 0xa1, 0xfd],
  ["chinese", "noto-sans-sc", "NotoSansSC", "gb18030", 0xa1, 0xf7],
  ["chinese-traditional", "noto-sans-tc", "NotoSansTC", "big5", 0xa1, 0xc6],
];

const [folder = "."] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
for (const name of SCRIPTS.split(" ")) {
  const family = name === "tibetan" ? "noto-serif-tibetan" : `noto-sans-${name}`;
  const file = `node_modules/@fontsource/${family}/files/${family}-${name}-400-normal.woff`;
  const whole = await readFile(file);
  await write(name, whole, String.fromCodePoint(...charactersOf(whole)) + COMMON, {});
}
for (const [name, family, face, encoding, first, last] of IDEOGRAPHS) {
  const whole = await readFile(`node_modules/@expo-google-fonts/${family}/400Regular/${face}_400Regular.ttf`);
  await write(name, whole, standard(encoding, first, last), { dropTables: ["GSUB", "GPOS", "GDEF"] });
}

async function write(name, whole, text, options) {
  const cut = await subsetFont(whole, text, { targetFormat: "sfnt", noHinting: true, ...options });
  await writeFile(path.join(folder, `${name}.bin`), keepOnly(cut));
}

/** The characters that a face's table of format 4 has. */
function charactersOf(woff) {
  const cmap = tableOfWoff(woff, "cmap");
  const codes = [];
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const at = cmap.readUInt32BE(8 + index * 8);
    if (cmap.readUInt16BE(at) !== 4) continue;
    const twice = cmap.readUInt16BE(at + 6);
    for (let segment = 0; segment < twice; segment += 2) {
      const end = cmap.readUInt16BE(at + 14 + segment);
      for (let code = cmap.readUInt16BE(at + 16 + twice + segment); code <= end && code < 0xffff; code += 1)
        codes.push(code);
    }
    return codes;
  }
  return codes;
}

function tableOfWoff(woff, wanted) {
  for (let index = 0; index < woff.readUInt16BE(12); index += 1) {
    const at = 44 + index * 20;
    if (woff.toString("latin1", at, at + 4) !== wanted) continue;
    const data = woff.subarray(woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 4) + woff.readUInt32BE(at + 8));
    return data.length < woff.readUInt32BE(at + 12) ? inflateSync(data) : data;
  }
  throw new Error(`no ${wanted}`);
}

/** What a country's standard of two bytes holds, without the letters that the PDF's own faces draw; Big5 has trail bytes from 0x40. */
function standard(encoding, first, last) {
  const decoder = new TextDecoder(encoding);
  const found = new Set();
  for (let lead = first; lead <= last; lead += 1)
    for (let trail = encoding === "big5" ? 0x40 : 0xa1; trail <= 0xfe; trail += 1)
      for (const sign of decoder.decode(Uint8Array.of(lead, trail))) if (sign.codePointAt(0) >= 0x2e80) found.add(sign);
  for (let code = 0xff01; code <= 0xffe6; code += 1) found.add(String.fromCodePoint(code));
  return [...found].filter((sign) => sign !== "\ufffd").join("");
}

/** The tables that a PDF and HarfBuzz read. */
function keepOnly(bytes) {
  const keep = new Set("GDEF GPOS GSUB OS/2 cmap glyf head hhea hmtx loca maxp post".split(" "));
  const tables = [];
  for (let index = 0; index < bytes.readUInt16BE(4); index += 1) {
    const at = 12 + index * 16;
    const tag = bytes.toString("latin1", at, at + 4);
    const data = Buffer.from(
      bytes.subarray(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 8) + bytes.readUInt32BE(at + 12)),
    );
    if (tag === "post") data.writeUInt32BE(0x00030000, 0);
    if (keep.has(tag)) tables.push({ tag, data: tag === "post" ? data.subarray(0, 32) : data });
  }
  const head = Buffer.alloc(12 + tables.length * 16);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(tables.length, 4);
  const parts = [head];
  let offset = head.length;
  for (const [index, { tag, data }] of tables.entries()) {
    const padded = Buffer.alloc(Math.ceil(data.length / 4) * 4);
    data.copy(padded);
    head.write(tag, 12 + index * 16, "latin1");
    head.writeUInt32BE(offset, 12 + index * 16 + 8);
    head.writeUInt32BE(data.length, 12 + index * 16 + 12);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}
