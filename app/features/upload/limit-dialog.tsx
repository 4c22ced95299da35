import { useTranslation } from "react-i18next";
import type { PlanUse } from "#app/contracts/upload-answers.ts";
import { LimitFoot } from "#app/features/upload/dialog-feet.tsx";
import { LimitReached } from "#app/features/upload/limit-reached.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

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
