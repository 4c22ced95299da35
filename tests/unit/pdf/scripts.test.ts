import { expect, test } from "vitest";
import { STYLES } from "#app/server/exports/pdf/page-design.ts";
import { keepScriptFaces } from "#app/server/exports/pdf/script-faces.ts";
import { type Cluster, missingSigns, shapeText, widthOf } from "#app/server/exports/pdf/shape-text.ts";
import { breakLines } from "#app/server/exports/pdf/break-lines.ts";
import { setText } from "#app/server/exports/pdf/set-text.ts";
import { lineLevels, visualOrder, withLevels } from "#app/server/exports/pdf/visual-order.ts";
import { scriptFonts, typeface } from "#tests/unit/pdf/make-pdf.ts";

const faces = keepScriptFaces(scriptFonts);

async function shape(text: string, language = "en"): Promise<Cluster[]> {
  const base = typeface();
  const scripts = await faces(missingSigns(text, base), language);
  return shapeText(text, STYLES.reading, { ...base, scripts });
}

/** The text as its signs stand from left to right. */
async function drawn(text: string): Promise<string> {
  const { placed, base } = withLevels((await shape(text)).map((cluster) => ({ cluster, span: 0 })));
  return visualOrder(lineLevels(placed, base))
    .map((at) => placed[at]?.cluster.text)
    .join("");
}

const reversed = (text: string) => Array.from(text).toReversed().join("");

test("an Arabic letter has another form at the start, in the middle and at the end of a word", async () => {
  const glyphs = (await shape("ععع")).map(({ glyph }) => glyph);
  const [alone] = (await shape("ع")).map(({ glyph }) => glyph);
  expect(new Set([...glyphs, alone]).size).toBe(4);
});

test("letters of Indian scripts change their order and form conjuncts", async () => {
  const [clusters, parts] = [await shape("क्षि"), await shape("क ष")];
  expect(clusters.map(({ text }) => text)).toEqual(["क्षि"]);
  const glyphs = clusters[0]?.shaped?.map(({ glyph }) => glyph) ?? [];
  expect(glyphs.length).toBeLessThan(4);
  for (const { glyph } of parts.filter(({ text }) => text !== " ")) expect(glyphs).not.toContain(glyph);
});

test("a mark of Thai stands above the vowel that is above the letter", async () => {
  const [cluster] = await shape("ที่");
  expect(cluster?.text).toBe("ที่");
  const [, vowel, tone] = cluster?.shaped ?? [];
  expect(vowel).toBeDefined();
  expect(tone).toBeDefined();
  // A tone alone has another glyph or place than one above a vowel.
  const [alone] = await shape("ท่");
  expect(tone).not.toEqual(alone?.shaped?.[1]);
});

/** Every glyph that is drawn, of shaped clusters and of others. */
const glyphsOf = (clusters: Cluster[]) =>
  clusters.flatMap(({ shaped, glyph }) => shaped?.map((each) => each.glyph) ?? [glyph]);

test("invisible joiners are not drawn, and change the forms beside them", async () => {
  const [joined, apart] = [await shape("کتابها"), await shape("کتاب\u200cها")];
  expect(glyphsOf(apart)).toHaveLength(glyphsOf(joined).length);
  expect(glyphsOf(apart)).not.toEqual(glyphsOf(joined));
});

test.each([
  ["Persian", "می\u200cخواهم"],
  ["Sinhala", "ශ්\u200dරී"],
  ["Malayalam", "ക്\u200d"],
  ["Bengali", "র\u200d্য"],
  ["Hindi", "क्\u200cष"],
  ["Hindi, before its letters", "\u200dक"],
  ["numbers", "۱۲\u200dم"],
  ["Latin", "a\u200db"],
  ["Latin beside Persian", "a\u200db می"],
])("no cluster draws a joiner: %s", async (_, text) => {
  const clusters = await shape(text);
  const faces = new Set(clusters.map(({ face }) => face));
  const joiners = new Set([...faces].flatMap((face) => [face.glyphOf(0x200c), face.glyphOf(0x200d)]));
  joiners.delete(0);
  expect(glyphsOf(clusters).filter((glyph) => joiners.has(glyph))).toEqual([]);
  expect(clusters.filter((cluster) => /^[\u200c\u200d]+$/u.test(cluster.text))).toEqual([]);
  expect(clusters.filter(({ missing }) => missing)).toEqual([]);
  // Nothing is drawn for it, not even an empty glyph.
  const spaces = new Set([...faces].map((face) => face.glyphOf(0x20)));
  expect(glyphsOf(clusters.filter((cluster) => cluster.text !== " ")).filter((glyph) => spaces.has(glyph))).toEqual([]);
});

test.each([
  ["Sinhala", "ශ්\u200dරී", "ශ්රී"],
  ["Bengali", "র\u200d্য", "র্য"],
])("a joiner makes letters one sign: %s", async (_, text, without) => {
  const clusters = await shape(text);
  expect(clusters.map((cluster) => cluster.text)).toEqual([text]);
  expect(glyphsOf(clusters)).not.toEqual(glyphsOf(await shape(without)));
});

