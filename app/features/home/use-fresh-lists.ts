import { useRevalidator, useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import { LISTS_REFRESH_MS } from "#app/domain/limits/screens.ts";

/**
 * Reads the lists again every few seconds while something is in progress and the page is looked at. Not behind the upload's
 * dialog: a reading that fails shows the error page in place of Home, and an upload that waits for its line would go with it.
 * `idleMs`: the wait while nothing is in progress; without it the lists then stay as they are.
 */
export function useFreshLists(isAnythingRunning: boolean, idleMs?: number): void {
  const { revalidate, state } = useRevalidator();
  const everyMs = isAnythingRunning ? LISTS_REFRESH_MS : idleMs;
  const isBehindUpload = useSearchParams()[0].has("upload");
  useEffect(() => {
    // One at a time: the next wait begins when the last answer is there.
    if (everyMs === undefined || isBehindUpload || state !== "idle") return;
    const refresh = () => {
      if (document.visibilityState === "visible") revalidate();
    };
    const timer = setTimeout(refresh, everyMs);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [everyMs, isBehindUpload, state, revalidate]);
}
