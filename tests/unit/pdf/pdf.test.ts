import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { TEXT_LANGUAGES } from "#app/domain/languages.ts";
import { readPdf } from "#tests/support/read-pdf.ts";
import { segment, head, view } from "#tests/unit/meeting-page/build-view.ts";
import { fonts, makePdf, PAGE_ORIGIN, scriptFonts, writer } from "#tests/unit/pdf/make-pdf.ts";
import { keepFaces, pdfWriter } from "#app/server/exports/pdf/write-pdf.ts";
import { sample } from "#tests/unit/pdf/sample.ts";

/** Checks the PDF with independent programs: pdf.js, and poppler and qpdf if they are installed. */

// pdf.js alone takes two seconds to load on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

test.each(TEXT_LANGUAGES)("in %s it is tagged, titled and in its language", async (language) => {
  const meeting = sample(language, 60);
  const read = await readPdf(await makePdf(meeting, { transcript: true }));
  expect(read.objections).toEqual([]);
  expect(read).toMatchObject({ language, title: meeting.head.title });
  expect(read.outline[0]).toBe(`H1 ${meeting.head.title}`);
  expect(read.pages).toBeGreaterThan(2);
});

test("the structure tree names each element, in the order of the template", async () => {
  const { outline } = await readPdf(await makePdf(sample("en", 20)));
  expect(outline.filter((line) => line.startsWith("H"))).toEqual([
    "H1 Weekly product review: release 1.9 and the harbour pilot",
    "H2 Summary",
    "H2 Key points",
    "H2 Decisions",
    "H2 Tasks",
    "H2 Keywords",
    "H2 Tags",
    "H2 Title and subtitle",
    "H2 Decisions and open questions",
    "H2 List",
  ]);
  const tasks = outline.slice(outline.indexOf("H2 Tasks"), outline.indexOf("H2 Keywords"));
  expect(tasks.slice(1, 6)).toEqual(["Table", "THead", "TR", "TH Title", "TH Assigned"]);
  expect(tasks).toContain("P 19/11/2026");
  expect(tasks.filter((line) => line === "P not said")).toHaveLength(3);
  expect(outline).toContain("LBody #release");
});

test("marks link to their moments, and are plain times when the page cannot be opened or played", async () => {
  const meeting = sample("fr", 20);
  const { links } = await readPdf(await makePdf(meeting));
  const { meetId } = meeting.head;
  expect(links[0]).toEqual({ url: `${PAGE_ORIGIN}/${meetId}?t=1`, says: "Moment 00:01 de la réunion" });
  expect(links.length).toBeGreaterThan(15);
  const shared = await readPdf(await makePdf(meeting, { linked: false }));
  expect(shared.links).toEqual([]);
  expect(shared.outline.some((line) => line === "Span 00:01")).toBe(true);
  const mute = { ...meeting, head: { ...meeting.head, playable: false } };
  expect((await readPdf(await makePdf(mute))).links).toEqual([]);
});

test("characters that our fonts cannot draw are shown as boxes", async () => {
  const text = "ꦱꦧ 👩‍👩‍👧 ᜀᜁᜂᜃ \u{10ffff} \ud800 ok";
  const bytes = await makePdf(view({ segments: [segment("w0-0", 1, { text })] }), { transcript: true });
  const read = await readPdf(bytes);
  expect(read.objections).toEqual([]);
  expect(read.outline.join("\n")).toContain("□□ □ □□□□ □ □ ok");
});

const spoken = (text: string, language: "ar" | "en" = "en") =>
  view({ head: head({ language, title: text }), segments: [segment("w0-0", 1, { text })] });

test.each([
  ["Arabic", "نبدأ اجتماع الميزانية"],
  ["Persian", "می‌خواهم کتاب‌ها را ۱۲۳۴"],
  ["Hebrew", "נדבר על התקציב"],
  ["Hindi", "मैं किताब वाले पन्ने भेज दूँगा।"],
  ["Bengali", "আমরা সোমবার বাজেট নিয়ে কথা বলব।"],
  ["Tamil", "நாங்கள் திங்கட்கிழமை பேசுவோம்"],
  ["Thai", "ที่นี่ปู่กินน้ำ"],
  ["Japanese", "新製品の会議は火曜日です。"],
  ["Korean", "회의는 화요일입니다"],
  ["Chinese, of both kinds", "会议在星期二，預算會議。"],
  ["Georgian and Armenian", "შეხვედრა Ժողով"],
])("%s is drawn without a box", async (_, text) => {
  const read = await readPdf(await makePdf(spoken(text), { transcript: true }));
  expect(read.objections).toEqual([]);
  expect(read.outline.join("\n")).not.toMatch(/□|\.notdef|cannot show/u);
});

