import type { Locale } from "#app/domain/languages.ts";
import { escapeXml } from "#app/server/exports/escape-xml.ts";

/** The parts of a DOCX beside its text (ECMA-376). Sizes are in half points, distances in twentieths of a point. */

export const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
export const NAMESPACES = `xmlns:w="${MAIN}" xmlns:r="${RELATIONS}"`;
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml";

/** Language tags with a region, because spelling checkers need more than our two letters. */
const LANGUAGES: Record<Locale, string> = { en: "en-GB", es: "es-ES", ca: "ca-ES", fr: "fr-FR" };

export const CONTENT_TYPES =
  `${HEAD}<Types xmlns="${PACKAGE}/content-types">` +
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  `<Default Extension="xml" ContentType="application/xml"/>` +
  `<Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/>` +
  `<Override PartName="/word/styles.xml" ContentType="${WORD}.styles+xml"/>` +
  `<Override PartName="/word/numbering.xml" ContentType="${WORD}.numbering+xml"/>` +
  `<Override PartName="/word/settings.xml" ContentType="${WORD}.settings+xml"/>` +
  `<Override PartName="/word/footer1.xml" ContentType="${WORD}.footer+xml"/>` +
  `<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`;

export const PACKAGE_RELATIONS =
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/>` +
  `<Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;

/** The first ids are the document's own parts; links follow. */
export const LINK_ID_FROM = 5;

export function documentRelations(links: readonly string[]): string {
  const own = ["styles", "numbering", "settings", "footer"].map(
    (name, index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${name}" Target="${name === "footer" ? "footer1" : name}.xml"/>`,
  );
  const outside = links.map(
    (url, index) =>
      `<Relationship Id="rId${index + LINK_ID_FROM}" Type="${RELATIONS}/hyperlink" Target="${escapeXml(url)}" TargetMode="External"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${own.join("")}${outside.join("")}</Relationships>`;
}

export function coreProperties({
  title,
  locale,
  writtenAt,
}: {
  title: string;
  locale: Locale;
  writtenAt: number;
}): string {
  const at = `${new Date(writtenAt).toISOString().slice(0, 19)}Z`;
  return (
    `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
    `xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
    `<dc:title>${escapeXml(title)}</dc:title><dc:creator>Acta</dc:creator><dc:language>${LANGUAGES[locale]}</dc:language>` +
    `<dcterms:created xsi:type="dcterms:W3CDTF">${at}</dcterms:created>` +
    `<dcterms:modified xsi:type="dcterms:W3CDTF">${at}</dcterms:modified></cp:coreProperties>`
  );
}

export function styles(locale: Locale): string {
  const language = LANGUAGES[locale];
  return (
    `${HEAD}<w:styles ${NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr>` +
    `<w:rFonts w:ascii="Source Serif 4" w:hAnsi="Source Serif 4" w:eastAsia="Source Serif 4" w:cs="Times New Roman"/>` +
    `<w:sz w:val="21"/><w:lang w:val="${language}" w:eastAsia="${language}"/></w:rPr></w:rPrDefault>` +
    `<w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="300" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>` +
    paragraphStyle("Normal", "Normal", { isDefault: true }) +
    paragraphStyle("Title", "Title", {
      run: '<w:b/><w:sz w:val="48"/>',
      paragraph: '<w:spacing w:after="80" w:line="264" w:lineRule="auto"/>',
    }) +
    paragraphStyle("Heading1", "heading 1", {
      run: '<w:b/><w:sz w:val="28"/>',
      paragraph: '<w:keepNext/><w:keepLines/><w:spacing w:before="320" w:after="100"/><w:outlineLvl w:val="0"/>',
    }) +
    paragraphStyle("Heading2", "heading 2", {
      run: '<w:b/><w:sz w:val="23"/>',
      paragraph: '<w:keepNext/><w:keepLines/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="1"/>',
    }) +
    paragraphStyle("Subtitle", "Subtitle", { run: '<w:color w:val="5C554E"/><w:sz w:val="19"/>' }) +
    paragraphStyle("ListBullet", "List Bullet", {
      paragraph: '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:spacing w:after="80"/>',
    }) +
    paragraphStyle("TableText", "Table Text", {
      run: '<w:sz w:val="20"/>',
      paragraph: '<w:spacing w:before="40" w:after="40" w:line="264" w:lineRule="auto"/>',
    }) +
    paragraphStyle("TableHead", "Table Head", {
      run: '<w:b/><w:color w:val="5C554E"/><w:sz w:val="17"/>',
      paragraph: '<w:keepNext/><w:spacing w:before="40" w:after="40"/>',
    }) +
    paragraphStyle("Colophon", "Colophon", {
      run: '<w:color w:val="5C554E"/><w:sz w:val="17"/>',
      paragraph: '<w:spacing w:after="40"/>',
    }) +
    paragraphStyle("Footer", "footer", {
      run: '<w:color w:val="5C554E"/><w:sz w:val="17"/>',
      paragraph: '<w:jc w:val="right"/>',
    }) +
    `<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="264EC1"/></w:rPr></w:style>` +
    `<w:style w:type="character" w:styleId="Strong"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>` +
    `<w:style w:type="character" w:styleId="Emphasis"><w:name w:val="Emphasis"/><w:rPr><w:i/><w:color w:val="726C65"/></w:rPr></w:style>` +
    `<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/>` +
    `<w:tblCellMar><w:left w:w="0" w:type="dxa"/><w:right w:w="200" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>` +
    `<w:style w:type="table" w:styleId="MinutesTable"><w:name w:val="Minutes Table"/><w:basedOn w:val="TableNormal"/><w:tblPr>` +
    `<w:tblBorders><w:bottom w:val="single" w:sz="4" w:color="DFDCD6"/><w:insideH w:val="single" w:sz="4" w:color="DFDCD6"/></w:tblBorders></w:tblPr>` +
    `<w:tblStylePr w:type="firstRow"><w:tcPr><w:tcBorders><w:bottom w:val="single" w:sz="4" w:color="8A857E"/></w:tcBorders></w:tcPr></w:tblStylePr></w:style>` +
    `</w:styles>`
  );
}

function paragraphStyle(
  id: string,
  name: string,
  { run = "", paragraph = "", isDefault = false }: { run?: string; paragraph?: string; isDefault?: boolean },
): string {
  const based = isDefault ? "" : '<w:basedOn w:val="Normal"/>';
  const first = isDefault ? ' w:default="1"' : "";
  return (
    `<w:style w:type="paragraph"${first} w:styleId="${id}"><w:name w:val="${name}"/>${based}<w:qFormat/>` +
    `<w:pPr>${paragraph}</w:pPr><w:rPr>${run}</w:rPr></w:style>`
  );
}

export const NUMBERING =
  `${HEAD}<w:numbering ${NAMESPACES}><w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="hybridMultilevel"/>` +
  `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/><w:lvlJc w:val="left"/>` +
  `<w:pPr><w:ind w:left="360" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum>` +
  `<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;

export const SETTINGS = `${HEAD}<w:settings ${NAMESPACES}><w:zoom w:percent="100"/><w:defaultTabStop w:val="720"/><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`;

const field = (code: string) => `<w:fldSimple w:instr=" ${code} "><w:r><w:t>1</w:t></w:r></w:fldSimple>`;
export const FOOTER =
  `${HEAD}<w:ftr ${NAMESPACES}><w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr>${field("PAGE")}` +
  `<w:r><w:t xml:space="preserve"> / </w:t></w:r>${field("NUMPAGES")}</w:p></w:ftr>`;
