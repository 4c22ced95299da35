import { useRevalidator, useSearchParams } from "@remix-run/react";
import { decode } from "turbo-stream";
import { useCallback, useEffect, useRef, useState } from "react";
import { readInTime } from "#app/contracts/told-page.ts";
import { LISTS_IDLE_REFRESH_MS, LISTS_REFRESH_MS } from "#app/domain/limits/lists.ts";
import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";

/** `isStale`: the last reading failed, and the lists are those of an earlier one. */
type FreshLists<Lists> = { lists: Lists; isStale: boolean };

/** `readAgain` reads at once, or as soon as it can, for a page that has changed something itself. */
type FollowedLists<Lists> = FreshLists<Lists> & { readAgain: () => void };

/** Whether something in the lists moves by itself now, and whether a page that is told of changes is told of theirs. */
export type Moves = { isMoving: boolean; isTold: boolean };

/** The lists as they were read since the router read them; `text` is the answer, by which a change is known. */
type Reading<Lists> = FreshLists<Lists> & { after: Lists; text: string | null };

/**
 * Reads the lists of an open page again while the page is looked at: every few seconds while something is in progress, else every minute,
 * because a planned call may begin and another tab may upload; a page that is told of changes waits for one. Not by the router: it shows the error
 * page in place of the lists when a reading fails, and a `clientLoader` that caught this would cost a request at each navigation. So they stay, and
 * the page says that they may be out of date. Not behind the upload's dialog: an upload that waits for its line would go with the page. `loaded`:
 * the lists as the router has them, which win whenever it has read them again.
 */
export function useFreshLists<Lists>(
  routeId: string,
  loaded: Lists,
  movesOf: (lists: Lists) => Moves,
): FollowedLists<Lists> {
  const { state } = useRevalidator();
  const [read, setRead] = useState<Reading<Lists> | null>(null);
  const { lists, isStale } = read?.after === loaded ? read : { lists: loaded, isStale: false };
  const { isMoving, isTold } = movesOf(lists);
  const isBehindUpload = useSearchParams()[0].has("upload");
  const isAsked = useRef(false);
  const start = useRef<(() => void) | null>(null);
  const readAgain = useCallback(() => {
    isAsked.current = true;
    start.current?.();
  }, []);
  useEffect(() => {
    // One at a time.
    if (isBehindUpload || state !== "idle") return;
    const leave = new AbortController();
    let isReading = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const readNow = async () => {
      isReading = true;
      isAsked.current = false;
      const answer = await readPageData(routeId, leave.signal);
      if (leave.signal.aborted) return;
      isReading = false;
      setRead((before) => {
        const last = before?.after === loaded ? before : { after: loaded, lists: loaded, text: null, isStale: false };
        if (answer === null) return { ...last, isStale: true };
        if (answer.text !== last.text)
          return { after: loaded, lists: answer.data as Lists, text: answer.text, isStale: false };
        return last.isStale ? { ...last, isStale: false } : last;
      });
      // A change that was made during the reading may not be in it.
      if (isAsked.current) refresh();
      // A page that is told of changes would wait for the next one.
      else if (answer === null) again = setTimeout(refresh, LISTS_IDLE_REFRESH_MS);
    };
    const refresh = () => {
      clearTimeout(again);
      if (document.visibilityState === "visible" && !isReading) void readNow();
    };
    const onTime = (isChange: boolean) => {
      if (isChange && isReading) isAsked.current = true;
      refresh();
    };
    const everyMs = isMoving ? LISTS_REFRESH_MS : LISTS_IDLE_REFRESH_MS;
    const toldMs = isMoving ? LISTS_IDLE_REFRESH_MS : undefined;
    const stop = readInTime(onTime, everyMs, isTold ? toldMs : 0);
    if (isAsked.current) refresh();
    start.current = refresh;
    document.addEventListener("visibilitychange", refresh);
    return () => {
      start.current = null;
      clearTimeout(again);
      leave.abort();
      stop();
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [routeId, loaded, isMoving, isTold, isBehindUpload, state]);
  return { lists, isStale, readAgain };
}

type PageData = { text: string; data: unknown };

/**
 * The data of the page's own route, which Remix sends as it sends them to the router; null where they do not come in time, or something else does.
 * A redirect (202) is no data: it leads to sign-in, and the router would follow it away from a form that is open over the page.
 */
export async function readPageData(routeId: string, signal: AbortSignal, at = location.href): Promise<PageData | null> {
  const url = new URL(at);
  url.pathname = url.pathname === "/" ? "/_root.data" : `${url.pathname.replace(/\/$/, "")}.data`;
  url.searchParams.set("_routes", routeId);
  url.hash = "";
  try {
    const answer = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]) });
    if (answer.status !== 200) return null;
    const text = await answer.text();
    const { value, done } = await decode(new Blob([text]).stream());
    await done;
    const data = (value as Record<string, { data?: unknown } | undefined>)[routeId]?.data;
    return data === undefined ? null : { text, data };
  } catch {
    return null;
  }
}
