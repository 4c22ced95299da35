import { stackRows } from "#app/features/meeting/transcript/window/row-offsets.ts";

/** The data from which a row's height is estimated until it has been drawn. */
export type RowShape = { key: string; chars: number; named: boolean };

/** Space around the words: padding, and the line with the name. */
const PADDING_PX = 16;
const NAME_PX = 22;
const LINE_PX = 24;
/** Used before any row was measured: a line has about 45 letters. */
const PX_PER_CHAR = LINE_PX / 45;
/** Number of measured letters from which the height of the other rows is estimated. */
const SAMPLE_CHARS = 2000;

export type RowStack = {
  /** Tops of all rows in px, and at the end the height of the whole, as far as it is known. */
  topsOf: (rows: readonly RowShape[]) => Float64Array;
  /** Stores a measured height; returns whether it differs from the expected height. */
  learn: (row: RowShape, heightPx: number) => boolean;
  /** Removes all measurements, after a change of the width. */
  forget: () => void;
};

/**
 * Measured heights by key. The estimate is taken from the first measured rows and then stays the same, so that the total
 * height does not change while the user drags the scroll bar.
 */
export function createRowStack(): RowStack {
  const measured = new Map<string, number>();
  let pxPerChar = PX_PER_CHAR;
  let sample = { px: 0, chars: 0 };
  let stacked: { rows: readonly RowShape[]; tops: Float64Array } | null = null;
  const around = (row: RowShape) => PADDING_PX + (row.named ? NAME_PX : 0);
  const heightOf = (row: RowShape) => measured.get(row.key) ?? around(row) + Math.max(LINE_PX, row.chars * pxPerChar);
  return {
    topsOf(rows) {
      if (stacked?.rows !== rows) {
        const heights = rows.map(heightOf);
        stacked = { rows, tops: stackRows(rows.length, (row) => heights[row] ?? 0) };
      }
      return stacked.tops;
    },
    learn(row, heightPx) {
      if (measured.get(row.key) === heightPx) return false;
      measured.set(row.key, heightPx);
      stacked = null;
      if (sample.chars < SAMPLE_CHARS && row.chars > 0) {
        sample = { px: sample.px + Math.max(0, heightPx - around(row)), chars: sample.chars + row.chars };
        pxPerChar = sample.px / sample.chars;
      }
      return true;
    },
    forget() {
      measured.clear();
      stacked = null;
      sample = { px: 0, chars: 0 };
    },
  };
}
