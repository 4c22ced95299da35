import { Link } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { PlanUse } from "#app/contracts/billing.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Tally } from "#app/ui/tally.tsx";

/** §2: what either modal shows in place of its form when the free limit is reached. `use` is null until it is known. */
export function LimitDialog({ use, onClose }: { use: PlanUse | null; onClose: () => void }) {
  const { t } = useTranslation("plan");
  const title = <span className="cap">{t("limit.title")}</span>;
  return (
    <Dialog key="limit" open title={title} onClose={onClose} small footer={<LimitFoot onClose={onClose} />}>
      <LimitReached use={use} />
    </Dialog>
  );
}

/** §2: what either modal shows when the free limit is reached. Its button stands in the dialog's foot. */
function LimitReached({ use }: { use: PlanUse | null }) {
  const { t } = useTranslation("plan");
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

/** Gives the element the focus when the dialog opens. A native dialog needs the attribute, which React's own prop does not write. */
function beginHere(element: HTMLElement | null): void {
  element?.setAttribute("autofocus", "");
}

function LimitFoot({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["plan", "common"]);
  return (
    <>
      <Button kind="quiet" large onClick={onClose}>
        {t("common:action.close")}
      </Button>
      <Link className={buttonClass("primary", "btn--l")} to="/pricing" replace ref={beginHere}>
        {t("limit.upgrade")}
      </Link>
    </>
  );
}
