import { useBlocker } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { toBuilderDraft } from "#app/features/templates/builder/builder-draft.ts";
import type { BothChanged } from "#app/features/templates/builder/merge-templates.ts";
import type { Builder, Conflict } from "#app/features/templates/builder/use-builder.ts";
import { useTemplateNames } from "#app/features/templates/template-names.ts";
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

/** Two people edited the template: nothing is saved before one of them has chosen. */
export function ConflictDialog({ builder, conflict }: { builder: Builder; conflict: Conflict }) {
  const { t } = useTranslation("templateBuilder");
  const { titleOf } = useTemplateNames();
  const { theirs, merged, both } = conflict;
  const nameOf = (what: BothChanged): string => {
    if (what.part === "field") {
      const field = merged.fields.find(({ key }) => key === what.key);
      return field ? `“${titleOf(field)}”` : "";
    }
    return t(`conflict.${what.part}Word`);
  };
  const takeMine = () => builder.settleConflict(builder.draft);
  return (
    <Dialog
      open
      title={t("conflict.title")}
      onClose={takeMine}
      closable={false}
      footer={
        <>
          <Button kind="quiet" large onClick={() => builder.settleConflict(toBuilderDraft(theirs))}>
            {t("conflict.takeTheirs")}
          </Button>
          <Button kind="line" large onClick={takeMine}>
            {t("conflict.keepMine")}
          </Button>
          <Button kind="primary" large onClick={() => builder.settleConflict(merged)}>
            {t("conflict.mergeBoth")}
          </Button>
        </>
      }
    >
      <div className="body stack">
        <p>{t("conflict.text", { version: theirs.version })}</p>
        <p>{both.length === 0 ? t("conflict.merged") : t("conflict.both", { what: both.map(nameOf).join(", ") })}</p>
        <p className="hint">{t("conflict.backInVersions")}</p>
      </div>
    </Dialog>
  );
}
