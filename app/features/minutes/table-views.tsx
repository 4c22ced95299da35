import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FieldBodies, TableRow, TaskItem } from "#app/domain/summary/summary.ts";
import { isDay } from "#app/domain/time.ts";
import { useMinutesParts } from "#app/features/minutes/minutes-parts.ts";

/** §2: Title, Assigned, Deadline. What was not said is a value of its own, never a guess. */
export function TasksView({ content }: { content: FieldBodies["tasks"] }) {
  const { t } = useTranslation("meeting");
  const columns = [t("tasks.title"), t("tasks.assigned"), t("tasks.deadline")];
  return (
    <MomentTable caption={t("tasks.caption")} columns={columns}>
      {content.items.map((task) => (
        <TaskRow key={task.id ?? `${task.segmentIds.join()} ${task.text}`} task={task} />
      ))}
    </MomentTable>
  );
}

function TaskRow({ task }: { task: TaskItem }) {
  const { t } = useTranslation("meeting");
  const { Marks, TaskWords, PersonAvatar, Day, NotSaid } = useMinutesParts();
  const { assigned, deadline } = task;
  return (
    <tr className={task.done ? "is-done" : undefined}>
      <td>
        <Marks segmentIds={task.segmentIds} byHand={task.byHand} />
      </td>
      <td>
        <TaskWords task={task} />
      </td>
      <td className="who" data-label={t("tasks.assigned")}>
        {assigned === null ? (
          <NotSaid />
        ) : (
          <span className="person">
            <PersonAvatar name={assigned} />
            {assigned}
          </span>
        )}
      </td>
      <td className="due" data-label={t("tasks.deadline")}>
        {/* The words in which it was said, or a day that a person chose. */}
        {deadline === null ? <NotSaid /> : isDay(deadline) ? <Day day={deadline} /> : deadline}
      </td>
    </tr>
  );
}

/** A table that a template's author defined; an empty cell says that it was not said. */
export function TableView({ content: { columns, rows } }: { content: FieldBodies["customTable"] }) {
  return (
    <MomentTable columns={columns}>
      {rows.map((row) => (
        <RowView key={row.id ?? `${row.segmentIds.join()} ${row.cells.join()}`} columns={columns} row={row} />
      ))}
    </MomentTable>
  );
}

function RowView({ columns, row }: { columns: string[]; row: TableRow }) {
  const { Marks, Cell, NotSaid, OutdatedMark } = useMinutesParts();
  return (
    <tr>
      <td>
        <Marks segmentIds={row.segmentIds} byHand={row.byHand} />
      </td>
      {columns.map((column, index) => (
        <Cell key={column} segmentIds={row.segmentIds} label={index === 0 ? undefined : column}>
          {row.cells[index]?.trim() ? row.cells[index] : <NotSaid />}
          {index === 0 && <OutdatedMark outdated={row.outdated} />}
        </Cell>
      ))}
    </tr>
  );
}

/** A table whose first column holds the moments of each row. */
function MomentTable({ caption, columns, children }: { caption?: string; columns: string[]; children: ReactNode }) {
  const { t } = useTranslation("meeting");
  return (
    <table className="table minutes-table">
      {caption !== undefined && <caption className="sr">{caption}</caption>}
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
      <tbody>{children}</tbody>
    </table>
  );
}
