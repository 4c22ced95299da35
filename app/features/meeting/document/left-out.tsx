import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { LineMarks } from "#app/features/meeting/document/summary-line.tsx";

type LeftOut = NonNullable<NonNullable<MeetingView["summary"]>["leftOut"]>;

/** Below the minutes, for people who may edit: lines of the engine that are not among them, each with the reason. */
export function LeftOutLines({ lines }: { lines: LeftOut }) {
  const { t } = useTranslation("meeting");
  return (
    <details className="left-out">
      <summary className="note">{t("check.leftOut", { count: lines.length })}</summary>
      <p className="small muted">{t("check.leftOutHint")}</p>
      <ul className="lines">
        {lines.map(({ key, text, segmentIds, reason }) => (
          <li key={`${key} ${text}`} className="line">
            <div className="line__when">
              <LineMarks segmentIds={segmentIds} />
            </div>
            <div>
              <p className="reading">{text}</p>
              <p className="small muted">{t(`check.reason.${reason}`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
