import { useTranslation } from "react-i18next";
import type { PlanUse } from "#app/contracts/upload-answers.ts";
import { Tally } from "#app/ui/tally.tsx";

/** §2: what either modal shows when the free limit is reached. Its button stands in the dialog's foot. */
export function LimitReached({ use }: { use: PlanUse | null }) {
  const { t } = useTranslation("upload");
  const limit = use?.limit ?? null;
  const counts = { used: limit, limit };
  return (
    <div className="body">
      {limit !== null && (
        <div className="stack">
          <Tally used={limit} of={limit} label={t("used", counts)} />
          <p className="num">
            <span className="strong">{t("limit.ofLimit", counts)}</span>{" "}
            <span className="muted">{t("limit.usedOnPlan")}</span>
          </p>
        </div>
      )}
      <p>{t("limit.text")}</p>
      <p className="muted">{t("limit.pro")}</p>
    </div>
  );
}
