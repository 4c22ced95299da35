import type { ComponentType } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";

type LeftOut = NonNullable<NonNullable<MeetingView["summary"]>["leftOut"]>;

/**
 * Below the minutes, for people who may edit: lines of the engine that are not among them, each with the reason. `Marks` comes from the page: an
 * import of its own would make the page's lines a script of their own.
 */
export function LeftOutLines({ lines, Marks }: { lines: LeftOut; Marks: ComponentType<{ segmentIds: string[] }> }) {
  const { t } = useTranslation("colophon");
  return (
    <details className="left-out">
      <summary className="note">{t("leftOut.title", { count: lines.length })}</summary>
      <p className="small muted">{t("leftOut.hint")}</p>
      <ul className="lines">
        {lines.map(({ key, text, segmentIds, reason }) => (
          <li key={`${key} ${text}`} className="line">
            <div className="line__when">
              <Marks segmentIds={segmentIds} />
            </div>
            <div>
              <p className="reading">{text}</p>
              <p className="small muted">{t(`leftOut.reason.${reason}`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
