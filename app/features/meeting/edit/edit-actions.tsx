import { useTranslation } from "react-i18next";
import { useEditDoor } from "#app/features/meeting/edit/edit-door.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** Edit and write again, in the bar over the minutes; nothing for whoever only reads. */
export function EditActions() {
  const { t } = useTranslation("editDoor");
  const door = useEditDoor();
  if (!door) return null;
  const [editComes, rewriteComes] = [door.awaited === "minutes", door.awaited === "rewrite"];
  return (
    <>
      <Button kind="quiet" aria-keyshortcuts="e" title={t("open")} busy={editComes} onClick={door.edit}>
        {!editComes && <Icon name="edit" />}
        <span className="wide">{t("open")}</span>
      </Button>
      <Button
        kind="quiet"
        aria-keyshortcuts="w"
        title={t("rewrite.open")}
        busy={rewriteComes}
        onClick={door.writeAgain}
      >
        {!rewriteComes && <Icon name="again" />}
        <span className="wide">{t("rewrite.open")}</span>
      </Button>
    </>
  );
}
