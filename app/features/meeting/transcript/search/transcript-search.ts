import type { TranscriptRow } from "#app/domain/transcript/group-turns.ts";
import { findMatches, foldRow, type Match, momentOf } from "#app/features/meeting/transcript/search/find-matches.ts";

export type SearchState = {
  query: string;
  /** In the order of the recording. Each change makes a new list. */
  matches: readonly Match[];
  /** Index of the current match, or -1. */
  current: number;
  /** Counts the requests to show the current match, also repeated requests for the same match. */
  shown: number;
};

export const NOTHING_SEARCHED: SearchState = { query: "", matches: [], current: -1, shown: 0 };

export type TranscriptSearch = {
  getState: () => SearchState;
  subscribe: (listener: () => void) => () => void;
  setRows: (rows: readonly TranscriptRow[]) => void;
  /** Searches. The current match is the first one from that row on, so that the view moves as little as possible. */
  ask: (query: string, fromRow: number) => void;
  step: (by: 1 | -1) => void;
  /** Positions of the matches in the recording, in ms. */
  momentsOf: (matches: readonly Match[]) => number[];
};

/**
 * The search of the transcript, held outside of React: the panel, the marked words and the ruler subscribe to it, and typing
 * a letter draws nothing else.
 */
export function createTranscriptSearch(): TranscriptSearch {
  let state = NOTHING_SEARCHED;
  let rows: readonly TranscriptRow[] = [];
  const listeners = new Set<() => void>();
  const change = (next: SearchState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setRows(next) {
      const before = state.matches[state.current];
      const at = before && startOf(rows[before.row]);
      rows = next;
      if (state.query === "") return;
      const matches = findMatches(rows, state.query);
      // The transcript has grown or was corrected: the current moment stays the same, and nothing is scrolled.
      const same = at === undefined ? -1 : matches.findIndex(({ row }) => startOf(rows[row]) >= at);
      change({ ...state, matches, current: same === -1 ? matches.length - 1 : same });
    },
    ask(query, fromRow) {
      if (query.trim() === "") return change({ ...NOTHING_SEARCHED, query, shown: state.shown });
      const matches = findMatches(rows, query);
      const next = matches.findIndex(({ row }) => row >= fromRow);
      const current = matches.length === 0 ? -1 : Math.max(0, next);
      change({ query, matches, current, shown: state.shown + 1 });
    },
    step(by) {
      const { length } = state.matches;
      if (length === 0) return;
      change({ ...state, current: (state.current + by + length) % length, shown: state.shown + 1 });
    },
    momentsOf: (matches) =>
      matches.flatMap((match) => {
        const row = rows[match.row];
        return row?.kind === "turn" ? [momentOf(row.turn.segments, match)] : [];
      }),
  };
}

function startOf(row: TranscriptRow | undefined): number {
  if (!row) return 0;
  return row.kind === "turn" ? row.turn.startMs : row.gap.startMs;
}

/** Number of rows that are folded at once, which takes well under a frame. */
const AHEAD_ROWS = 120;

/** Folds the transcript in the background, before the user types the first letter. Returns a function that stops it. */
export function foldAhead(rows: readonly TranscriptRow[]): () => void {
  let at = 0;
  let timer = setTimeout(function fold() {
    for (const row of rows.slice(at, at + AHEAD_ROWS)) if (row.kind === "turn") foldRow(row.turn.segments);
    at += AHEAD_ROWS;
    if (at < rows.length) timer = setTimeout(fold, 0);
  }, 0);
  return () => clearTimeout(timer);
}
