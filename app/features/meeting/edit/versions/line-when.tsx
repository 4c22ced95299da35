import { useTranslation } from "react-i18next";
import type { EditableField, Line } from "#app/domain/summary/edits/line.ts";
import { LineMarks } from "#app/features/meeting/document/summary-line.tsx";
import type { Editing } from "#app/features/meeting/edit/minutes/use-editing.ts";

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
