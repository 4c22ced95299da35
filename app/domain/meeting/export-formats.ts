/** Formats of a meeting as a file, PDF apart: it is written ahead, and exists or does not (decision 030). */
export const EXPORT_FORMATS = ["docx", "md", "txt", "srt", "vtt", "json"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export function parseExportFormat(text: string): ExportFormat | null {
  return EXPORT_FORMATS.find((format) => format === text) ?? null;
}
