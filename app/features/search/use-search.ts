import { useCallback, useEffect, useState } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import { searchMeetings } from "#app/contracts/endpoints/search.ts";
import type { SearchAnswer } from "#app/contracts/search-answer.ts";
import { SEARCH_AGAIN_MS, SEARCH_DEBOUNCE_MS } from "#app/domain/limits/lists.ts";
import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";
import { withoutOpenFilter } from "#app/domain/search/search-query.ts";

/** The end of a search: its answer, or the server's text about the failure, null where none came. */
type End = { asked: string } & ({ ok: true; answer: SearchAnswer } | { ok: false; message: string | null });

export type Search = {
  /** The last answer, which stays while the next one is on its way; null before the first one, and where nothing is asked. */
  answer: SearchAnswer | null;
  /** Whether the answer belongs to the text as it is now. */
  isCurrent: boolean;
  /** The text about the failure of this search; `message` is null where the server gave none. */
  failure: { message: string | null } | null;
  again: () => void;
};

/**
 * Searches a moment after the last keystroke. A search that a newer one has overtaken is aborted, so that the last answer wins. While the
 * index is being built the search is repeated.
 */
export function useSearch(typed: string): Search {
  const asked = withoutOpenFilter(typed);
  const [end, setEnd] = useState<End | null>(null);
  const [answer, setAnswer] = useState<SearchAnswer | null>(null);
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((before) => before + 1), []);

  useEffect(() => {
    if (asked === "") return;
    const leave = new AbortController();
    const { signal } = leave;
    const ask = async () => {
      const result = await callApi(searchMeetings, { query: { q: asked }, signal, timeoutMs: ANSWER_MS_MAX });
      if (signal.aborted) return;
      setEnd(result.ok ? { asked, ok: true, answer: result.value } : { asked, ok: false, message: result.message });
      if (result.ok) setAnswer(result.value);
    };
    const timer = setTimeout(() => void ask(), SEARCH_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new round repeats the search
  }, [asked, round]);

  // Text that is typed after the field was emptied has nothing to do with the answer before.
  if (asked === "" && answer !== null) setAnswer(null);

  const isIncomplete = end?.asked === asked && end.ok && !end.answer.isComplete;
  useEffect(() => {
    if (!isIncomplete) return;
    const timer = setTimeout(again, SEARCH_AGAIN_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each answer begins a new wait
  }, [isIncomplete, end, again]);

  if (asked === "") return { answer: null, isCurrent: false, failure: null, again };
  const own = end?.asked === asked ? end : null;
  return {
    answer,
    isCurrent: own?.ok === true,
    failure: own?.ok === false ? { message: own.message } : null,
    again,
  };
}
