import { useTranslation } from "react-i18next";
import type { PlanUse } from "#app/contracts/upload-answers.ts";
import { LimitFoot } from "#app/features/upload/form/dialog-feet.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Tally } from "#app/ui/tally.tsx";

/** §2: what either modal shows in place of its form when the free limit is reached. `use` is null until it is known. */
export function LimitDialog({ use, onClose }: { use: PlanUse | null; onClose: () => void }) {
  const { t } = useTranslation("upload");
  const title = <span className="cap">{t("limit.title")}</span>;
  return (
    <Dialog key="limit" open title={title} onClose={onClose} small footer={<LimitFoot onClose={onClose} />}>
      <LimitReached use={use} />
    </Dialog>
  );
}

/** §2: what either modal shows when the free limit is reached. Its button stands in the dialog's foot. */
function LimitReached({ use }: { use: PlanUse | null }) {
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
