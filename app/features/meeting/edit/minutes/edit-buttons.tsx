import { useTranslation } from "react-i18next";
import { useEditActions } from "#app/features/meeting/edit/edit-actions.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** Edit and write again, in the bar over the minutes; nothing for whoever only reads. */
export function EditButtons() {
  const { t } = useTranslation("editActions");
  const actions = useEditActions();
  if (!actions) return null;
  const [editComes, rewriteComes] = [actions.awaited === "minutes", actions.awaited === "rewrite"];
  return (
    <>
      <Button kind="quiet" aria-keyshortcuts="e" title={t("open")} busy={editComes} onClick={actions.edit}>
        {!editComes && <Icon name="edit" />}
        <span className="wide">{t("open")}</span>
      </Button>
      <Button
        kind="quiet"
        aria-keyshortcuts="w"
        title={t("rewrite.open")}
        busy={rewriteComes}
        onClick={actions.writeAgain}
      >
        {!rewriteComes && <Icon name="again" />}
        <span className="wide">{t("rewrite.open")}</span>
      </Button>
    </>
  );
}
