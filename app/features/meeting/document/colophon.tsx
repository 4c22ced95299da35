import { useTranslation } from "react-i18next";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { formatExactLength } from "#app/features/meeting/format-length.ts";
import { useClock } from "#app/features/meeting/use-clock.ts";

/** The last lines of the minutes: from what, when and with which template and engine, and what was left out. */
export function Colophon({ view }: { view: MeetingView }) {
  const { t } = useTranslation("meeting");
  const { formatDay } = useClock();
  const { head, summary } = view;
  if (!summary) return null;
  const date = formatDay(summary.writtenAt);
  const template = summary.template.name;
  return (
    <footer className="colophon">
      <p>
        {head.durationMs === null
          ? t("colophon.writtenNoLength", { date, template })
          : t("colophon.written", { date, template, length: formatExactLength(t, head.durationMs) })}{" "}
        {head.transcriptSource !== null && t(`colophon.${head.transcriptSource}`)}
      </p>
      <p>
        {summary.engine.port === "extractive"
          ? t("colophon.extractive")
          : t("colophon.model", { model: summary.engine.model })}
      </p>
      {summary.droppedItems > 0 && <p>{t("colophon.droppedItems", { count: summary.droppedItems })}</p>}
      {head.droppedSegments > 0 && <p>{t("colophon.droppedSegments", { count: head.droppedSegments })}</p>}
    </footer>
  );
}
