import { strToU8, type Zippable, zipSync } from "fflate";
import type { Locale } from "#app/domain/languages.ts";
import { formatMoment } from "#app/domain/time.ts";
import { textOfTurn } from "#app/domain/transcript/group-turns.ts";
import {
  CONTENT_TYPES,
  coreProperties,
  documentRelations,
  FOOTER,
  HEAD,
  LINK_ID_FROM,
  NAMESPACES,
  NUMBERING,
  PACKAGE_RELATIONS,
  SETTINGS,
  styles,
} from "#app/server/exports/docx/parts.ts";
import { escapeXml } from "#app/server/exports/escape-xml.ts";
import type { DocxParts } from "#app/server/exports/fields/field-writer.ts";
import { writerOf } from "#app/server/exports/fields/field-writers.ts";
import type { Marked, Minutes, MinutesSection } from "#app/server/exports/minutes.ts";

/** The minutes for a word processor: real headings, lists, tables and links. `page` is the meeting's address. */
export function writeDocx(
  minutes: Minutes,
  { page, locale, writtenAt }: { page: string; locale: Locale; writtenAt: number },
): Uint8Array {
  const links = new Map<string, string>();
  const body = bodyOf({ minutes, page, links });
  return zip({
    "[Content_Types].xml": CONTENT_TYPES,
    "_rels/.rels": PACKAGE_RELATIONS,
    "docProps/core.xml": coreProperties({ title: minutes.title, locale, writtenAt }),
    "word/document.xml": `${HEAD}<w:document ${NAMESPACES}><w:body>${body}${SECTION}</w:body></w:document>`,
    "word/_rels/document.xml.rels": documentRelations([...links.keys()]),
    "word/styles.xml": styles(locale),
    "word/numbering.xml": NUMBERING,
    "word/settings.xml": SETTINGS,
    "word/footer1.xml": FOOTER,
  });
}

/** Every part has the first date that ZIP knows, so that the same minutes give the same bytes. */
function zip(parts: Record<string, string>): Uint8Array {
  const mtime = new Date(1980, 0, 1);
  const files = Object.entries(parts).map(([name, text]) => [name, [strToU8(text), { mtime }]] as const);
  return zipSync(Object.fromEntries(files) as Zippable);
}

/** A4; the text as wide as in the PDF. */
const SECTION =
  '<w:sectPr><w:footerReference w:type="default" r:id="rId4"/><w:pgSz w:w="11906" w:h="16838"/>' +
  '<w:pgMar w:top="1280" w:right="1300" w:bottom="1440" w:left="1500" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>';
const TABLE_WIDTH = 9106;

type Writing = { minutes: Minutes; page: string; links: Map<string, string> };

function bodyOf(writing: Writing): string {
  const { minutes } = writing;
  const { texts, people } = minutes;
  const parts: DocxParts = {
    minutes,
    paragraph,
    run,
    lineBreak: "<w:r><w:br/></w:r>",
    marks: (line) => marks(writing, line),
    table,
  };
  const written = [paragraph("Title", run(minutes.title)), paragraph("Subtitle", run(minutes.whenAndHow.join(" · ")))];
  if (people.length > 0) {
    written.push(paragraph("Subtitle", run(people.map(({ name, spoken }) => `${name} (${spoken})`).join(", "))));
  }
  const { quotations } = minutes;
  if (quotations) {
    written.push(paragraph("Heading1", run(quotations.title)), paragraph("Normal", run(quotations.intro)));
  }
  if (minutes.caution !== null) written.push(paragraph("Normal", run(minutes.caution, "Emphasis")));
  const sections = (all: readonly MinutesSection[], heading: string) => {
    for (const { title, content, nothing } of all) {
      written.push(paragraph(heading, run(title)));
      written.push(
        content ? writerOf(content.type).docx(content, parts) : paragraph("Normal", run(nothing, "Emphasis")),
      );
    }
  };
  sections(minutes.sections, quotations ? "Heading2" : "Heading1");
  if (minutes.below) {
    written.push(paragraph("Heading1", run(minutes.below.title)), paragraph("Normal", run(minutes.below.intro)));
    sections(minutes.below.sections, "Heading2");
  }
  written.push(...minutes.colophonLines.map((line) => paragraph("Colophon", run(line))));
  if (minutes.turns.length > 0) {
    written.push(paragraph("Heading1", run(texts.transcript), "<w:pageBreakBefore/>"));
    for (const turn of minutes.turns) {
      const { speaker, named, startMs } = turn;
      const who = named && speaker !== null ? run(`${speaker} `, "Strong") : "";
      const said = run(` ${textOfTurn(turn)}`);
      written.push(paragraph("Normal", `${who}${link(writing, startMs)}${said}`));
    }
  }
  return written.join("");
}