test("a site without the faces of other scripts says in the PDF that letters are missing", async () => {
  const bare = pdfWriter({ faces: keepFaces(fonts, { ...scriptFonts, read: async () => null }), origin: PAGE_ORIGIN });
  const bytes = await bare.write(spoken("会議"), { transcript: true, linked: true, fingerprint: "0".repeat(32) });
  const read = await readPdf(bytes);
  expect(read.outline.join("\n")).toContain("This PDF cannot show some letters");
});

test("a face that could not be read fails the PDF, and is asked for again", async () => {
  let fails = true;
  const read: typeof scriptFonts.read = (name) => {
    if (!fails) return scriptFonts.read(name);
    fails = false;
    return Promise.reject(new Error("the site did not answer"));
  };
  const own = pdfWriter({ faces: keepFaces(fonts, { ...scriptFonts, read }), origin: PAGE_ORIGIN });
  const write = () => own.write(spoken("会議"), { transcript: true, linked: true, fingerprint: "0".repeat(32) });
  await expect(write()).rejects.toThrow("did not answer");
  expect((await readPdf(await write())).outline.join("\n")).not.toContain("□");
});

test("only the faces of a document's own scripts are read", async () => {
  const names: string[] = [];
  const own = pdfWriter({
    faces: keepFaces(fonts, { ...scriptFonts, read: (name) => (names.push(name), scriptFonts.read(name)) }),
    origin: PAGE_ORIGIN,
  });
  for (const text of ["Only Latin, Ελληνικά and кириллица", "會議 会議", "สวัสดี"])
    await own.write(spoken(text), { transcript: true, linked: true, fingerprint: "0".repeat(32) });
  expect(names).toEqual(["japanese", "thai"]);
});

test("the same minutes give the same bytes, and other minutes give others", async () => {
  const meeting = sample("es", 20);
  const [one, same, other] = await Promise.all([
    makePdf(meeting),
    makePdf(meeting),
    makePdf({ ...meeting, head: { ...meeting.head, title: "Otra" } }),
  ]);
  expect(same).toEqual(one);
  expect(other).not.toEqual(one);
  const kind = { transcript: false, linked: true };
  const fingerprint = await writer.fingerprint(meeting, kind);
  expect(await writer.fingerprint(structuredClone(meeting), kind)).toBe(fingerprint);
  expect(await writer.fingerprint(meeting, { ...kind, transcript: true })).not.toBe(fingerprint);
});

test.each([
  ["nothing but a title", view()],
  ["a title of one endless word", view({ head: head({ title: "x".repeat(300) }) })],
  ["a title of odd characters", view({ head: head({ title: "(\\)<>[]{}/% \u0000\u202e&amp; </dc:title>" }) })],
  ["a speaker with an endless name", view({ segments: [segment("w0-0", 1, { speaker: "y".repeat(400) })] })],
])("%s is written too", async (_name, meeting) => {
  const read = await readPdf(await makePdf(meeting, { transcript: true }));
  expect(read.objections).toEqual([]);
});

const programs = ["pdftotext", "pdffonts", "pdfinfo", "qpdf"].filter(
  (name) => spawnSync(name, ["--version"]).error !== undefined,
);
if (programs.length > 0) {
  // oxlint-disable-next-line no-console -- skipped tests are logged where everybody sees them
  console.log(`LEFT OUT: 'PDF by other programs' needs ${programs.join(", ")} (Debian: poppler-utils, qpdf)`);
}

