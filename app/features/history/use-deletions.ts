import { useEffect, useRef, useSyncExternalStore } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { createDeletions, type Deletions, NO_DELETIONS } from "#app/features/history/pending-deletions.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { useToast } from "#app/ui/toast.tsx";

export const historyCalls = lazy(() => import("#app/features/history/history-calls.ts"));

/** Of this page as long as it is open, whichever screen it shows. */
export const deletions = createDeletions({
  remove: (meetIds) =>
    historyCalls.load().then(
      ({ removeMeetings }) => removeMeetings(meetIds),
      () => ({ gone: [] }),
    ),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
});

/** The deletions that wait, run or failed. When some are done, the list is read again, because others take their places. */
export function useDeletions(readAgain: () => void): Deletions {
  const { t } = useTranslation("history");
  const toast = useToast();
  const state = useSyncExternalStore(deletions.subscribe, deletions.current, () => NO_DELETIONS);
  const goneBefore = useRef(state.gone.size);
  useEffect(() => {
    const count = state.gone.size - goneBefore.current;
    goneBefore.current = state.gone.size;
    if (count <= 0) return;
    toast("done", t("bulk.deleted", { count }));
    readAgain();
  }, [state.gone, toast, t, readAgain]);
  return state;
}
