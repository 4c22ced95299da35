import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from "react";
import { invariant } from "#app/domain/invariant.ts";
import {
  createTranscriptSearch,
  NOTHING_SEARCHED,
  type SearchState,
  type TranscriptSearch,
} from "#app/features/meeting/transcript/search/transcript-search.ts";

const Search = createContext<TranscriptSearch | null>(null);

export function TranscriptSearchProvider({ children }: { children: ReactNode }) {
  const [search] = useState(createTranscriptSearch);
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
