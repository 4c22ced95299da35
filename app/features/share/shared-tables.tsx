import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSharedFacts } from "#app/features/share/shared-facts.ts";
import { SharedMarks } from "#app/features/share/shared-moment.tsx";
import { LOCALES } from "#app/domain/languages.ts";
import { isDay } from "#app/domain/time.ts";
import { formatDate } from "#app/i18n/format.ts";
import { Avatar } from "#app/ui/avatar.tsx";

type Task = {
  text: string;
  segmentIds: string[];
  description: string | null;
  assigned: string | null;
  deadline: string | null;
  byHand?: true | undefined;
  done?: true | undefined;
};

/** §2: Title, Assigned, Deadline; what was not said says so. */
export function SharedTasks({ tasks }: { tasks: Task[] }) {
  const { t } = useTranslation(["meeting", "exporting"]);
  const [assigned, deadline] = [t("meeting:tasks.assigned"), t("meeting:tasks.deadline")];
  return (
    <MomentTable caption={t("meeting:tasks.caption")} columns={[t("meeting:tasks.title"), assigned, deadline]}>
      {tasks.map((task) => (
        <tr key={`${task.segmentIds.join()} ${task.text}`} className={task.done ? "is-done" : undefined}>
          <td>
            <SharedMarks segmentIds={task.segmentIds} byHand={task.byHand} />
          </td>
          <td>
            <span className="task__words">{task.text}</span>
            {task.done && <span className="desc">{t("exporting:done")}</span>}
            {task.description !== null && <span className="desc">{task.description}</span>}
          </td>
          <td className="who" data-label={assigned}>
            {task.assigned === null ? <NotSaid /> : <Person name={task.assigned} />}
          </td>
          <td className="due" data-label={deadline}>
            {task.deadline === null ? <NotSaid /> : <Deadline deadline={task.deadline} />}
          </td>
        </tr>
      ))}
    </MomentTable>
  );
}

/** A table that a template's author defined. */
export function SharedTable({
  columns,
  rows,
}: {
  columns: string[];
  rows: { cells: string[]; segmentIds: string[]; byHand?: true | undefined }[];
}) {
  return (
    <MomentTable columns={columns}>
      {rows.map((row) => (
        <tr key={`${row.segmentIds.join()} ${row.cells.join()}`}>
          <td>
            <SharedMarks segmentIds={row.segmentIds} byHand={row.byHand} />
          </td>
          {columns.map((column, index) => (
            <td key={column} className="prose" data-label={index === 0 ? undefined : column}>
              {row.cells[index]?.trim() ? row.cells[index] : <NotSaid />}
            </td>
          ))}
        </tr>
      ))}
    </MomentTable>
  );
}

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

function Person({ name }: { name: string }) {
  const speaker = useSharedFacts().speakers.get(name);
  return (
    <span className="person">
      {speaker && <Avatar name={name} speaker={speaker.colour} />}
      {name}
    </span>
  );
}

/** The words in which it was said, or a day that a person chose. */
function Deadline({ deadline }: { deadline: string }) {
  const { i18n } = useTranslation();
  const locale = LOCALES.find((one) => one === i18n.language) ?? "en";
  if (!isDay(deadline)) return deadline;
  return <time dateTime={deadline}>{formatDate(Date.parse(deadline), locale, "UTC")}</time>;
}

function NotSaid() {
  const { t, i18n } = useTranslation("meeting");
  return (
    <span className="unsaid" lang={i18n.language}>
      {t("notSaid")}
    </span>
  );
}
