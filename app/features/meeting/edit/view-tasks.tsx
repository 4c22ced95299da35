import { useTranslation } from "react-i18next";
import { track } from "#app/analytics/track.ts";

/** §2: leads to the tasks of all meetings. */
export function ViewTasks() {
  const { t } = useTranslation("editActions");
  return (
    <a className="btn btn--line btn--caps" href="/tasks" onClick={() => track("tasks lookup")}>
      {t("task.view")}
    </a>
  );
}
