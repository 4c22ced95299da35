import { useTranslation } from "react-i18next";
import { LineMarks, useSeekTo } from "#app/features/meeting/document/summary-line.tsx";
import { OutdatedMark } from "#app/features/meeting/edit/edit-marks.tsx";
import { NotSaid } from "#app/features/meeting/document/tasks-table.tsx";

type Row = {
  id?: string | undefined;
  cells: string[];
  segmentIds: string[];
  byHand?: true | undefined;
  outdated?: true | undefined;
};

/** A table that a template's author defined; an empty cell says that it was not said. */
export function FieldTable({ columns, rows }: { columns: string[]; rows: Row[] }) {
  const { t } = useTranslation("meeting");
  return (
    <table className="table minutes-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">{t("moment")}</span>
          </th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <FieldRow key={row.id ?? `${row.segmentIds.join()} ${row.cells.join()}`} columns={columns} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function FieldRow({ columns, row }: { columns: string[]; row: Row }) {
  const seekTo = useSeekTo(row.segmentIds);
  return (
    <tr>
      <td>
        <LineMarks segmentIds={row.segmentIds} byHand={row.byHand} />
      </td>
      {columns.map((column, index) => (
        <td key={column} className="prose" data-label={index === 0 ? undefined : column} data-seek={seekTo}>
          {row.cells[index]?.trim() ? row.cells[index] : <NotSaid />}
          {index === 0 && <OutdatedMark outdated={row.outdated} />}
        </td>
      ))}
    </tr>
  );
}
