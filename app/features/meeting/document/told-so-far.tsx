import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { MomentLink } from "#app/features/meeting/document/summary-line.tsx";

/** The running minutes: what was said so far, for whoever comes late. The minutes take their place. */
export function ToldSoFar({ told }: { told: NonNullable<MeetingHead["told"]> }) {
  const { t } = useTranslation("progress");
  const headingId = useId();
  return (
    <section className="fieldset" aria-labelledby={headingId}>
      <h2 className="section" id={headingId}>
        {t("told.title")}
      </h2>
      <p className="note muted">{t("told.by")}</p>
      <ol className="lines">
        {told.map(({ startMs, segmentIds, text }) => (
          <li className="line" key={startMs}>
            <div className="line__when">
              <MomentLink moment={{ startMs, segmentIds }} current={false} />
            </div>
            <div className="reading">{text}</div>
          </li>
        ))}
      </ol>
    </section>
  );
}
