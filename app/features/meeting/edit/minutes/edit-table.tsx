import { useTranslation } from "react-i18next";
import { SUMMARY_ITEM_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import type { Line } from "#app/domain/summary/edits/line.ts";
import { CompareLine } from "#app/features/meeting/edit/versions/compare-line.tsx";
import { type FieldProps, WhenOf } from "#app/features/meeting/edit/versions/line-when.tsx";
import { GrowingText } from "#app/features/meeting/edit/minutes/growing-text.tsx";
import { LineTools } from "#app/features/meeting/edit/minutes/line-tools.tsx";

/** A table of the template's author: its cells, row by row. */
export function EditTable(props: FieldProps) {
  const { t } = useTranslation(["meeting", "edit"]);
  const { field } = props;
  if (field.lines.length === 0) return null;
  return (
    <table className="table minutes-table edit-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">{t("moment")}</span>
          </th>
          {field.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
          <th scope="col">
            <span className="sr">{t("edit:tools")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {field.lines.map((line, index) => (
          <EditRow key={line.id} {...props} line={line} number={index + 1} />
        ))}
      </tbody>
    </table>
  );
}

function EditRow({ field, name, editing, line, number }: FieldProps & { line: Line; number: number }) {
  const { t } = useTranslation("edit");
  return (
    <tr>
      <td>
        <WhenOf line={line} />
      </td>
      {field.columns.map((column, index) => (
        <td key={column} data-label={index === 0 ? undefined : column}>
          <GrowingText
            className={editing.isBoth(line.id) ? "input is-both" : "input"}
            label={t("cell", { column, number })}
            value={line.cells[index] ?? ""}
            charsMax={SUMMARY_ITEM_CHARS_MAX}
            focused={index === 0 && editing.isNew(line.id)}
            onChange={(text) =>
              editing.say(field.key, line.id, {
                cells: field.columns.map((_, at) => (at === index ? text : (line.cells[at] ?? ""))),
              })
            }
          />
          {index === 0 && <CompareLine id={line.id} fieldKey={field.key} editing={editing} />}
        </td>
      ))}
      <td className="rm">
        <LineTools label={t("line", { field: name, number })} fieldKey={field.key} line={line} editing={editing} />
      </td>
    </tr>
  );
}