/** Word orders a run, and the lines of a paragraph, from right to left only where it is told. */
const RIGHT_TO_LEFT = "<w:rtl/>";
const IS_RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

function paragraph(style: string, runs: string, properties = ""): string {
  const direction = runs.includes(RIGHT_TO_LEFT) ? "<w:bidi/>" : "";
  return `<w:p><w:pPr><w:pStyle w:val="${style}"/>${properties}${direction}</w:pPr>${runs}</w:p>`;
}

function run(text: string, style?: string): string {
  const direction = IS_RIGHT_TO_LEFT.test(text) ? RIGHT_TO_LEFT : "";
  const named = style === undefined ? "" : `<w:rStyle w:val="${style}"/>`;
  const look = named + direction === "" ? "" : `<w:rPr>${named}${direction}</w:rPr>`;
  const words = escapeXml(text.replace(/[\r\n\t]+/gu, " "));
  return `<w:r>${look}<w:t xml:space="preserve">${words}</w:t></w:r>`;
}

function marks(writing: Writing, line: Marked): string {
  const manualMark = writing.minutes.manualMark(line);
  if (manualMark !== null) return run(`\u00a0${manualMark}`, "Emphasis");
  const unconfirmedMark = writing.minutes.unconfirmedMark(line);
  const moments = writing.minutes.moments(line.segmentIds);
  const doubt = unconfirmedMark === null ? "" : run(`\u00a0${unconfirmedMark}`, "Emphasis");
  return (
    doubt +
    (unconfirmedMark === null ? moments : moments.slice(0, 1))
      .map(({ startMs }) => run("\u00a0") + link(writing, startMs))
      .join("")
  );
}

/** A moment as a link to the page that plays it; behind the recording's end it is a plain time. */
function link({ minutes, page, links }: Writing, startMs: number): string {
  if (!minutes.reaches(startMs)) return run(formatMoment(startMs));
  const url = `${page}?t=${Math.floor(startMs / 1000)}`;
  const id = links.get(url) ?? `rId${LINK_ID_FROM + links.size}`;
  links.set(url, id);
  return `<w:hyperlink r:id="${id}" w:history="1">${run(formatMoment(startMs), "Hyperlink")}</w:hyperlink>`;
}

/** Its head comes again on every page; rows are not divided. */
function table(columns: readonly string[], rows: readonly string[][]): string {
  const width = Math.floor(TABLE_WIDTH / columns.length);
  const cell = (style: string, runs: string) =>
    `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${paragraph(style, runs)}</w:tc>`;
  const head = columns.map((column) => cell("TableHead", run(column))).join("");
  const body = rows.map(
    (row) => `<w:tr><w:trPr><w:cantSplit/></w:trPr>${row.map((runs) => cell("TableText", runs)).join("")}</w:tr>`,
  );
  return (
    `<w:tbl><w:tblPr><w:tblStyle w:val="MinutesTable"/><w:tblW w:w="${TABLE_WIDTH}" w:type="dxa"/>` +
    `<w:tblLook w:val="0020" w:firstRow="1"/></w:tblPr>` +
    `<w:tblGrid>${columns.map(() => `<w:gridCol w:w="${width}"/>`).join("")}</w:tblGrid>` +
    `<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${head}</w:tr>${body.join("")}</w:tbl>`
  );
}
