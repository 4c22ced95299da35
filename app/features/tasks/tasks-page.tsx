import { Form, Link } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { TaskList } from "#app/contracts/meeting/lists.ts";
import type { TaskFilters } from "#app/domain/tasks/task-list.ts";
import { formatMoment } from "#app/domain/time.ts";
import { momentAddress } from "#app/domain/transcript/moment-address.ts";
import { groupByDue, keyOfTask, type TaskRow, tasksHref } from "#app/features/tasks/task-rows.ts";
import "#app/features/tasks/tasks.css";
import { SentTo, type Sending, useSending } from "#app/features/tasks/sent-to.tsx";
import { type Tasks, useTasks } from "#app/features/tasks/use-tasks.ts";
import { ListedDate } from "#app/i18n/listed-date.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";

type Props = {
  list: TaskList;
  filters: TaskFilters;
  cursor: string | null;
  /** The person's day, "2026-11-23". */
  today: string;
  /** Whether the profile has a name by which tasks are known as the person's own. */
  hasName: boolean;
};

/** §2's placeholder of a tasks entry has no place in the menu: the page is reached from Home and from 'VIEW TASKS'. */
export function TasksPage({ list, filters, cursor, today, hasName }: Props) {
  const { t } = useTranslation(["tasks", "common"]);
  const tasks = useTasks(list, filters, cursor);
  const { rows, isFresh } = tasks;
  const sending = useSending(tasks.destinations);
  return (
    <Page
      title={t("common:menu.tasks")}
      above={
        <Link className="crumb note" to="/">
          <Icon name="previous" />
          {t("common:menu.home")}
        </Link>
      }
    >
      <Choices filters={filters} />
      <p className="note muted" role="status">
        {isFresh ? tasks.isIncomplete && t("incomplete") : t("notFresh")}
      </p>
      {rows.length === 0 ? (
        <NoTasks filters={filters} hasName={hasName} />
      ) : (
        <TaskGroups
          rows={rows}
          filters={filters}
          page={{ today, isFirstPage: cursor === null, isLastPage: tasks.cursor === null }}
          tick={tasks.tick}
          sending={sending}
        />
      )}
      <Pages filters={filters} isFirst={cursor === null} next={tasks.cursor} />
      {sending.dialog}
    </Page>
  );
}

/** Filters: everybody's tasks or one's own, open or done; each choice is an address. */
function Choices({ filters }: { filters: TaskFilters }) {
  const { t } = useTranslation("tasks");
  const { mine, done } = filters;
  const current = (isIt: boolean) => (isIt ? ("page" as const) : undefined);
  return (
    <>
      <nav className="tabs block--s" aria-label={t("whose.label")}>
        <Link to={tasksHref({ mine: true, done })} aria-current={current(mine)}>
          {t("whose.mine")}
        </Link>
        <Link to={tasksHref({ mine: false, done })} aria-current={current(!mine)}>
          {t("whose.everybody")}
        </Link>
      </nav>
      <div className="filters filters--tasks">
        <nav className="switcher" aria-label={t("state.label")}>
          <Link to={tasksHref({ mine, done: false })} aria-current={current(!done)}>
            {t("state.open")}
          </Link>
          <Link to={tasksHref({ mine, done: true })} aria-current={current(done)}>
            {t("state.done")}
          </Link>
        </nav>
        <Form className="search" method="get" action="/search" role="search">
          <label className="sr" htmlFor="task-search">
            {t("find")}
          </label>
          <Icon name="search" />
          <input className="input" id="task-search" type="search" name="q" placeholder={t("find")} />
        </Form>
      </div>
    </>
  );
}

type GroupsProps = {
  rows: readonly TaskRow[];
  page: Parameters<typeof groupByDue>[1];
  tick: Tasks["tick"];
  filters: TaskFilters;
  sending: Sending;
};

/** Open tasks by deadline, counted where the whole group is on the page. Done ones have no groups: nothing of them is late. */
function TaskGroups({ rows, filters, page, tick, sending }: GroupsProps) {
  const { t } = useTranslation("tasks");
  const list = (shown: readonly TaskRow[]) => (
    <ul className="list">
      {shown.map((row) => (
        <TaskItem key={keyOfTask(row.task)} {...{ row, filters, tick, sending }} today={page.today} />
      ))}
    </ul>
  );
  if (filters.done) return <div className="dues">{list(rows)}</div>;
  return (
    <div className="dues">
      {groupByDue(rows, page).map(({ due, rows: shown, isWhole }) => (
        <section key={due} aria-labelledby={`due-${due}`}>
          <div className="block__head">
            <h2 className={due === "late" ? "section late" : "section"} id={`due-${due}`}>
              {t(`due.${due}`)}
            </h2>
            {isWhole && <span className="note muted num">{shown.length}</span>}
          </div>
          {list(shown)}
        </section>
      ))}
    </div>
  );
}

