import { useEffect, useState } from "react";
import type { CreditsResponse } from "#app/contracts/billing.ts";
import { readInTime, readUntold } from "#app/contracts/told-page.ts";
import { CREDITS_REFRESH_MS } from "#app/domain/limits/screens.ts";
import { lazy } from "#app/i18n/lazy.ts";

const pageCalls = lazy(() => import("#app/contracts/page-calls.ts"));

/** §7: the user's credits, read at once and every 10 s while the page is visible, or when the page is told of a change. Null until they are known. */
export function useCredits(): CreditsResponse | null {
  const [credits, setCredits] = useState<CreditsResponse | null>(null);
  useEffect(() => {
    const read = readCreditsInto(setCredits);
    read.now();
    const stop = readInTime(read.now, CREDITS_REFRESH_MS);
    document.addEventListener("visibilitychange", read.now);
    return () => {
      read.end();
      stop();
      document.removeEventListener("visibilitychange", read.now);
    };
  }, []);
  return credits;
}

/**
 * The same for a page whose lists bring the credits: those that were read since its lists were, else null. A page that is told of changes reads
 * its lists then, and nothing beside them.
 */
export function useNewerCredits(lists: object): CreditsResponse | null {
  const [newer, setNewer] = useState<{ than: object; credits: CreditsResponse } | null>(null);
  useEffect(() => {
    const read = readCreditsInto((credits) => setNewer({ than: lists, credits }));
    const stop = readUntold(read.now, CREDITS_REFRESH_MS);
    return () => {
      read.end();
      stop();
    };
  }, [lists]);
  return newer?.than === lists ? newer.credits : null;
}

function readCreditsInto(take: (credits: CreditsResponse) => void) {
  const leave = new AbortController();
  const refresh = async () => {
    if (document.visibilityState !== "visible") return;
    const next = await readCredits(leave.signal);
    if (next !== null) take(next);
  };
  return { now: () => void refresh(), end: () => leave.abort() };
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
