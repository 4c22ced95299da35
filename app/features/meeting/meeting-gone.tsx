import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { buttonClass } from "#app/ui/button.tsx";

/** §8, inside the shell: says of no meeting whether there ever was one. */
export function MeetingGone({ contactEmail }: { contactEmail: string }) {
  const { t } = useTranslation(["share", "common"]);
  return (
    <main className="page" id="main" tabIndex={-1}>
      <div className="page__in">
        <p className="label">{t("goneLabel")}</p>
        <h1 className="title">{t("common:error.notAvailable")}</h1>
        <p className="reading lead">
          {t("contact")} <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
        </p>
        <div className="actions">
          <Link className={buttonClass("line", "btn--l")} to="/history">
            {t("common:menu.history")}
          </Link>
        </div>
      </div>
    </main>
  );
}
