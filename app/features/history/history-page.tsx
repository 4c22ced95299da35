import { Form, Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { track } from "#app/analytics/track.ts";
import type { MeetingListItem, MeetingListPage } from "#app/contracts/meeting-list.ts";
import type { ListSource } from "#app/domain/meeting/list.ts";
import { type MeetingStatus, statusGlyph } from "#app/domain/meeting/status.ts";
import { EndedLine } from "#app/i18n/ended-line.tsx";
import { formatDuration } from "#app/i18n/format.ts";
import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { LocalTime, useLocale } from "#app/i18n/local-time.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { MoreMenu } from "#app/ui/more-menu.tsx";
import { Page } from "#app/ui/page.tsx";

type Props = { page: MeetingListPage; from: ListSource | null; isFirst: boolean };

/** §2: one's meetings, newest first, each with its status. */
export function HistoryPage({ page, from, isFirst }: Props) {
  const { t } = useTranslation(["history", "common", "share"]);
  if (page.meetings.length === 0) {
    return (
      <Page title={t("common:menu.history")}>
        {from !== null && <SourceFilterPart from={from} />}
        {isFirst && from === null ? <NothingYet /> : <NothingHere isFirst={isFirst} />}
      </Page>
    );
  }
  return (
    <Page title={t("common:menu.history")}>
      <SourceFilterPart from={from} />
      <table className="table history block--s">
        <caption className="sr">{t("caption")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("column.title")}</th>
            <th scope="col">{t("column.date")}</th>
            <th scope="col">{t("column.length")}</th>
            <th scope="col" className="opt">
              {t("column.language")}
            </th>
            <th scope="col">{t("column.status")}</th>
            <th scope="col" className="act">
              <span className="sr">{t("share:delete.open")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {page.meetings.map((meeting) => (
            <Row key={meeting.id} meeting={meeting} />
          ))}
        </tbody>
      </table>
      <Neighbours newer={page.newer} older={page.older} from={from} />
    </Page>
  );
}

function Row({ meeting }: { meeting: MeetingListItem }) {
  const { t } = useTranslation(["history", "common"]);
  const locale = useLocale();
  return (
    <tr>
      <th scope="row">
        <Link className="row-link clamp" to={`/${meeting.id}`}>
          {meeting.title}
        </Link>
        {meeting.reason && (
          <span className="reason">
            <EndedLine reason={meeting.reason} />
          </span>
        )}
      </th>
      <td className="when num nowrap">
        <LocalTime at={meeting.startsAt} format="short-date-time" />
      </td>
      <td className="len num nowrap">
        {meeting.durationMs === null ? (
          <span className="unsaid">{t("lengthUnknown")}</span>
        ) : (
          formatDuration(meeting.durationMs, locale)
        )}
      </td>
      <td className="opt">{t(`meetingLanguage.${meeting.language}`)}</td>
      <td className="stat">
        <Badge kind={statusGlyph(meeting.status)}>{t(`common:status.${meeting.status}`)}</Badge>
      </td>
      <td className="act">
        <RowMenu meeting={meeting} />
      </td>
    </tr>
  );
}

/** Pages by key have no numbers: only what is newer and what is older. */
function Neighbours({ newer, older, from }: Pick<MeetingListPage, "newer" | "older"> & Pick<Props, "from">) {
  const { t } = useTranslation("history");
  const filter = from === null ? "" : `&from=${from}`;
  if (!newer && !older) return null;
  return (
    <nav className="pages" aria-label={t("pages")}>
      {newer ? (
        <Link className={buttonClass("line")} to={`/history?newer=${newer}${filter}`} rel="prev">
          <Icon name="previous" />
          {t("newer")}
        </Link>
      ) : (
        <span />
      )}
      {older && (
        <Link className={buttonClass("line")} to={`/history?older=${older}${filter}`} rel="next">
          {t("older")}
          <Icon name="next" />
        </Link>
      )}
    </nav>
  );
}

function NothingYet() {
  const { t } = useTranslation(["history", "common"]);
  return (
    <Empty
      action={
        <Link className={buttonClass("primary")} to="/history?upload=1" onClick={() => track("upload recording")}>
          <Icon name="upload" />
          <span className="cap">{t("common:menu.uploadRecording")}</span>
        </Link>
      }
    >
      {t("empty")}
    </Empty>
  );
}

/** A source that no meeting came from yet, or a place in the list behind which everything has been deleted. */
function NothingHere({ isFirst }: { isFirst: boolean }) {
  const { t } = useTranslation("history");
  return (
    <Empty
      action={
        <Link className={buttonClass("line")} to="/history">
          {t(isFirst ? "toAll" : "toFirst")}
        </Link>
      }
    >
      {t(isFirst ? "emptySource" : "emptyPage")}
    </Empty>
  );
}

const SourceFilterPart = lazyPart(
  lazy(async () => (await import("#app/features/history/source-filter.tsx")).SourceFilter, ["call"]),
);

/** Statuses whose failed step a person may ask for again. */
const RETRY_TEXTS = new Map<MeetingStatus, "history:again.transcribe" | "history:again.summarize">([
  ["ERROR_TRANSCRIPT", "history:again.transcribe"],
  ["ERROR_SUMMARY", "history:again.summarize"],
]);

/** The menu of a meeting's row. The shell shows the confirmation dialog when the URL has `?delete=`. */
function RowMenu({ meeting: { id, title, status } }: { meeting: MeetingListItem }) {
  const { t } = useTranslation(["share", "history"]);
  const again = RETRY_TEXTS.get(status);
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.set("delete", id);
  return (
    <MoreMenu label={t("delete.more", { title })}>
      {again && (
        <li>
          {/* The meeting's page asks for the failed step and then shows its progress; it works without JavaScript too. */}
          <Form method="post" action={`/${id}`}>
            <button type="submit">
              <Icon name="again" />
              {t(again)}
            </button>
          </Form>
        </li>
      )}
      <li>
        <Link className="danger" to={`${pathname}?${params}`} state={{ title }} preventScrollReset>
          <Icon name="trash" />
          {t("delete.open")}
        </Link>
      </li>
    </MoreMenu>
  );
}
