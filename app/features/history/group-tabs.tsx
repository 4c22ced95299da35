import { Link } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { FilteredList } from "#app/contracts/meeting/lists.ts";
import { LISTED_GROUPS, type ListFilters } from "#app/domain/meeting/list.ts";
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
  const isShared = filters.role === "shared";
  const isArchive = filters.archived !== null && !isShared;
  const isOther = isShared || isArchive;
  return (
    <nav className="tabs" aria-label={t("groups.label")}>
      {([null, ...LISTED_GROUPS] as const).map((group) => (
        <Link
          key={group ?? "all"}
          to={historyHref({ ...filters, group, archived: null, ...(isShared ? { role: null } : {}) })}
          aria-current={filters.group === group && !isOther ? "page" : undefined}
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
