import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { SELECTION_MEETINGS_MAX } from "#app/domain/limits/lists.ts";
import type { ListFilters } from "#app/domain/meeting/list.ts";
import { listOf } from "#app/features/history/history-url.ts";
import { historyCalls } from "#app/features/history/use-deletions.ts";
import { useToast } from "#app/ui/toast.tsx";

export type Selection = {
  picked: ReadonlySet<string>;
  set: (ids: readonly string[]) => void;
  /** Those that are picked, of which none is after it. */
  take: () => readonly string[];
  /** Selects or leaves out some of them, and keeps the others, which may be on other pages. */
  pick: (ids: readonly string[], isPicked: boolean) => void;
  /** Reads and selects all meetings of the list. */
  pickAll: () => void;
  isPickingAll: boolean;
};

/** The selected meetings of a list, on whichever of its pages they are. Another list begins without a selection. */
export function useSelection(filters: ListFilters, hidden: ReadonlySet<string>): Selection {
  const { t } = useTranslation(["history", "common"]);
  const toast = useToast();
  const list = listOf(useLocation().search);
  const [{ of, ids }, setState] = useState<{ of: string; ids: readonly string[] }>({ of: list, ids: [] });
  const [asked, setAsked] = useState<string | null>(null);
  const shown = useRef(list);
  useEffect(() => {
    shown.current = list;
  }, [list]);
  const picked = new Set(of === list ? ids.filter((id) => !hidden.has(id)) : []);
  const set = (next: readonly string[]) => setState({ of: list, ids: next });
  const readAll = async () => {
    setAsked(list);
    const read = await historyCalls.load().then(
      ({ readIds }) => readIds(filters),
      () => null,
    );
    setAsked(null);
    // Meanwhile another list may be shown.
    if (shown.current !== list) return;
    if (read === null) return toast("error", t("common:error.somethingWrong"));
    set(read.ids);
    if (!read.isAll) toast("done", t("bulk.most", { count: SELECTION_MEETINGS_MAX }));
  };
  return {
    picked,
    set,
    take: () => {
      set([]);
      return [...picked];
    },
    pick: (some, isPicked) => {
      const others = [...picked].filter((id) => !some.includes(id));
      set(isPicked ? [...others, ...some] : others);
    },
    pickAll: () => void readAll(),
    isPickingAll: asked === list,
  };
}
