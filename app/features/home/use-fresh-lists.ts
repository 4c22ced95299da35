import { useRevalidator, useSearchParams } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { LISTS_IDLE_REFRESH_MS, LISTS_REFRESH_MS } from "#app/domain/limits/screens.ts";

/**
 * Reads the lists of an open page again while the page is looked at: every few seconds while something is in progress, else every minute,
 * because a planned call may begin and another tab may upload. The page's data is asked for first, by a request whose failure the router
 * does not see: it would show the error page in place of the lists. So they stay, and the page says that they may be out of date. Not
 * behind the upload's dialog: an upload that waits for its line would go with the page. Answers whether the last reading failed.
 */
export function useFreshLists(routeId: string, isAnythingRunning: boolean): boolean {
  const { revalidate, state } = useRevalidator();
  const [isStale, setStale] = useState(false);
  const known = useRef<string | null>(null);
  const everyMs = isAnythingRunning ? LISTS_REFRESH_MS : LISTS_IDLE_REFRESH_MS;
  const isBehindUpload = useSearchParams()[0].has("upload");
  useEffect(() => {
    // One at a time: the next wait begins when the last answer is there.
    if (isBehindUpload || state !== "idle") return;
    const leave = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isReading = false;
    const read = async () => {
      isReading = true;
      const data = await readPageData(routeId, leave.signal);
      if (leave.signal.aborted) return;
      isReading = false;
      setStale(data === null);
      if (data === null || data === known.current) return wait();
      known.current = data;
      revalidate();
    };
    const refresh = () => {
      if (document.visibilityState === "visible" && !isReading) void read();
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(refresh, everyMs);
    };
    wait();
    document.addEventListener("visibilitychange", refresh);
    return () => {
      leave.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [routeId, everyMs, isBehindUpload, state, revalidate]);
  return isStale;
}

/**
 * The data of the page's own route as Remix sends it, only to see whether it comes and whether it has changed; null where it does not come.
 * A redirect (202) is no data: it leads to sign-in, and the router would follow it away from a form that is open over the page.
 */
export async function readPageData(routeId: string, signal: AbortSignal, at = location.href): Promise<string | null> {
  const url = new URL(at);
  url.pathname = url.pathname === "/" ? "/_root.data" : `${url.pathname.replace(/\/$/, "")}.data`;
  url.searchParams.set("_routes", routeId);
  url.hash = "";
  try {
    const answer = await fetch(url, { signal });
    return answer.status === 200 ? await answer.text() : null;
  } catch {
    return null;
  }
}
