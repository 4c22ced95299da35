import { useTranslation } from "react-i18next";
import type { Editing } from "#app/features/meeting/edit/minutes/use-editing.ts";

/** Under a line that two people changed: how it stands in the other version, and one click to take that. */
export function CompareLine({ id, fieldKey, editing }: { id: string; fieldKey: string; editing: Editing }) {
  const { t } = useTranslation("edit");
  if (!editing.comparing || !editing.isBoth(id)) return null;
  const theirs = editing.theirs(fieldKey, id);
  if (!theirs) return <p className="hint">{t("meanwhile.removed")}</p>;
  const text = [theirs.text, ...theirs.cells, theirs.subtitle, theirs.description, theirs.assigned, theirs.deadline]
    .filter(Boolean)
    .join(" · ");
  const { id: _id, segmentIds: _ids, byHand: _hand, readUpTo: _read, ...words } = theirs;
  return (
    <p className="hint row row--wrap">
      {t("meanwhile.theirs", { text })}
      <button className="btn btn--line" type="button" onClick={() => editing.say(fieldKey, id, words)}>
        {t("meanwhile.take")}
      </button>
    </p>
  );
}
