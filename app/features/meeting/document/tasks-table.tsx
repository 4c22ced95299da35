import { useTranslation } from "react-i18next";
import { isDay } from "#app/domain/time.ts";
import { OutdatedMark } from "#app/features/meeting/edit/edit-marks.tsx";
import { TaskTick } from "#app/features/meeting/edit/task-tick.tsx";
import { formatShortDate } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { LineMarks, useSeekTo } from "#app/features/meeting/document/summary-line.tsx";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { SpeakerAvatar } from "#app/features/meeting/transcript/speaker-avatar.tsx";

type Task = {
  id?: string | undefined;
  text: string;
  segmentIds: string[];
  description: string | null;
  assigned: string | null;
  deadline: string | null;
  byHand?: true | undefined;
  outdated?: true | undefined;
  done?: true | undefined;
};

/** §2: Title, Assigned, Deadline. What was not said is a value of its own, never a guess. */
export function TasksTable({ tasks }: { tasks: Task[] }) {
  const { t } = useTranslation("meeting");
  return (
    <table className="table minutes-table">
      <caption className="sr">{t("tasks.caption")}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">{t("moment")}</span>
          </th>
          <th scope="col">{t("tasks.title")}</th>
          <th scope="col">{t("tasks.assigned")}</th>
          <th scope="col">{t("tasks.deadline")}</th>
        </tr>
      </thead>
      <tbody>
        {tasks.map((task) => (
          <TaskRow key={task.id ?? `${task.segmentIds.join()} ${task.text}`} task={task} />
        ))}
      </tbody>
    </table>
  );
}

function TaskRow({ task }: { task: Task }) {
  const { t } = useTranslation("meeting");
  return (
    <tr className={task.done ? "is-done" : undefined}>
      <td>
        <LineMarks segmentIds={task.segmentIds} byHand={task.byHand} />
      </td>
      <td>
        <span className="task__tick">
          <TaskTick id={task.id} text={task.text} done={task.done === true} />
          <span data-seek={useSeekTo(task.segmentIds)}>
            <span className="task__words">{task.text}</span>
            {task.description !== null && <span className="desc">{task.description}</span>}
            <OutdatedMark outdated={task.outdated} />
          </span>
        </span>
      </td>
      <td className="who" data-label={t("tasks.assigned")}>
        {task.assigned === null ? <NotSaid /> : <Person name={task.assigned} />}
      </td>
      <td className="due" data-label={t("tasks.deadline")}>
        {task.deadline === null ? <NotSaid /> : <Deadline deadline={task.deadline} />}
      </td>
    </tr>
  );
}

function Person({ name }: { name: string }) {
  const { speakers } = useMeetingFacts();
  const speaker = speakers.get(name);
  return (
    <span className="person">
      {speaker && <SpeakerAvatar speaker={speaker} />}
      {name}
    </span>
  );
}

/** The words in which it was said, or a day that a person chose. */
function Deadline({ deadline }: { deadline: string }) {
  const locale = useLocale();
  if (!isDay(deadline)) return deadline;
  return <time dateTime={deadline}>{formatShortDate(Date.parse(deadline), locale, "UTC")}</time>;
}

export function NotSaid() {
  const { t } = useTranslation("meeting");
  return <span className="unsaid">{t("notSaid")}</span>;
}
