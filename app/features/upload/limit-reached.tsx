import { useTranslation } from "react-i18next";
import { FREE_UPLOADS_MAX } from "#app/domain/limits.ts";

const STROKE_GAP = 12;

/** §2: what either modal shows when the free limit is reached. Its button stands in the dialog's foot. */
export function LimitReached() {
  const { t } = useTranslation("upload");
  const counts = { used: FREE_UPLOADS_MAX, limit: FREE_UPLOADS_MAX };
  const strokes = Array.from({ length: FREE_UPLOADS_MAX }, (_, index) => 2 + index * STROKE_GAP);
  return (
    <div className="body">
      <div className="stack">
        <svg
          className="tally"
          viewBox={`0 0 ${FREE_UPLOADS_MAX * STROKE_GAP} 20`}
          preserveAspectRatio="xMinYMid meet"
          role="img"
          aria-label={t("used", counts)}
        >
          {strokes.map((x) => (
            <line key={x} className="used" x1={x} x2={x} y1="2" y2="18" />
          ))}
        </svg>
        <p className="num">
          <span className="strong">{t("limit.ofLimit", counts)}</span>{" "}
          <span className="muted">{t("limit.usedOnPlan")}</span>
        </p>
      </div>
      <p>{t("limit.text", counts)}</p>
      <p className="muted">{t("limit.pro")}</p>
    </div>
  );
}
