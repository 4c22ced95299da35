import { useEffect, useState } from "react";
import type { CreditsResponse } from "#app/contracts/billing.ts";
import { readInTime } from "#app/contracts/told-page.ts";
import { CREDITS_REFRESH_MS } from "#app/domain/limits/screens.ts";
import { lazy } from "#app/i18n/lazy.ts";

const pageCalls = lazy(() => import("#app/contracts/page-calls.ts"));

/** §7: the user's credits, read at once and every 10 s while the page is visible, or when the page is told of a change. Null until they are known. */
export function useCredits(): CreditsResponse | null {
  const [credits, setCredits] = useState<CreditsResponse | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const refresh = async () => {
      if (document.visibilityState !== "visible") return;
      const next = await readCredits(controller.signal);
      if (next !== null) setCredits(next);
    };
    const refreshNow = () => void refresh();
    refreshNow();
    const stop = readInTime(refreshNow, CREDITS_REFRESH_MS);
    document.addEventListener("visibilitychange", refreshNow);
    return () => {
      controller.abort();
      stop();
      document.removeEventListener("visibilitychange", refreshNow);
    };
  }, []);
  return credits;
}

/** Null where they cannot be read now: the last known ones stand, and the server decides anyway. */
async function readCredits(signal: AbortSignal): Promise<CreditsResponse | null> {
  try {
    const { askForCredits } = await pageCalls.load();
    const answer = await askForCredits(signal);
    return answer.ok ? answer.value : null;
  } catch {
    return null;
  }
}
