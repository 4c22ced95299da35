import { useTranslation } from "react-i18next";
import { LineMarks, useSeekTo } from "#app/features/meeting/document/summary-line.tsx";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { SpeakerAvatar } from "#app/features/meeting/transcript/speaker-avatar.tsx";

type Task = {
  text: string;
  segmentIds: string[];
  description: string | null;
  assigned: string | null;
  deadline: string | null;
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
          <TaskRow key={`${task.segmentIds.join()} ${task.text}`} task={task} />
        ))}
      </tbody>
    </table>
  );
}

function TaskRow({ task }: { task: Task }) {
  const { t } = useTranslation("meeting");
  return (
    <tr>
      <td>
        <LineMarks segmentIds={task.segmentIds} />
      </td>
      <td data-seek={useSeekTo(task.segmentIds)}>
        {task.text}
        {task.description !== null && <span className="desc">{task.description}</span>}
      </td>
      <td className="who" data-label={t("tasks.assigned")}>
        {task.assigned === null ? <NotSaid /> : <Person name={task.assigned} />}
      </td>
      <td className="due" data-label={t("tasks.deadline")}>
        {task.deadline ?? <NotSaid />}
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

export function NotSaid() {
  const { t } = useTranslation("meeting");
  return <span className="unsaid">{t("notSaid")}</span>;
}
