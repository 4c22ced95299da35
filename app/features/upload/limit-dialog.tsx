import { useTranslation } from "react-i18next";
import { LimitFoot } from "#app/features/upload/dialog-feet.tsx";
import { LimitReached } from "#app/features/upload/limit-reached.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

/** §2: what either modal shows in place of its form when the free limit is reached. */
export function LimitDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("upload");
  const title = <span className="cap">{t("limit.title")}</span>;
  return (
    <Dialog key="limit" open title={title} onClose={onClose} small footer={<LimitFoot onClose={onClose} />}>
      <LimitReached />
    </Dialog>
  );
}
