import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { LIST_SOURCES, type ListSource } from "#app/domain/meeting/list.ts";

/** Filters the list by source: files, calls, calls of one platform. The choices are links, so that each has a URL. */
export function SourceFilter({ from }: { from: ListSource | null }) {
  const { t } = useTranslation("call");
  const current = (source: ListSource | null) => (source === from ? "page" : undefined);
  return (
    <nav className="tabs tabs--wrap" aria-label={t("filter.label")}>
      <Link to="/history" aria-current={current(null)}>
        {t("filter.all")}
      </Link>
      {LIST_SOURCES.map((source) => (
        <Link key={source} to={`/history?from=${source}`} aria-current={current(source)}>
          {source === "upload" || source === "call" ? t(`filter.${source}`) : t(`platform.${source}`)}
        </Link>
      ))}
    </nav>
  );
}
