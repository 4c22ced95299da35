import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { track } from "#app/analytics/track.ts";
import { assertNever } from "#app/domain/invariant.ts";
import type { ListFilters } from "#app/domain/meeting/list.ts";
import { type EmptyList, historyHref, withoutFilters } from "#app/features/history/history-url.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  why: EmptyList;
  filters: ListFilters;
  /** The link to "Record here". */
  record: ReactNode;
};

/** Why the list shows nothing, with the way out of it. */
export function HistoryEmpty({ why, filters, record }: Props) {
  const { t } = useTranslation("history");
  const everything = withoutFilters({ ...filters, group: null, role: null, archived: null });
  switch (why.kind) {
    case "nothing-yet":
      return <NothingYet record={record} />;
    case "all-archived":
      return (
        <Empty action={<Way to={historyHref({ ...everything, archived: "1" })}>{t("groups.archived")}</Way>}>
          {t("allArchived")}
        </Empty>
      );
    case "page":
      return <Empty action={<Way to={historyHref(filters)}>{t("toFirst")}</Way>}>{t("emptyPage")}</Empty>;
    case "tab":
      return <Empty action={<Way to={historyHref(everything)}>{t("toAll")}</Way>}>{t(`emptyTab.${why.tab}`)}</Empty>;
    case "filter":
      return (
        <Empty
          title={t("noMatch")}
          action={
            <div className="row row--wrap">
              <Way to={historyHref(withoutFilters(filters))}>{t("filter.clear")}</Way>
              {filters.group !== null && <Way to={historyHref({ ...filters, group: null })}>{t("inAllGroups")}</Way>}
            </div>
          }
        >
          {t(`emptyFilter.${why.by}`)}
        </Empty>
      );
    default:
      return assertNever(why);
  }
}

function Way({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={buttonClass("line")} to={to}>
      {children}
    </Link>
  );
}

function NothingYet({ record }: { record: ReactNode }) {
  const { t } = useTranslation(["history", "common"]);
  return (
    <Empty
      action={
        <div className="row row--wrap">
          <Link className={buttonClass("primary")} to="/history?upload=1" onClick={() => track("upload recording")}>
            <Icon name="upload" />
            <span className="cap">{t("common:menu.uploadRecording")}</span>
          </Link>
          <Link className={buttonClass("line")} to="/history?invite=1" onClick={() => track("invite to meeting")}>
            <Icon name="video" />
            <span className="cap">{t("common:menu.inviteToMeeting")}</span>
          </Link>
          {record}
          <Link className={buttonClass("line")} to="/history?import=1">
            {t("importTranscripts")}
          </Link>
        </div>
      }
    >
      {t("empty")}
    </Empty>
  );
}
