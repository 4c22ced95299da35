import { useTranslation } from "react-i18next";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { EditColophon } from "#app/features/meeting/edit/edit-marks.tsx";
import { formatDateTime, formatExactDuration } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";

/** The last lines of the minutes: from what, when and with which template and engine, and what was left out. */
export function Colophon({ view }: { view: MeetingView }) {
  const { t } = useTranslation("meeting");
  const locale = useLocale();
  const timeZone = useTimeZone();
  const { head, summary } = view;
  if (!summary) return null;
  const date = formatDateTime(summary.writtenAt, locale, timeZone);
  const template = summary.template.name;
  return (
    <footer className="colophon">
      {/* As with LocalTime: the server's Intl data may be older than the browser's. */}
      <p suppressHydrationWarning>
        {head.durationMs === null
          ? t("colophon.writtenNoLength", { date, template })
          : t("colophon.written", { date, template, length: formatExactDuration(head.durationMs, locale) })}{" "}
        {head.transcriptSource !== null && t(`colophon.${head.transcriptSource}`)}
      </p>
      <p>
        {summary.engine.port === "extractive"
          ? t("colophon.extractive")
          : t("colophon.model", { model: summary.engine.model })}
      </p>
      <EditColophon view={view} />
      {!head.playable && <p>{t("colophon.notPlayable")}</p>}
      {summary.droppedItems > 0 && <p>{t("colophon.droppedItems", { count: summary.droppedItems })}</p>}
      {head.droppedSegments > 0 && <p>{t("colophon.droppedSegments", { count: head.droppedSegments })}</p>}
    </footer>
  );
}
