import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { FilteredList } from "#app/contracts/meeting/lists.ts";
import { LISTED_GROUPS, type ListFilters, tabOf } from "#app/domain/meeting/list.ts";
import { historyHref } from "#app/features/history/history-url.ts";

/** §2: the status groups as tabs, with the number of all meetings in each. The other filters stay. */
export function GroupTabs({
  filters,
  page,
}: {
  filters: ListFilters;
  page: Pick<FilteredList, "counts" | "hasShared" | "hasArchived">;
}) {
  const { t } = useTranslation("history");
  const { counts, hasShared, hasArchived } = page;
  const tab = tabOf(filters);
  const isShared = tab === "shared";
  const isArchive = tab === "archived";
  const tabs = useRef<HTMLElement>(null);
  // On a narrow screen the row of tabs is wider than the window.
  useEffect(() => {
    const current = tabs.current?.querySelector("[aria-current]");
    if (tab !== null && current) showInRow(current);
  }, [tab]);
  return (
    <nav className="tabs" aria-label={t("groups.label")} ref={tabs}>
      {([null, ...LISTED_GROUPS] as const).map((group) => (
        <Link
          key={group ?? "all"}
          to={historyHref({ ...filters, group, archived: null, ...(isShared ? { role: null } : {}) })}
          aria-current={tab === group ? "page" : undefined}
        >
          {t(`groups.${group ?? "all"}`)} <span className="num">{counts[group ?? "all"]}</span>
        </Link>
      ))}
      {(hasShared || isShared) && (
        <Link
          to={historyHref({ ...filters, group: null, archived: null, role: "shared" })}
          aria-current={isShared ? "page" : undefined}
        >
          {t("shared.tab")}
        </Link>
      )}
      {(hasArchived || isArchive) && (
        <Link
          to={historyHref({ ...filters, group: null, archived: "1", ...(isShared ? { role: null } : {}) })}
          aria-current={isArchive ? "page" : undefined}
        >
          {t("groups.archived")}
        </Link>
      )}
    </nav>
  );
}

/** Scrolls the row of a tab, and only the row: scrollIntoView would move the page too. */
function showInRow(tab: Element) {
  const row = tab.parentElement;
  if (row === null) return;
  const [place, frame] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  if (place.left < frame.left || place.right > frame.right) {
    row.scrollLeft += place.left - frame.left - (frame.width - place.width) / 2;
  }
}
