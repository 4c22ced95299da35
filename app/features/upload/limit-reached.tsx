import { useTranslation } from "react-i18next";
import { FREE_UPLOADS_MAX } from "#app/domain/limits/account.ts";
import { Tally } from "#app/ui/tally.tsx";

/** §2: what either modal shows when the free limit is reached. Its button stands in the dialog's foot. */
export function LimitReached() {
  const { t } = useTranslation("upload");
  const counts = { used: FREE_UPLOADS_MAX, limit: FREE_UPLOADS_MAX };
  return (
    <div className="body">
      <div className="stack">
        <Tally used={FREE_UPLOADS_MAX} of={FREE_UPLOADS_MAX} label={t("used", counts)} />
        <p className="num">
          <span className="strong">{t("limit.ofLimit", counts)}</span>{" "}
          <span className="muted">{t("limit.usedOnPlan")}</span>
        </p>
      </div>
      <p>{t("limit.text")}</p>
      <p className="muted">{t("limit.pro")}</p>
    </div>
  );
}
