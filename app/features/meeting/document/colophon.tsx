import { useLanguageName } from "#app/i18n/language-name.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingHead, MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { linesOfAll } from "#app/domain/summary/summary.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";
import { formatDateTime, formatExactDuration } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";

/** The person who made the meeting sees where the minutes went. */
const sentLines = lazy(
  async () => (await import("#app/features/meeting/sent/sent-lines.tsx")).SentLines,
  ["connections"],
);

const howPeopleSpoke = lazy(
  async () => (await import("#app/features/meeting/document/how-people-spoke.tsx")).HowPeopleSpoke,
  ["colophon"],
);

type Props = { head: MeetingHead; summary: NonNullable<MeetingView["summary"]> };

/** The last lines of the minutes: from what, when and with which template and engine, and what was left out. */
export function Colophon({ head, summary }: Props) {
  const { t } = useTranslation(["colophon", "meeting"]);
  const locale = useLocale();
  const timeZone = useTimeZone();
  const date = formatDateTime(summary.writtenAt, locale, timeZone);
  const template = summary.template.id === null ? t("meeting:basicSystem") : summary.template.name;
  return (
    <footer className="colophon">
      {head.textOnly ? (
        <p>{t("writtenFromText", { date, template })}</p>
      ) : (
        <p>
          {head.durationMs === null
            ? t("writtenNoLength", { date, template })
            : t("written", { date, template, length: formatExactDuration(head.durationMs, locale) })}{" "}
          {head.transcriptSource !== null && t(head.transcriptSource)}
        </p>
      )}
      <p>{summary.engine.port === "extractive" ? t("extractive") : t("model", { model: summary.engine.model })}</p>
      <EditedLines head={head} summary={summary} />
      {!head.playable && !head.textOnly && <p>{t("notPlayable")}</p>}
      {summary.droppedItems > 0 && <p>{t("droppedItems", { count: summary.droppedItems })}</p>}
      {head.droppedSegments > 0 && <p>{t("droppedSegments", { count: head.droppedSegments })}</p>}
      <WhenLoaded part={howPeopleSpoke} props={{ meetId: head.meetId }} />
      {head.editable && <WhenLoaded part={sentLines} props={{ meetId: head.meetId }} />}
    </footer>
  );
}

/** The share of the minutes that people wrote, and their language where it is not the meeting's. */
function EditedLines({ head, summary }: Props) {
  const { t } = useTranslation(["editActions", "common"]);
  const nameOf = useLanguageName();
  const manualLines = linesOfAll(summary.fields).filter((line) => line.manual).length;
  return (
    <>
      {manualLines > 0 && <p>{t("manualLines", { count: manualLines })}</p>}
      {summary.language !== head.language && <p>{t("rewrite.writtenIn", { language: nameOf(summary.language) })}</p>}
    </>
  );
}
