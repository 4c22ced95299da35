import { useEffect, useState } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import { readCredits } from "#app/contracts/endpoints/account.ts";
import type { CreditsResponse } from "#app/contracts/upload-answers.ts";
import { CREDITS_REFRESH_MS } from "#app/domain/limits/screens.ts";

/** §7: the user's credits, read at once and every 10 s while the page is visible. Null until they are known. */
export function useCredits(): CreditsResponse | null {
  const [credits, setCredits] = useState<CreditsResponse | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const refresh = async () => {
      if (document.visibilityState !== "visible") return;
      const next = await callApi(readCredits, { signal: controller.signal });
      // Where they cannot be read now the last known ones stand, and the server decides anyway.
      if (next.ok) setCredits(next.value);
    };
    const refreshNow = () => void refresh();
    refreshNow();
    const timer = setInterval(refreshNow, CREDITS_REFRESH_MS);
    document.addEventListener("visibilitychange", refreshNow);
    return () => {
      controller.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refreshNow);
    };
  }, []);
  return credits;
}
