import { useTranslation } from "react-i18next";
import { track } from "#app/analytics/track.ts";

/** §2: the hint of what is to come. */
export function ViewTasks() {
  const { t } = useTranslation("editActions");
  return (
    <div className="row">
      <span className="plan">{t("task.soon")}</span>
      <button
        className="btn btn--line btn--caps"
        type="button"
        aria-disabled="true"
        onClick={() => track("tasks lookup")}
      >
        {t("task.view")}
      </button>
    </div>
  );
}
