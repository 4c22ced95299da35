import { useEffect } from "react";
import { UNSEEN_PART_DELAY_MS } from "#app/domain/limits/screens.ts";
import { lazy } from "#app/i18n/lazy.ts";

const followChanges = lazy(async () => (await import("#app/features/home/follow-changes.ts")).followChanges);

/** The page is told of changes once it is awake; until then, and where there is no socket, it reads by the clock. */
export function useChanges() {
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isLeft = false;
    const begin = async () => {
      const follow = await followChanges.load().catch(() => null);
      if (!isLeft) stop = follow?.() ?? null;
    };
    const timer = setTimeout(() => void begin(), UNSEEN_PART_DELAY_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      stop?.();
    };
  }, []);
}
