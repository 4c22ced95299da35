import { formatMoment } from "#app/domain/time.ts";
import type { Marked, Minutes } from "#app/server/exports/minutes.ts";
import type { Target } from "#app/server/pdf/canvas.ts";
import { STYLES } from "#app/server/pdf/page-design.ts";
import type { GutterMark } from "#app/server/pdf/paragraph.ts";
import type { Typeface } from "#app/server/pdf/typeface.ts";

/** Texts of a document in addition to its minutes. */
export type PdfTexts = {
  /** Accessible name of a link to a moment: "Moment 12:34". */
  moment(at: string): string;
};
export type PdfOptions = {
  /** The page whose moments the marks open; null: they are plain times. */
  page: string | null;
  transcript: boolean;
  texts: PdfTexts;
};

/** Input for every part of a document. */
export type Setting = { minutes: Minutes; options: PdfOptions; typeface: Typeface };

/** The marks of a line in the gutter: its moments, or that a person wrote it. */
export function marksOf(setting: Setting, line: Marked): GutterMark[] {
  const manualMark = setting.minutes.manualMark(line);
  if (manualMark !== null) return [{ text: manualMark, style: STYLES.plainMark, target: null }];
  return setting.minutes.moments(line.segmentIds).map((moment) => markOf(setting, moment.startMs));
}

export function markOf({ minutes, options }: Setting, startMs: number): GutterMark {
  const text = formatMoment(startMs);
  const target: Target | null =
    options.page === null || !minutes.reaches(startMs)
      ? null
      : { url: `${options.page}?t=${Math.floor(startMs / 1000)}`, label: options.texts.moment(text) };
  return { text, style: target ? STYLES.mark : STYLES.plainMark, target };
}
