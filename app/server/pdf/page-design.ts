import { COLOURS, type TextStyle } from "#app/server/pdf/typeface.ts";

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
