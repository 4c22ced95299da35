import { useEffect } from "react";
import { UNSEEN_PART_DELAY_MS } from "#app/domain/limits/screens.ts";
import { lazy } from "#app/i18n/lazy.ts";

const followChanges = lazy(async () => (await import("#app/features/shell/follow-changes.ts")).followChanges);

/**
 * The page is told of the person's changes once it is awake; until then, and where there is no socket, it reads by the clock. A meeting's page has a
 * socket of its own (`hasOwn`), which proves the session too.
 */
export function useChanges({ hasOwn }: { hasOwn: boolean }) {
  useEffect(() => {
    if (hasOwn) return undefined;
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
  }, [hasOwn]);
}
