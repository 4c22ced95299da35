import { useTranslation } from "react-i18next";
import { formatMoment } from "#app/domain/time.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";

/** A stretch that has no text yet, named. */
export function GapRow({ gap, row }: { gap: { startMs: number; endMs: number }; row: number }) {
  const { t } = useTranslation("meeting");
  const from = formatMoment(gap.startMs);
  return (
    <li className="turn gap" data-row={row}>
      <span className="turn__when">
        <span className="moment moment--text">{from}</span>
      </span>
      <div className="stack turn__gap">
        <Skeleton lines={2} />
        <p className="note muted">{t("transcript.gap", { from, to: formatMoment(gap.endMs) })}</p>
      </div>
    </li>
  );
}
