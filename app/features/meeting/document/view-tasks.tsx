import { Link } from "@remix-run/react";
import { track } from "#app/analytics/track.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

/** §2: leads to the tasks of all meetings, and says where tasks will go from there. The sample's tasks are not among them. */
export function ViewTasks() {
  const { t } = useTranslation("colophon");
  return (
    <span className="row row--wrap">
      <span className="note muted">{t("tasks.others")}</span>
      <span className="plan">{t("tasks.soon")}</span>
      <Link className="btn btn--line btn--caps" to="/tasks" onClick={() => track("tasks lookup")}>
        {t("tasks.view")}
      </Link>
    </span>
  );
}
