import { useTranslation } from "#app/i18n/use-translation.ts";
import { toBuilderDraft } from "#app/features/templates/builder/builder-draft.ts";
import { type BothChanged, mergeTemplates } from "#app/features/templates/builder/merge-templates.ts";
import type { Builder, Conflict } from "#app/features/templates/builder/use-builder.ts";
import { useTemplateNames } from "#app/features/templates/template-names.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

/** Two people edited the template: nothing is saved before one of them has chosen. */
export function ConflictDialog({ builder, conflict }: { builder: Builder; conflict: Conflict }) {
  const { t } = useTranslation("templateBuilder");
  const { titleOf } = useTemplateNames();
  const { theirs, base } = conflict;
  const { merged, both } = mergeTemplates(base, builder.draft, toBuilderDraft(theirs));
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
