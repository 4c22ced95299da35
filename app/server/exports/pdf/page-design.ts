import { formatMoment } from "#app/domain/time.ts";
import type { Marked, Minutes } from "#app/server/exports/minutes.ts";
import type { Target } from "#app/server/exports/pdf/canvas.ts";
import type { Strip } from "#app/server/exports/pdf/flow.ts";
import { COLOURS, type TextStyle, type Typeface } from "#app/server/exports/pdf/font-face.ts";
import type { GutterMark } from "#app/server/exports/pdf/paragraph.ts";

/** The page in points: A4 for everybody (no language of ours is written on Letter), a gutter at the left for the marks. */
export const PAGE = { width: 595.28, height: 841.89 } as const;
export const TOP = 64;
export const BOTTOM = 72;
export const LEFT = 92;
export const COLUMN = PAGE.width - LEFT - 56;
/** Running text: some 75 letters a line. */
export const MEASURE = 420;
/** Right edge of the marks in the gutter, in points. */
export const GUTTER_RIGHT = LEFT - 12;
/** The foot's letters stand on this line, from the top. */
export const FOOT_BASELINE = PAGE.height - 38;

export const STYLES = {
  title: { face: "serif-600", size: 24, colour: COLOURS.ink },
  section: { face: "serif-600", size: 14, colour: COLOURS.ink },
  facts: { face: "sans-400", size: 9, colour: COLOURS.muted },
  person: { face: "sans-400", size: 9, colour: COLOURS.ink },
  spoken: { face: "sans-400", size: 9, colour: COLOURS.muted },
  initial: { face: "sans-500", size: 7, colour: COLOURS.white },
  reading: { face: "serif-400", size: 10.5, colour: COLOURS.ink },
  strong: { face: "serif-600", size: 10.5, colour: COLOURS.ink },
  unsaid: { face: "serif-400-italic", size: 10.5, colour: COLOURS.faint },
  between: { face: "serif-400", size: 10.5, colour: COLOURS.faint },
  mark: { face: "sans-500", size: 8, colour: COLOURS.proof, tabular: true },
  doubt: { face: "sans-400", size: 8, colour: COLOURS.muted },
  plainMark: { face: "sans-500", size: 8, colour: COLOURS.muted, tabular: true },
  tableHead: { face: "sans-500", size: 8, colour: COLOURS.muted },
  cell: { face: "serif-400", size: 10, colour: COLOURS.ink },
  unsaidCell: { face: "serif-400-italic", size: 10, colour: COLOURS.faint },
  description: { face: "sans-400", size: 8.5, colour: COLOURS.muted },
  colophon: { face: "sans-400", size: 8, colour: COLOURS.muted },
  speaker: { face: "sans-500", size: 9, colour: COLOURS.ink },
  said: { face: "serif-400", size: 10, colour: COLOURS.ink },
  foot: { face: "sans-400", size: 8, colour: COLOURS.muted, tabular: true },
} as const satisfies Record<string, TextStyle>;

/** Texts of a document in addition to its minutes. */
export type PdfTexts = {
  /** Accessible name of a link to a moment: "Moment 12:34". */
  moment(at: string): string;
  /** Above minutes with letters that the PDF's faces do not have. */
  missingLetters: string;
};
export type PdfOptions = {
  /** The page whose moments the marks open; null: they are plain times. */
  page: string | null;
  transcript: boolean;
  texts: PdfTexts;
};

/** Input for every part of a document. */
export type Setting = { minutes: Minutes; options: PdfOptions; typeface: Typeface };

/** The marks of a line in the gutter: its moments, or that a person wrote it. A line that is not confirmed has its mark in its text. */
export function marksOf(setting: Setting, line: Marked): GutterMark[] {
  const manualMark = setting.minutes.manualMark(line);
  if (manualMark !== null) return [{ text: manualMark, style: STYLES.plainMark, target: null }];
  if (setting.minutes.unconfirmedMark(line) !== null) return [];
  return setting.minutes.moments(line.segmentIds).map((moment) => markOf(setting, moment.startMs));
}

/** The mark of a line that is not confirmed, and its nearest moment, for the end of its text; none for other lines. */
export function doubtsOf(setting: Setting, line: Marked): GutterMark[] {
  const mark = setting.minutes.unconfirmedMark(line);
  if (mark === null) return [];
  const [nearest] = setting.minutes.moments(line.segmentIds);
  const note: GutterMark = { text: mark, style: STYLES.doubt, target: null };
  return nearest === undefined ? [note] : [note, markOf(setting, nearest.startMs)];
}

export function markOf({ minutes, options }: Setting, startMs: number): GutterMark {
  const text = formatMoment(startMs);
  const target: Target | null =
    options.page === null || !minutes.reaches(startMs)
      ? null
      : { url: `${options.page}?t=${Math.floor(startMs / 1000)}`, label: options.texts.moment(text) };
  return { text, style: target ? STYLES.mark : STYLES.plainMark, target };
}

/** A line across the column, `above` points under what came before. */
export function rule(colour: (typeof COLOURS)["rule" | "hairline"], above: number): Strip {
  return {
    height: 0.5,
    before: above,
    keepNext: false,
    draw: (canvas, top) => canvas.rule({ x: LEFT, y: top, width: COLUMN, colour }),
  };
}
