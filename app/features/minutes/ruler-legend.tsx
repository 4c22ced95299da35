import { isQuoting } from "#app/domain/summary/quotation.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

type Props = {
  /** The marks that the ruler shows. */
  marks: { keyPoints: readonly unknown[]; tasks: readonly unknown[] };
  summary: Parameters<typeof isQuoting>[0] | null;
};

/** Names the marks of the ruler, of the kinds that it shows. */
export function RulerLegend({ marks: { keyPoints, tasks }, summary }: Props) {
  const { t } = useTranslation("meeting");
  if (keyPoints.length === 0 && tasks.length === 0) return null;
  return (
    <p className="legend">
      {keyPoints.length > 0 && (
        <span>
          <svg viewBox="0 0 10 12" aria-hidden="true">
            <line className="tick-key" x1="5" x2="5" y1="0" y2="12" />
          </svg>
          {t(summary !== null && isQuoting(summary) ? "player.quotation" : "player.keyPoint")}
        </span>
      )}
      {tasks.length > 0 && (
        <span>
          <svg viewBox="0 0 10 12" aria-hidden="true">
            <line className="tick-task" x1="5" x2="5" y1="6" y2="6" />
            <line className="tick-task-in" x1="5" x2="5" y1="6" y2="6" />
          </svg>
          {t("player.task")}
        </span>
      )}
    </p>
  );
}
