import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { invariant } from "#app/domain/invariant.ts";
import type { TranscriptRow } from "#app/domain/transcript/group-turns.ts";
import {
  createTranscriptSearch,
  NOTHING_SEARCHED,
  type SearchState,
  type TranscriptSearch,
} from "#app/features/meeting/transcript/search/transcript-search.ts";

const Search = createContext<TranscriptSearch | null>(null);

export function TranscriptSearchProvider({ children }: { children: ReactNode }) {
  const [search] = useState(() => createTranscriptSearch());
  return <Search.Provider value={search}>{children}</Search.Provider>;
}

export function useTranscriptSearch(): TranscriptSearch {
  const search = useContext(Search);
  invariant(search, "a part of the search stands outside of the meeting page");
  return search;
}

export function useSearchState(): SearchState {
  const search = useTranscriptSearch();
  return useSyncExternalStore(search.subscribe, search.getState, () => NOTHING_SEARCHED);
}

type Needs = {
  rows: readonly TranscriptRow[];
  list: RefObject<HTMLElement>;
  body: RefObject<HTMLElement>;
  show: (segmentId: string, how: "at-once") => void;
  focus: (segmentId: string) => void;
  onShow: () => void;
};

/** Brings the current match to sight whenever it is asked for. Answers how the search is left: to what was found. */
export function useShowMatch({ rows, list, body, show, focus, onShow }: Needs): () => void {
  const search = useTranscriptSearch();
  const { shown } = useSearchState();

  const currentSegment = useCallback(() => {
    const { matches, current } = search.getState();
    const match = matches[current];
    const row = match && rows[match.row];
    return match && row?.kind === "turn" ? search.piecesOf(row.turn.segments, match)[0]?.segmentId : undefined;
  }, [search, rows]);

  useEffect(() => {
    if (shown === 0) return;
    const frame = requestAnimationFrame(() => {
      const segment = currentSegment();
      if (segment === undefined) return;
      onShow();
      show(segment, "at-once");
      list.current?.querySelector("mark.is-current")?.scrollIntoView({ block: "center", behavior: "instant" });
    });
    return () => cancelAnimationFrame(frame);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when it is asked for: a transcript that grows scrolls nothing
  }, [shown]);

  return useCallback(() => {
    const segment = currentSegment();
    search.ask("", 0);
    if (segment === undefined) body.current?.focus({ preventScroll: true });
    else focus(segment);
  }, [search, currentSegment, focus, body]);
}
