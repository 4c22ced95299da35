import mammoth from "mammoth";
import { expect, test } from "vitest";
import { LOCALES, type Locale } from "#app/domain/languages.ts";
import { openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import { writeDocx } from "#app/server/exports/docx/write-docx.ts";
import { EXPORT_TEXTS, minutesOf } from "#app/server/exports/minutes.ts";
import { head, segment, view } from "#tests/unit/meeting-page/build-view.ts";
import { sample } from "#tests/unit/pdf/sample.ts";

/** Checks the DOCX with independent readers: mammoth for the content, and a ZIP reader for its parts. */

const PAGE = "https://acta.example/0123456789abcdefghjkmnpq";

async function docx(of: ReturnType<typeof view>, locale: Locale = "en") {
  const t = translator(await openI18n(locale), locale, EXPORT_TEXTS);
  return writeDocx(minutesOf(of, t, { locale }), { page: PAGE, locale, writtenAt: Date.UTC(2026, 10, 19, 10, 5) });
}

async function read(bytes: Uint8Array): Promise<string> {
  const { value, messages } = await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes) },
    {
      styleMap: [
        "p[style-name='Title'] => h1:fresh",
        "p[style-name='heading 1'] => h2:fresh",
        "p[style-name='List Bullet'] => ul > li:fresh",
      ],
      includeDefaultStyleMap: true,
    },
  );
  expect(
    messages.filter(
      ({ type, message }) => type === "error" || !/Unrecognised paragraph style|Unrecognised run style/u.test(message),
    ),
  ).toEqual([]);
  return value;
}

async function part(bytes: Uint8Array, name: string): Promise<string> {
  const { default: Zip } = await import("jszip");
  const file = (await Zip.loadAsync(bytes)).file(name);
  return file ? file.async("string") : "";
}

test.each(LOCALES)("in %s: headings, lists, tables and links have their own styles", async (locale) => {
  const meeting = sample(locale, 20);
  const html = await read(await docx(meeting, locale));
  expect(html.startsWith(`<h1>${meeting.head.title.replace(/&/gu, "&amp;")}</h1>`)).toBe(true);
  expect(html.match(/<h2>/gu)).toHaveLength(10);
  expect(html.match(/<table>/gu)).toHaveLength(2);
  expect(html.match(/<thead><tr><th>/gu)).toHaveLength(2);
  expect(html.match(/<ul>/gu)?.length).toBeGreaterThan(2);
  expect(html).toContain(`<a href="${PAGE}?t=1">00:01</a>`);
  for (const { text } of meeting.segments) expect(html).toContain(text.replace(/"/gu, "&quot;"));
});

test("has its title, its language and its creation time", async () => {
  const bytes = await docx(sample("ca", 5), "ca");
  const core = await part(bytes, "docProps/core.xml");
  expect(core).toContain("<dc:title>Revisió setmanal: col·laboració amb la clínica i paral·lelismes</dc:title>");
  expect(core).toContain("<dc:language>ca-ES</dc:language>");
  expect(core).toContain(">2026-11-19T10:05:00Z<");
  expect(await part(bytes, "word/styles.xml")).toContain('<w:lang w:val="ca-ES"');
});

test("speech is plain text and never markup, and characters that XML cannot hold are removed", async () => {
  const said = `</w:t></w:r> <w:br/> & "quoted" \u0000\u0008 \ud800 ]]> 😀`;
  const html = await read(
    await docx(view({ head: head({ title: said }), segments: [segment("w0-0", 1, { text: said })] })),
  );
  expect(html).toContain("&lt;/w:t&gt;&lt;/w:r&gt; &lt;w:br/&gt; &amp;");
  expect(html).toContain("]]&gt; 😀");
});

test("every part is well formed XML", async () => {
  const { DOMParser } = await import("@xmldom/xmldom");
  const bytes = await docx(sample("fr", 20), "fr");
  for (const name of [
    "[Content_Types].xml",
    "_rels/.rels",
    "docProps/core.xml",
    "word/document.xml",
    "word/_rels/document.xml.rels",
    "word/styles.xml",
    "word/numbering.xml",
    "word/settings.xml",
    "word/footer1.xml",
  ]) {
    const faults: string[] = [];
    new DOMParser({ errorHandler: (_level, message: string) => faults.push(message) }).parseFromString(
      await part(bytes, name),
      "text/xml",
    );
    expect(faults, name).toEqual([]);
  }
});

test("the same minutes give the same bytes", async () => {
  expect(await docx(sample("es", 5), "es")).toEqual(await docx(sample("es", 5), "es"));
});
