import type { MeetingExport } from "#app/contracts/meeting/meeting-export.ts";
import type { SummaryItem } from "#app/domain/summary/summary.ts";
import { isQuotation } from "#app/domain/summary/quotation.ts";
import type { FieldType } from "#app/domain/template/template.ts";
import type { Marked, Minutes } from "#app/server/exports/minutes.ts";
import type { Strip } from "#app/server/exports/pdf/flow.ts";

/**
 * Writes the fields of one type in every format. The parts of a format are given by its writer: the bundle that writes the PDF
 * does not load the code for DOCX, and the other way round.
 */
export type FieldWriter<Body, Exported> = {
  /** CommonMark blocks. */
  markdown: (body: Body, parts: MarkdownParts) => string;
  /** Lines of plain text. */
  plainText: (body: Body, parts: TextParts) => string[];
  /** Paragraphs and tables of WordprocessingML. */
  docx: (body: Body, parts: DocxParts) => string;
  pdf: (body: Body, parts: PdfParts) => Strip[];
  json: (body: Body, parts: JsonParts) => Exported;
};

type ExportedContent = NonNullable<MeetingExport["summary"]>["fields"][number]["content"];

/** The content of each type of field in the JSON export, without the name of its type. */
export type ExportedBodies = {
  [Type in FieldType]: Omit<Extract<ExportedContent, { type: Type }>, "type">;
};

export type ExportedField<Types extends FieldType = FieldType> = {
  [Type in Types]: { type: Type } & ExportedBodies[Type];
}[Types];

export type MarkdownParts = {
  minutes: Minutes;
  escape: (text: string) => string;
  /** The links to a line's moments, or that a person wrote it; begins with a space. */
  marks: (line: Marked) => string;
  table: (columns: string[], rows: (Marked & { cells: string[] })[]) => string;
};

export type TextParts = {
  minutes: Minutes;
  /** The first moment of a line, or that a person wrote it; begins with a space. */
  at: (line: Marked) => string;
};

export type DocxParts = {
  minutes: Minutes;
  paragraph: (style: string, runs: string) => string;
  run: (text: string, style?: string) => string;
  lineBreak: string;
  marks: (line: Marked) => string;
  table: (columns: readonly string[], rows: readonly string[][]) => string;
};

export type PdfParts = {
  minutes: Minutes;
  runningText: (items: readonly PdfItem[]) => Strip[];
  list: (items: readonly (PdfItem & { subtitle: string | null; strong: boolean })[]) => Strip[];
  words: (words: readonly string[]) => Strip[];
  table: (head: readonly string[], rows: readonly { cells: PdfCell[][]; line: Marked }[]) => Strip[];
};
export type PdfItem = Marked & { text: string };
/** A paragraph within a cell. */
export type PdfCell = { text: string; look: "said" | "note" | "unsaid" };

/** The common members of exported lines; only what the schema names, because ids of lines belong to the page. */
export type JsonParts = {
  marks: (line: JsonLine) => { segmentIds: string[]; manual: boolean; outdated: boolean; confirmed: boolean };
};
export type JsonLine = {
  segmentIds: string[];
  manual?: true | undefined;
  outdated?: true | undefined;
  unconfirmed?: true | undefined;
};

/** The speaker, exact words and part of a line that still quotes. */
export function quotedOf(item: SummaryItem): Pick<SummaryItem, "quoted"> {
  return item.quoted !== undefined && isQuotation(item) ? { quoted: item.quoted } : {};
}
