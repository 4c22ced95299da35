import type { TranscriptRow } from "#app/domain/transcript/group-turns.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import type * as matching from "#app/features/meeting/transcript/search/find-matches.ts";
import type { RowMarks } from "#app/features/meeting/transcript/search/same-marks.ts";
import type * as comparing from "#app/features/meeting/transcript/search/text-comparison.ts";
import { type Lazy, lazy } from "#app/i18n/lazy.ts";

const textComparison = lazy(() => import("#app/features/meeting/transcript/search/text-comparison.ts"));

export type SearchState = {
  query: string;
  /** Whether the query waits for the comparison of texts to load. */
  isPending: boolean;
  /** In the order of the recording. Each change makes a new list. */
  matches: readonly matching.Match[];
  /** Index of the current match, or -1. */
  current: number;
  /** Counts the requests to show the current match, also repeated requests for the same match. */
  shown: number;
};

export const NOTHING_SEARCHED: SearchState = { query: "", isPending: false, matches: [], current: -1, shown: 0 };

export type TranscriptSearch = {
  getState: () => SearchState;
  subscribe: (listener: () => void) => () => void;
  setRows: (rows: readonly TranscriptRow[]) => void;
  /** Loads the comparison of texts and folds the rows in the background. Returns a function that stops it. */
  prepare: () => () => void;
  /** Searches, at once or as soon as the comparison of texts has loaded. The current match is the first one from that row on, so that the view moves as little as possible. */
  ask: (query: string, fromRow: number) => void;
  step: (by: 1 | -1) => void;
  /** Positions of the matches in the recording, in ms. */
  momentsOf: (matches: readonly matching.Match[]) => number[];
  /** The parts of a match in the segments of its row. */
  piecesOf: (segments: readonly Segment[], match: matching.Match) => matching.MatchPiece[];
  /** The marks of a row, or null where nothing in it matches. */
  marksOf: (row: number, segments: readonly Segment[]) => RowMarks | null;
  /** A text of a row in its marked and plain pieces. */
  cut: (text: string, marks: RowMarks) => ReturnType<typeof comparing.cutText>;
};

/**
 * The search of the transcript, held outside of React: the panel, the marked words and the ruler subscribe to it, and typing
 * a letter draws nothing else.
 */
export function createTranscriptSearch(comparison: Lazy<typeof comparing> = textComparison): TranscriptSearch {
  let state = NOTHING_SEARCHED;
  let rows: readonly TranscriptRow[] = [];
  let askedFromRow = 0;
  const listeners = new Set<() => void>();
  const change = (next: SearchState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const find = (query: string) => {
    const matches = comparison.loaded()?.findMatches(rows, query) ?? [];
    const next = matches.findIndex(({ row }) => row >= askedFromRow);
    const current = matches.length === 0 ? -1 : Math.max(0, next);
    change({ query, isPending: comparison.loaded() === null, matches, current, shown: state.shown + 1 });
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
      const matches = comparison.loaded()?.findMatches(rows, state.query) ?? [];
      // The transcript has grown or was corrected: the current moment stays the same, and nothing is scrolled.
      const same = at === undefined ? -1 : matches.findIndex(({ row }) => startOf(rows[row]) >= at);
      change({ ...state, matches, current: same === -1 ? matches.length - 1 : same });
    },
    prepare() {
      const stop = new AbortController();
      const load = async () => {
        const loaded = await comparison.keepLoading(stop.signal);
        if (loaded === null) return;
        if (state.isPending) find(state.query);
        loaded.foldAhead(rows, stop.signal);
      };
      void load();
      return () => stop.abort();
    },
    ask(query, fromRow) {
      if (query.trim() === "") return change({ ...NOTHING_SEARCHED, query, shown: state.shown });
      askedFromRow = fromRow;
      find(query);
    },
    step(by) {
      const { length } = state.matches;
      if (length === 0) return;
      change({ ...state, current: (state.current + by + length) % length, shown: state.shown + 1 });
    },
    momentsOf: (matches) =>
      matches.flatMap((match) => {
        const row = rows[match.row];
        const moment = row?.kind === "turn" && comparison.loaded()?.momentOf(row.turn.segments, match);
        return typeof moment === "number" ? [moment] : [];
      }),
    piecesOf: (segments, match) => comparison.loaded()?.piecesOf(segments, match) ?? [],
    marksOf: (row, segments) => comparison.loaded()?.marksOfRow(row, segments, state) ?? null,
    cut: (text, marks) => comparison.loaded()?.cutText(text, marks) ?? [],
  };
}

function startOf(row: TranscriptRow | undefined): number {
  if (!row) return 0;
  return row.kind === "turn" ? row.turn.startMs : row.gap.startMs;
}
