import { useBlocker } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Builder } from "#app/features/templates/builder/use-builder.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

/** Asks before the page is left with changes that are not saved. A dialog over the page is no other page. */
export function LeaveGuard({ builder, isTyped }: { builder: Builder; isTyped: boolean }) {
  const { t } = useTranslation("templateBuilder");
  const { isDirty, isLeaving, forget } = builder;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      (isDirty || isTyped) && !isLeaving.current && currentLocation.pathname !== nextLocation.pathname,
  );
  const stay = () => blocker.reset?.();
  return (
    <Dialog
      open={blocker.state === "blocked"}
      small
      title={t("leave.title")}
      onClose={stay}
      footer={
        <>
          <Button
            kind="danger-line"
            large
            onClick={() => {
              forget();
              blocker.proceed?.();
            }}
          >
            {t("leave.discard")}
          </Button>
          <Button kind="primary" large onClick={stay}>
            {t("leave.stay")}
          </Button>
        </>
      }
    >
      <div className="body">
        <p>{t("leave.text")}</p>
      </div>
    </Dialog>
  );
}
