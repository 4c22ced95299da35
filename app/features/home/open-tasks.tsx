import { Link } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { track } from "#app/analytics/track.ts";
import type { TaskList } from "#app/contracts/meeting/lists.ts";
import { formatShortDate } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";

/** The person's next open tasks. Each opens its meeting at the moment that proves it. */
export function OpenTasks({ tasks }: { tasks: TaskList["tasks"] }) {
  const { t } = useTranslation("home");
  return (
    <section className="block home__tasks" aria-labelledby="my-tasks">
      <div className="block__head">
        <h2 className="section" id="my-tasks">
          {t("myTasks")}
        </h2>
        <Link className="note" to="/tasks" onClick={() => track("tasks lookup")}>
          {t("allTasks")}
        </Link>
      </div>
      <ol className="list">
        {tasks.map((task) => (
          <OpenTask key={`${task.meetId} ${task.taskId}`} task={task} />
        ))}
      </ol>
    </section>
  );
}

function OpenTask({ task }: { task: TaskList["tasks"][number] }) {
  const locale = useLocale();
  const { t } = useTranslation("home");
  const { meetId, text, dueDay, orDay, deadline, startMs, unconfirmed, meeting } = task;
  const address = startMs === null ? `/${meetId}` : `/${meetId}?t=${Math.floor(startMs / 1000)}`;
  // A deadline as it was said ("before the fair") is no date, or may be two ("next Friday").
  const said = (dueDay === null || orDay !== null) && deadline !== null ? `${deadline} · ` : "";
  return (
    <li className="item">
      <span className="item__when">
        {dueDay !== null && (
          // A day has no zone: UTC on both sides.
          <time dateTime={dueDay} suppressHydrationWarning>
            {formatShortDate(Date.parse(`${dueDay}T00:00:00Z`), locale, "UTC")}
          </time>
        )}
      </span>
      <Link className="item__title item__title--wide" to={address} dir="auto">
        {text}
      </Link>
      <p className="item__meta">
        {said}
        {meeting.title}
        {unconfirmed && <span className="unconfirmed">{` · ${t("unconfirmed")}`}</span>}
      </p>
    </li>
  );
}