describe.skipIf(programs.length > 0)("PDF by other programs", () => {
  function run(program: string, args: string[], bytes: Uint8Array): string {
    const folder = mkdtempSync(path.join(tmpdir(), "acta-pdf-"));
    try {
      const file = path.join(folder, "minutes.pdf");
      writeFileSync(file, bytes);
      const { status, stdout, stderr } = spawnSync(
        program,
        args.map((arg) => (arg === "FILE" ? file : arg)),
      );
      expect(status, stderr.toString()).toBe(0);
      expect(stderr.toString()).toBe("");
      return stdout.toString();
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test.each(TEXT_LANGUAGES)("pdftotext reads every word in %s, accents and all", async (language) => {
    const meeting = sample(language, 40);
    const text = run("pdftotext", ["-enc", "UTF-8", "FILE", "-"], await makePdf(meeting, { transcript: true }));
    const flat = text.replace(/\s+/gu, "");
    for (const { text: said } of meeting.segments) {
      // A page break inside the text inserts the page footer there.
      const [beginning = ""] = said.split(/(?<=\S{4,}) (?=\S+ \S+ \S+ )/u);
      expect(flat).toContain(beginning.replace(/\s+/gu, ""));
    }
    expect(flat).toContain("Laia Fontanals i Puig".replace(/\s+/gu, ""));
    expect(flat).toMatch(/1\/\d/u);
  });

  test("characters drawn as boxes can be found and copied as their original text", async () => {
    const text = "Notes ꦱꦧ 👩‍👩‍👧 ok";
    const bytes = await makePdf(view({ segments: [segment("w0-0", 1, { text })] }), { transcript: true });
    expect(run("pdftotext", ["-enc", "UTF-8", "FILE", "-"], bytes).replace(/\s+/gu, "")).toContain(
      text.replace(/\s+/gu, ""),
    );
  });

  test.each([
    ["Arabic", "نبدأ اجتماع الميزانية الذي أرسلته شركة"],
    ["Persian", "می‌خواهم کتاب‌ها را بخوانم"],
    ["Persian, with a joiner after a ligature", "کالا\u200cها را بخوانم"],
    ["Hebrew", "נדבר על התקציב ועל ההצעה"],
    ["Sinhala", "ශ්\u200dරී ලංකාව"],
    ["Malayalam", "അവന്\u200d വന്നു"],
    ["Hindi", "मैं किताब वाले पन्ने भेज दूँगा"],
    ["Tamil", "நாங்கள் திங்கட்கிழமை பேசுவோம்"],
    ["Thai", "ที่นี่ปู่กินน้ำ"],
    ["Japanese", "新製品の会議は火曜日です"],
  ])("%s is found and copied as it was said", async (_, text) => {
    const bytes = await makePdf(spoken(text), { transcript: true });
    // Marks of direction are not part of the words.
    const said = run("pdftotext", ["-enc", "UTF-8", "FILE", "-"], bytes).replace(/[\u200e\u200f\u202a-\u202e]/gu, "");
    expect(said.replace(/\s+/gu, " ")).toContain(text);
  });

  test("words before and after a line end stay two words for screen readers", async () => {
    const text = "one two three four five six seven eight nine ten ".repeat(8).trim();
    const bytes = await makePdf(view({ segments: [segment("w0-0", 1, { text })] }), { transcript: true });
    expect(run("pdfinfo", ["-struct-text", "FILE"], bytes)).toContain(`"${text}"`);
  });

  test("qpdf finds no errors in the file, and every table header is marked as the header of its column", async () => {
    const bytes = await makePdf(sample("ca", 400), { transcript: true });
    expect(run("qpdf", ["--check", "FILE"], bytes)).toContain("No syntax or stream encoding errors found");
    const plain = run("qpdf", ["--qdf", "--object-streams=disable", "FILE", "-"], bytes);
    const heads = plain.match(/\/S \/TH\b/gu) ?? [];
    expect(heads.length).toBeGreaterThan(5);
    expect(plain.match(/\/Scope \/Column/gu)).toHaveLength(heads.length);
    expect(plain).not.toMatch(/\/Tabs \/(?!S\b)/u);
  });

  test("every font is embedded as a subset, and maps its glyphs to characters", async () => {
    const rows = run("pdffonts", ["FILE"], await makePdf(sample("en", 20)))
      .trim()
      .split("\n")
      .slice(2);
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) expect(row).toMatch(/CID TrueType\s+Identity-H\s+yes yes yes/u);
  });
});
