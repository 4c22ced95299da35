import { useTranslation } from "react-i18next";
import { useEditDoor } from "#app/features/meeting/edit/edit-door.ts";
import { Icon } from "#app/ui/icon.tsx";

/** Edit and write again, in the bar over the minutes; nothing for whoever only reads. */
export function EditActions() {
  const { t } = useTranslation("edit");
  const door = useEditDoor();
  if (!door) return null;
  return (
    <>
      <button className="btn btn--quiet" type="button" aria-keyshortcuts="e" title={t("open")} onClick={door.edit}>
        <Icon name="edit" />
        <span className="wide">{t("open")}</span>
      </button>
      <button
        className="btn btn--quiet"
        type="button"
        aria-keyshortcuts="w"
        title={t("rewrite.open")}
        onClick={door.writeAgain}
      >
        <Icon name="again" />
        <span className="wide">{t("rewrite.open")}</span>
      </button>
    </>
  );
}
