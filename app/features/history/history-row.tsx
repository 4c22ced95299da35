import { useLanguageName } from "#app/i18n/language-name.ts";
import { Link, useLocation } from "@remix-run/react";
import { type FormEvent, Fragment, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { track } from "#app/analytics/track.ts";
import type { MeetingListItem } from "#app/contracts/meeting/lists.ts";
import { isEndedBadly, type MeetingStatus, statusGlyph } from "#app/domain/meeting/status.ts";
import { hrefOver } from "#app/features/history/history-url.ts";
import { type Order, useArchive } from "#app/features/history/use-archive.ts";
import { historyCalls } from "#app/features/history/use-deletions.ts";
import { EndedLine } from "#app/i18n/ended-line.tsx";
import { formatDuration } from "#app/i18n/format.ts";
import { ListedDate } from "#app/i18n/listed-date.tsx";
import { useLocale } from "#app/i18n/local-time.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { MoreMenu } from "#app/ui/more-menu.tsx";
import { useToast } from "#app/ui/toast.tsx";

type RowProps = {
  meeting: MeetingListItem;
  /** Of its people. */
  names: readonly string[];
  /** Absent where it is in none that the reader sees. */
  folder: Order["folders"][number] | undefined;
  tags: readonly string[];
  isPicked: boolean;
  onPick: (isPicked: boolean) => void;
  /** Reads the list again after a change of this row. */
  readAgain: () => void;
};

/** Names in a row; the others are counted. */
const NAMES_SHOWN = 3;

export function HistoryRow({ meeting, names, folder, tags, isPicked, onPick, readAgain }: RowProps) {
  const { t } = useTranslation(["history", "common"]);
  const nameOf = useLanguageName();
  const locale = useLocale();
  return (
    <tr className={isPicked ? "is-picked" : undefined}>
      <td className="pickc">
        {meeting.sharedBy === undefined && (
          <Checkbox
            label={<span className="sr">{t("bulk.select", { title: meeting.title })}</span>}
            checked={isPicked}
            onChange={({ target }) => onPick(target.checked)}
          />
        )}
      </td>
      <th scope="row">
        <Link className="row-link clamp" to={`/${meeting.id}`} dir="auto">
          {meeting.title}
        </Link>
        {meeting.sharedBy !== undefined && (
          <span className="people">{t("shared.by", { name: meeting.sharedBy || t("shared.somebody") })}</span>
        )}
        {meeting.isSample && <span className="people">{t("sample")}</span>}
        <PeopleLine meeting={meeting} names={names} />
        <OrderLine folder={folder} tags={tags} />
        {isEndedBadly(meeting.status) && (
          <span className="reason">
            <EndedLine status={meeting.status} reason={meeting.reason} todo />
          </span>
        )}
      </th>
      <td className="when num nowrap">
        <ListedDate at={meeting.startsAt} withTime />
      </td>
      <td className="num nowrap">
        {meeting.durationMs === null ? (
          <span className="unsaid">{t("lengthUnknown")}</span>
        ) : (
          formatDuration(meeting.durationMs, locale)
        )}
      </td>
      {/* A browser may name a rare language otherwise than the server. */}
      <td className="opt" suppressHydrationWarning>
        {nameOf(meeting.language)}
      </td>
      <td className="stat">
        <Badge kind={statusGlyph(meeting.status)}>{t(`common:status.${meeting.status}`)}</Badge>
      </td>
      <td className="act">{meeting.sharedBy === undefined && <RowMenu meeting={meeting} readAgain={readAgain} />}</td>
    </tr>
  );
}

/** The folder and the tags, each of which leads to its list. */
function OrderLine({ folder, tags }: Pick<RowProps, "folder" | "tags">) {
  const { t } = useTranslation("history");
  if (!folder && tags.length === 0) return null;
  return (
    <span className="people">
      {folder && (
        <Link to={`/history?folder=${folder.id}`} aria-label={`${t("filter.folder")}: ${folder.name}`}>
          {folder.name.replace("/", " / ")}
        </Link>
      )}
      {tags.map((tag) => (
        <Fragment key={tag}>
          {" "}
          <Link to={`/history?${new URLSearchParams({ tag })}`} aria-label={`${t("filter.tag")}: ${tag}`}>
            #{tag}
          </Link>
        </Fragment>
      ))}
    </span>
  );
}

/** The names that there is room for, the number of people where there are more of them, and the reader's part where somebody else organises the call. */
function PeopleLine({ meeting, names }: Pick<RowProps, "meeting" | "names">) {
  const { t } = useTranslation("history");
  const { participants, role, sharedBy, isSample, status } = meeting;
  const more = names.length - NAMES_SHOWN;
  const named = `${names.slice(0, NAMES_SHOWN).join(", ")}${more > 0 ? ` ${t("andMore", { count: more })}` : ""}`;
  const facts = [
    named,
    // With as many names it would say the same twice.
    participants === null || participants === names.length ? "" : t("participants", { count: participants }),
    role === "guest" && sharedBy === undefined ? t("role.guest") : "",
  ].filter((fact) => fact !== "");
  const isUnnamed = named === "" && !isSample && status === "SUMMARIZED";
  return (
    <>
      {isUnnamed && <span className="people unsaid">{t("nobodyNamed")}</span>}
      {facts.length > 0 && <span className="people">{facts.join(" · ")}</span>}
    </>
  );
}

/** Statuses whose failed step a person may ask for again. */
const RETRY_TEXTS = new Map<MeetingStatus, "history:again.transcribe" | "history:again.summarize">([
  ["ERROR_TRANSCRIPT", "history:again.transcribe"],
  ["ERROR_SUMMARY", "history:again.summarize"],
]);

/** The menu of a meeting's row. The shell shows the confirmation dialog when the URL has `?delete=`. */
function RowMenu({ meeting, readAgain }: Pick<RowProps, "meeting" | "readAgain">) {
  const { t } = useTranslation(["share", "history", "common"]);
  const { id, title, status, isArchived = false } = meeting;
  const archive = useArchive(readAgain);
  const place = useLocation();
  const withParameter = (name: string, value: string) => hrefOver(place, name, value);
  const again = RETRY_TEXTS.get(status);
  return (
    <MoreMenu label={t("delete.more", { title })}>
      {again && (
        <li>
          <Retry meetId={id} text={t(again)} readAgain={readAgain} />
        </li>
      )}
      {isEndedBadly(status) && (
        <li>
          <Link to={withParameter("upload", "1")} preventScrollReset onClick={() => track("upload recording")}>
            <Icon name="upload" />
            <span className="cap">{t("common:menu.uploadRecording")}</span>
          </Link>
        </li>
      )}
      <li>
        <Link to={withParameter("arrange", id)} preventScrollReset>
          <Icon name="list" />
          {t("history:bulk.order")}
        </Link>
      </li>
      <li>
        <button
          type="button"
          onClick={({ currentTarget }) => {
            closeMenuOf(currentTarget);
            archive([id], !isArchived);
          }}
        >
          <Icon name={isArchived ? "up" : "check"} />
          {t(isArchived ? "history:bulk.bringBack" : "history:bulk.archive")}
        </button>
      </li>
      <li>
        <Link className="danger" to={withParameter("delete", id)} state={{ title }} preventScrollReset>
          <Icon name="trash" />
          {t("delete.open")}
        </Link>
      </li>
    </MoreMenu>
  );
}

const REFUSALS = {
  "not-retryable": "history:notRetryable",
  failed: "history:retryFailed",
  "too-many": "common:error.tooManyRequests",
  "limit-reached": "common:error.limitReached",
} as const;

/** Asks for the failed step again, and the row shows its progress. Without JavaScript the meeting's page asks and shows it. */
function Retry({ meetId, text, readAgain }: { meetId: string; text: string; readAgain: () => void }) {
  const { t } = useTranslation(["history", "common"]);
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    const end = await historyCalls.load().then(
      ({ retryStep }) => retryStep(meetId),
      () => "failed" as const,
    );
    setAsking(false);
    // The row as it is now: the step has begun, or the row offers what cannot be had.
    if (end === "begun" || end === "not-retryable") readAgain();
    if (end !== "begun" && end !== "signed-out") toast("error", t(REFUSALS[end]));
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    closeMenuOf(event.currentTarget);
    if (!isAsking) void ask();
  };
  return (
    <form method="post" action={`/${meetId}`} onSubmit={onSubmit}>
      <button type="submit" aria-busy={isAsking || undefined}>
        <Icon name="again" />
        {text}
      </button>
    </form>
  );
}

/** A menu closes on a link by itself; the button in it would take the focus along. */
function closeMenuOf(element: Element): void {
  const menu = element.closest("details");
  menu?.querySelector("summary")?.focus();
  menu?.removeAttribute("open");
}
