import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { type Locale, LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { directionOf } from "#app/i18n/direction.ts";
import { openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import { escapeXml } from "#app/server/exports/escape-xml.ts";
import { EXPORT_TEXTS, type Minutes, minutesOf } from "#app/server/exports/minutes.ts";
import { type Canvas, createCanvas, cutToWidth, type Ink } from "#app/server/exports/pdf/canvas.ts";
import { embedFonts } from "#app/server/exports/pdf/embed-fonts.ts";
import { type Laid, paginate } from "#app/server/exports/pdf/flow.ts";
import { type FontBytes, openTypeface, type Typeface } from "#app/server/exports/pdf/font-face.ts";
import {
  BOTTOM,
  COLUMN,
  FOOT_BASELINE,
  LEFT,
  PAGE,
  type PdfOptions,
  STYLES,
  TOP,
} from "#app/server/exports/pdf/page-design.ts";
import { setDocument } from "#app/server/exports/pdf/pdf-document.ts";
import { createPdfFile, hex, num, type PdfFile, type Ref } from "#app/server/exports/pdf/pdf-file.ts";
import { keepScriptFaces, type ScriptFonts } from "#app/server/exports/pdf/script-faces.ts";
import { missingSigns, shapeText } from "#app/server/exports/pdf/shape-text.ts";
import { setText } from "#app/server/exports/pdf/set-text.ts";
import { writeOutline, writeStructure } from "#app/server/exports/pdf/structure.ts";
import type { PdfWriter } from "#app/server/ports/pdf-writer.ts";

/**
 * The minutes as a tagged PDF (PDF/UA-1) of A4 pages. Deterministic: the same minutes give the same bytes, whose `id` (32
 * hexadecimal digits) and time the caller says.
 */
async function writePdf(
  minutes: Minutes,
  options: PdfOptions & { locale: Locale; language: MeetingLanguage; writtenAt: number; id: string },
  typeface: Typeface,
): Promise<Uint8Array> {
  const { strips, root } = setDocument(minutes, options, typeface);
  const laid = paginate(strips, PAGE.height - TOP - BOTTOM);
  const file = createPdfFile();
  const ink: Ink = { file, used: new Map(), annotationKeys: new Map(), pageCount: laid.length };
  const pages = laid.map(() => file.reserve());
  const tree = file.reserve();
  const drawn = laid.map((page, index) => drawPage(page, { index, ink, minutes, typeface }));
  const fonts = await embedFonts(file, ink.used);
  const resources = file.add(`<</Font<<${fonts}>>>>`);
  for (const [index, canvas] of drawn.entries()) {
    const { content, annotations } = canvas.finish();
    const stream = await file.addStream("", new TextEncoder().encode(content));
    const ref = pages[index];
    if (ref) file.set(ref, pageObject({ tree, resources, stream, annotations, index }));
  }
  file.set(tree, `<</Type/Pages/Kids[${pages.join(" ")}]/Count ${pages.length}>>`);
  const structure = writeStructure(file, root, { pages, annotationKeys: ink.annotationKeys });
  const outline = writeOutline(file, entriesOf(laid, pages));
  const { metadata, info } = await describe(file, { ...options, title: minutes.title });
  const catalogue = file.add(
    `<</Type/Catalog/Pages ${tree}/Lang(${options.language})/MarkInfo<</Marked true>>/StructTreeRoot ${structure}` +
      `/Metadata ${metadata}/ViewerPreferences<</DisplayDocTitle true>>${outline ? `/Outlines ${outline}` : ""}>>`,
  );
  return file.finish({ root: catalogue, info, id: options.id });
}

function pageObject(page: {
  tree: Ref;
  resources: Ref;
  stream: Ref;
  annotations: readonly Ref[];
  index: number;
}): string {
  const annotations = page.annotations.length === 0 ? "" : `/Annots[${page.annotations.join(" ")}]`;
  return (
    `<</Type/Page/Parent ${page.tree}/MediaBox[0 0 ${num(PAGE.width)} ${num(PAGE.height)}]/Resources ${page.resources}` +
    `/Contents ${page.stream}/StructParents ${page.index}/Tabs/S${annotations}>>`
  );
}

function drawPage(
  page: readonly Laid[],
  { index, ink, minutes, typeface }: { index: number; ink: Ink; minutes: Minutes; typeface: Typeface },
): Canvas {
  const canvas = createCanvas(ink, index, PAGE.height);
  for (const { strip, top } of page) strip.draw(canvas, TOP + top);
  drawFoot(canvas, { minutes, typeface, pageCount: ink.pageCount });
  return canvas;
}

/** "3 / 7", and from the second page on the document's title. A document of one page has neither. */
function drawFoot(
  canvas: Canvas,
  { minutes, typeface, pageCount }: { minutes: Minutes; typeface: Typeface; pageCount: number },
): void {
  if (pageCount === 1) return;
  const set = (text: string) => shapeText(text, STYLES.foot, typeface);
  const shown = (clusters: Parameters<typeof setText>[0]) => setText(clusters, STYLES.foot.size);
  const number = shown(set(`${canvas.page + 1} / ${pageCount}`));
  const at = { baseline: FOOT_BASELINE, slot: null };
  canvas.text(number, STYLES.foot, { ...at, x: LEFT + COLUMN - number.width });
  if (canvas.page === 0) return;
  canvas.text(shown(cutToWidth(set(minutes.title), COLUMN - 80, set("…"))), STYLES.foot, { ...at, x: LEFT });
}

function entriesOf(laid: readonly Laid[][], pages: readonly Ref[]): { title: string; page: Ref; top: number }[] {
  return laid.flatMap((page, index) =>
    page.flatMap(({ strip, top }) => {
      const ref = pages[index];
      return strip.title === undefined || !ref
        ? []
        : [{ title: strip.title, page: ref, top: PAGE.height - TOP - top + 8 }];
    }),
  );
}

/** Metadata for a PDF reader's title bar, search engines and PDF/UA checkers: the same facts in XMP and the old dictionary. */
async function describe(
  file: PdfFile,
  { title, language, writtenAt }: { title: string; language: string; writtenAt: number },
): Promise<{ metadata: Ref; info: Ref }> {
  const stamp = new Date(writtenAt).toISOString().slice(0, 19);
  const date = `D:${stamp.replace(/[-:T]/gu, "")}Z`;
  const info = file.add(`<</Title ${hex(title)}/Creator(Acta)/Producer(Acta)/CreationDate(${date})/ModDate(${date})>>`);
  const xmp = new TextEncoder().encode(packet({ title, language, stamp: `${stamp}Z` }));
  // Plain, so that programs which do not know PDF find it.
  return { metadata: await file.addStream("/Type/Metadata/Subtype/XML", xmp, { plain: true }), info };
}

function packet({ title, language, stamp }: { title: string; language: string; stamp: string }): string {
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfuaid:part>1</pdfuaid:part>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>${stamp}</xmp:CreateDate>
<xmp:ModifyDate>${stamp}</xmp:ModifyDate>
<xmp:CreatorTool>Acta</xmp:CreatorTool>
<pdf:Producer>Acta</pdf:Producer>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
}

/** Increased when the layout of the same minutes changes, so that existing PDFs are written again at the next change. */
const DESIGN = 5;

/** The faces of all documents; `scripts` are those of other scripts that one document needs. */
export type Faces = { typeface: () => Typeface; scripts: ReturnType<typeof keepScriptFaces> };

/** Opens the faces when the first PDF is written, and those of other scripts when a document needs them. */
export function keepFaces(fonts: () => FontBytes, scriptFonts: ScriptFonts): Faces {
  let typeface: Typeface | null = null;
  return { typeface: () => (typeface ??= openTypeface(fonts())), scripts: keepScriptFaces(scriptFonts) };
}

/** Writes the PDF of a meeting. */
export function pdfWriter({ faces, origin }: { faces: Faces; origin: string }): PdfWriter {
  return {
    async fingerprint({ head, summary, segments }, { transcript, linked }) {
      const { meetId, title, startsAt, timeZone, language, durationMs, transcriptSource, droppedSegments, playable } =
        head;
      const shown = {
        meetId,
        title,
        startsAt,
        timeZone,
        language,
        durationMs,
        transcriptSource,
        droppedSegments,
        playable,
        cutOff: head.cutOff,
        textOnly: head.textOnly,
      };
      const told = JSON.stringify([DESIGN, origin, transcript, linked, shown, head.templateName, summary, segments]);
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(told)));
      return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
    },
    async write(view, { transcript, linked, fingerprint }) {
      const typeface = faces.typeface();
      const language = languageOf(view);
      const locale = parseLocale(language) ?? LOCALE_FALLBACK;
      const t = translator(await openI18n(locale), locale, EXPORT_TEXTS);
      const page = linked && view.head.playable ? `${origin}/${view.head.meetId}` : null;
      const minutes = minutesOf(view, t, { locale });
      const shown = JSON.stringify(transcript ? minutes : { ...minutes, turns: [] });
      const scripts = await faces.scripts(missingSigns(shown, typeface), language);
      return writePdf(
        minutes,
        {
          page,
          transcript,
          texts: {
            moment: (at) => t("exporting:moment", { at }),
            missingLetters: t("exporting:missingLetters"),
          },
          locale,
          language,
          writtenAt: view.summary?.writtenAt ?? view.head.startsAt,
          id: fingerprint,
        },
        { ...typeface, scripts, direction: directionOf(language) ?? "ltr" },
      );
    },
  };
}

/** A document has one language: that of its content, for every reader. Acta's own words are English where it has none in it. */
function languageOf({ head, summary }: MeetingView) {
  return summary?.language ?? head.language;
}