type ItemProps = { row: TaskRow; filters: TaskFilters; today: string; tick: Tasks["tick"]; sending: Sending };

function TaskItem({ row, filters, today, tick, sending }: ItemProps) {
  const { t } = useTranslation("tasks");
  const { task, done } = row;
  const { meetId, text, description, assigned, startMs, unconfirmed, meeting } = task;
  return (
    <li className={done ? "task is-done" : "task"}>
      <label className="check">
        <input
          type="checkbox"
          checked={done}
          disabled={task.isShared}
          onChange={({ target }) => tick(task, target.checked)}
        />
        <span>
          <b>{text}</b>
          {description !== null && description !== "" && <span className="task__more">{description}</span>}
          {unconfirmed && <span className="task__more unconfirmed">{t("unconfirmed")}</span>}
        </span>
      </label>
      <div className="task__from">
        {startMs !== null && (
          <Link className="moment" to={`/${meetId}${momentAddress(startMs, null)}`}>
            <span className="sr">{`${t("playFrom")} `}</span>
            <time dateTime={`PT${Math.floor(startMs / 1000)}S`}>{formatMoment(startMs)}</time>
          </Link>
        )}
        <Link className="cut" to={`/${meetId}`} title={meeting.title} dir="auto">
          {meeting.title}
        </Link>
        <SentTo row={row} sending={sending} />
      </div>
      {!filters.mine && (
        <span className="task__who">
          {assigned === null || assigned === "" ? (
            <span className="unsaid">{t("nobody")}</span>
          ) : (
            <>
              <Avatar name={assigned} />
              <span>{assigned}</span>
            </>
          )}
        </span>
      )}
      <TaskDue row={row} isHere={done === filters.done} today={today} tick={tick} />
    </li>
  );
}

/** The deadline; of a task that was ticked here, what happened to it and how to take it back. */
function TaskDue({ row, isHere, today, tick }: Omit<ItemProps, "filters" | "sending"> & { isHere: boolean }) {
  const { t } = useTranslation("tasks");
  const { task, done, isTouched } = row;
  const { dueDay, orDay, deadline } = task;
  if (isTouched && !isHere) {
    return (
      <span className="task__due">
        {done ? t("justDone") : t("justOpen")}
        {" · "}
        <button className="task__undo" type="button" onClick={() => tick(task, !done)}>
          {t("undo")}
        </button>
      </span>
    );
  }
  if (dueDay === null) {
    return <span className="task__due">{deadline ?? <span className="unsaid">{t("notSaid")}</span>}</span>;
  }
  const isLate = !done && (orDay ?? dueDay) < today;
  return (
    <span className={isLate ? "task__due late" : "task__due"}>
      {isLate && <Icon name="alert" />}
      {dueDay === today ? t("today") : <ListedDate at={Date.parse(dueDay)} timeZone="UTC" />}
      {orDay !== null && (
        <>
          {` ${t("or")} `}
          <ListedDate at={Date.parse(orDay)} timeZone="UTC" />
        </>
      )}
      {deadline !== null && deadline !== dueDay && <span className="task__said">{deadline}</span>}
    </span>
  );
}

function NoTasks({ filters: { mine, done }, hasName }: { filters: TaskFilters; hasName: boolean }) {
  const { t } = useTranslation("tasks");
  const open = mine ? t("empty.mine") : t("empty.everybody");
  const empty = done ? t("empty.done") : open;
  return (
    <Empty
      action={
        mine && (
          <Link className={buttonClass("line")} to={tasksHref({ mine: false, done })}>
            {t("toEverybody")}
          </Link>
        )
      }
    >
      {mine && !hasName ? t("unnamed") : empty}
    </Empty>
  );
}

function Pages({ filters, isFirst, next }: { filters: TaskFilters; isFirst: boolean; next: string | null }) {
  const { t } = useTranslation("tasks");
  if (isFirst && next === null) return null;
  return (
    <nav className="pages" aria-label={t("pages")}>
      {!isFirst && (
        <Link className={buttonClass("line")} to={tasksHref(filters)}>
          {t("first")}
        </Link>
      )}
      {next !== null && (
        <Link className={buttonClass("line")} to={tasksHref(filters, next)}>
          {t("more")}
        </Link>
      )}
    </nav>
  );
}
