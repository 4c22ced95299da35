import { useTranslation } from "react-i18next";
import type { EditableField, Line } from "#app/domain/summary/edits/line.ts";
import { LineMarks } from "#app/features/meeting/document/summary-line.tsx";
import type { Editing } from "#app/features/meeting/edit/use-editing.ts";

/** What every kind of field gets while it is edited. */
export type FieldProps = { field: EditableField; name: string; editing: Editing };

/** Its moments, or that a person wrote it. */
export function WhenOf({ line }: { line: Line }) {
  const { t } = useTranslation("editActions");
  return line.segmentIds.length > 0 ? (
    <LineMarks segmentIds={line.segmentIds} />
  ) : (
    <span className="manual-edit">{t("manualEdit")}</span>
  );
}
