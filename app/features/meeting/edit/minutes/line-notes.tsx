import { useTranslation } from "#app/i18n/use-translation.ts";
import { wordsOf } from "#app/domain/summary/edits/compare-versions.ts";
import type { EditableField, Line } from "#app/domain/summary/edits/line.ts";
import { LineMarks } from "#app/features/meeting/document/summary-line.tsx";
import type { Editing } from "#app/features/meeting/edit/minutes/use-editing.ts";
import { formatShortDate } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";

/** The props of every kind of field in an edit. */
export type FieldProps = { field: EditableField; name: string; editing: Editing };

/** The moments of a line, or a note that a person wrote it. */
export function WhenOf({ line }: { line: Line }) {
  const { t } = useTranslation("editActions");
  return line.segmentIds.length > 0 ? (
    <LineMarks segmentIds={line.segmentIds} />
  ) : (
    <span className="manual-edit">{t("manualEdit")}</span>
  );
}

/** Under a line that two people changed: how it stands in the other version, and one click to take that. */
export function CompareLine({ id, fieldKey, editing }: { id: string; fieldKey: string; editing: Editing }) {
  const { t } = useTranslation("edit");
  const locale = useLocale();
  if (!editing.comparing || !editing.isBoth(id)) return null;
  const theirs = editing.theirs(fieldKey, id);
  if (!theirs) return <p className="hint">{t("meanwhile.removed")}</p>;
  const text = wordsOf(theirs, (day) => formatShortDate(Date.parse(day), locale, "UTC"));
  const { id: _id, segmentIds: _ids, manual: _manual, readUpTo: _read, ...words } = theirs;
  return (
    <p className="hint row row--wrap">
      {t("meanwhile.theirs", { text })}
      <button className="btn btn--line" type="button" onClick={() => editing.say(fieldKey, id, words)}>
        {t("meanwhile.take")}
      </button>
    </p>
  );
}