test("copied text has the joiners of its letters, which keep their direction", async () => {
  const clusters = await shape("می\u200cخواهم");
  expect(clusters.map(({ text }) => text)).toEqual(["م", "ی\u200c", "خ", "و", "ا", "ه", "م"]);
  const { placed } = withLevels(clusters.map((cluster) => ({ cluster, span: 0 })));
  expect(new Set(placed.map(({ level }) => level))).toEqual(new Set([1]));
});

test("shaping looks at each glyph a few times, however long the text is", async () => {
  const base = typeface();
  const scripts = await faces(missingSigns("ابدأ", base), "ar");
  const looksAt = (words: number) => {
    let looks = 0;
    const counting = scripts.map((face) => ({
      ...face,
      shape: (text: string) =>
        (face.shape?.(text) ?? []).map((glyph) => ({
          ...glyph,
          get at() {
            looks += 1;
            return glyph.at;
          },
        })),
    }));
    shapeText("ابدأ ".repeat(words), STYLES.reading, { ...base, scripts: counting });
    return looks;
  };
  const few = looksAt(20);
  expect(few).toBeGreaterThan(0);
  expect(looksAt(200)).toBeLessThan(few * 11);
});

test("a set line keeps no object for each of its letters", async () => {
  const valuesOf = (value: unknown): number =>
    typeof value === "object" && value !== null
      ? Object.values(value).reduce((sum, each) => sum + valuesOf(each), 1)
      : 1;
  const kept = async (text: string) => {
    const { runs } = setText(await shape(text), STYLES.reading.size);
    return valuesOf(runs.map((run) => ({ ...run, face: run.face.name })));
  };
  expect(await kept("ابدأابدأابدأ")).toBe(await kept("ابدأ"));
});

test.each([
  ["a sentence", "ابدأ الآن", reversed("ابدأ الآن")],
  ["a time", "شرط 17:30 نعم", `${reversed("نعم")} 17:30 ${reversed("شرط")}`],
  ["a name in other letters", "مع Tom Ward غدا.", `.${reversed("غدا")} Tom Ward ${reversed("مع")}`],
  ["numbers of its own", "عام ٢٠٢٦", `٢٠٢٦ ${reversed("عام")}`],
  ["brackets", "שלום (כן)", `(${reversed("כן")}) ${reversed("שלום")}`.replace("(", ")").replace(/\)(?= )/u, "(")],
  ["its word in a sentence of Latin letters", "We say ابدأ now.", `We say ${reversed("ابدأ")} now.`],
])("from right to left: %s", async (_, text, expected) => {
  expect(await drawn(text)).toBe(expected);
});

test("a bracket of text from right to left is drawn as its mirror image", async () => {
  const { placed } = withLevels((await shape("שלום (כן)")).map((cluster) => ({ cluster, span: 0 })));
  const [plain] = await shape(")");
  expect(placed.find(({ cluster }) => cluster.text === "(")?.cluster.glyph).toBe(plain?.glyph);
});

test("Thai is broken between words, and Japanese not before what closes", async () => {
  const lines = async (text: string, share: number) => {
    const clusters = await shape(text);
    return breakLines(
      clusters.map((cluster) => ({ cluster, span: 0 })),
      widthOf(clusters) * share,
    ).map((line) => line.map(({ cluster }) => cluster.text).join(""));
  };
  const words = new Intl.Segmenter("th", { granularity: "word" });
  const thai = "การประชุมงบประมาณฤดูใบไม้ผลิ";
  const ends = new Set(Array.from(words.segment(thai), ({ index }) => index));
  let at = 0;
  for (const line of await lines(thai, 0.4)) {
    expect(at === 0 || ends.has(at)).toBe(true);
    at += line.length;
  }
  expect(at).toBe(thai.length);
  for (let share = 0.3; share < 1; share += 0.05)
    for (const line of await lines("「会議」、データベースの「コーヒー」。", share))
      expect(line).not.toMatch(/^[」、。ー]|「$/u);
});

test("Chinese characters are those of the document's language", async () => {
  const faceOf = async (language: string) => (await shape("会", language))[0]?.face.name;
  expect([await faceOf("ja"), await faceOf("zh")]).toEqual(["japanese", "chinese"]);
});

test("documents that are written at the same time share a face and HarfBuzz", async () => {
  let started = 0;
  const shared = keepScriptFaces({ ...scriptFonts, harfbuzz: () => ((started += 1), scriptFonts.harfbuzz()) });
  const read = async (sign: string) => (await shared(new Set([sign]), "en"))[0];
  const [one, other, another] = await Promise.all([read("ع"), read("ب"), read("क")]);
  expect(one).toBeDefined();
  expect(other).toBe(one);
  expect(another?.shape?.("क")).toHaveLength(1);
  expect(started).toBe(1);
});

test("a missing face, and HarfBuzz that did not start, are asked for again", async () => {
  let tries = 0;
  const own = keepScriptFaces({
    read: async (name) => ((tries += 1), tries === 1 ? null : await scriptFonts.read(name)),
    harfbuzz() {
      if (tries === 2) throw new Error("no memory");
      return scriptFonts.harfbuzz();
    },
  });
  const read = () => own(new Set(["ع"]), "ar");
  expect(await read()).toEqual([]);
  await expect(read()).rejects.toThrow("no memory");
  expect((await read()).map(({ name }) => name)).toEqual(["arabic"]);
});
