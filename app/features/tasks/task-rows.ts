import type { TaskList } from "#app/contracts/meeting/lists.ts";
import { TASKS_REFRESH_MS } from "#app/domain/limits/lists.ts";
import { NO_DAY, type TaskFilters } from "#app/domain/tasks/task-list.ts";

/** The rows of the page of tasks: the list as it was read, and the tasks that were ticked on this page. */

export type ListedTask = TaskList["tasks"][number];

/**
 * A task that was ticked here, off or on. It keeps its place until the page is left. `isRead`: the list has been read since, and agreed;
 * from then on the list is right where the two differ. `savedAt`: when its meeting had the tick; null until it has.
 */
export type Touched = { task: ListedTask; done: boolean; isRead: boolean; savedAt: number | null };
export type TouchedTasks = ReadonlyMap<string, Touched>;

export type TaskRow = { task: ListedTask; done: boolean; isTouched: boolean };

export function keyOfTask({ meetId, taskId }: Pick<ListedTask, "meetId" | "taskId">): string {
  return `${meetId} ${taskId}`;
}

/** The rows in the order of the list: by deadline, then meeting and task. */
export function rowsOf(tasks: readonly ListedTask[], touched: TouchedTasks): TaskRow[] {
  const listed = new Set(tasks.map(keyOfTask));
  const kept = [...touched.values()].map(({ task }) => task).filter((task) => !listed.has(keyOfTask(task)));
  const rows = [...tasks, ...kept].map((task): TaskRow => {
    const own = touched.get(keyOfTask(task));
    return { task, done: own?.done ?? task.done, isTouched: own !== undefined };
  });
  return kept.length === 0 ? rows : rows.sort((one, other) => compareTasks(one.task, other.task));
}

function compareTasks(one: ListedTask, other: ListedTask): number {
  const [left, right] = [one, other].map(({ dueDay, meetId, taskId }) => [dueDay ?? NO_DAY, meetId, taskId]);
  for (const [index, part] of (left ?? []).entries()) {
    const against = right?.[index] ?? "";
    if (part !== against) return part < against ? -1 : 1;
  }
  return 0;
}

/**
 * The ticks of this page that remain when the list has been read again. The list lags a moment behind a tick, so it is believed once it
 * has agreed with it. A reading that began long after the tick was saved is believed too: the task may have been ticked again elsewhere
 * before any reading agreed.
 */
export function afterReading(
  touched: TouchedTasks,
  { tasks, beganAt }: { tasks: readonly ListedTask[]; beganAt: number },
  { done }: Pick<TaskFilters, "done">,
): Map<string, Touched> {
  const listed = new Set(tasks.map(keyOfTask));
  const left = new Map<string, Touched>();
  for (const [key, each] of touched) {
    const belongsHere = each.done === done;
    const isListed = listed.has(key);
    if (belongsHere && isListed) continue;
    const agrees = belongsHere === isListed;
    const isLate = each.savedAt !== null && beganAt >= each.savedAt + TASKS_REFRESH_MS;
    if (!agrees && (each.isRead || isLate)) continue;
    left.set(key, agrees ? { ...each, isRead: true } : each);
  }
  return left;
}

export type Due = "late" | "thisWeek" | "nextWeek" | "later" | "none";
const DUES: readonly Due[] = ["late", "thisWeek", "nextWeek", "later", "none"];

/** `isWhole`: all tasks of the group are on this page. */
export type DueGroup = { due: Due; rows: TaskRow[]; isWhole: boolean };

/** The rows by deadline; empty groups are left out. `today`: the person's day, "2026-11-23". */
export function groupByDue(
  rows: readonly TaskRow[],
  { today, isFirstPage, isLastPage }: { today: string; isFirstPage: boolean; isLastPage: boolean },
): DueGroup[] {
  const groups = new Map<Due, TaskRow[]>(DUES.map((due) => [due, []]));
  for (const row of rows) groups.get(dueOf(row.task, today))?.push(row);
  const cut = new Set([
    ...(isFirstPage ? [] : duesAt(rows.at(0), today)),
    ...(isLastPage ? [] : duesAt(rows.at(-1), today)),
  ]);
  return [...groups].flatMap(([due, found]) =>
    found.length > 0 ? [{ due, rows: found, isWhole: !cut.has(due) }] : [],
  );
}

/** The groups that another page goes on with at this row. Tasks without a day are listed together, and are of two groups. */
function duesAt(row: TaskRow | undefined, today: string): Due[] {
  if (row === undefined) return [];
  return row.task.dueDay === null ? ["later", "none"] : [dueOf(row.task, today)];
}

/** Weeks begin on Monday. A deadline that is no day ("before Christmas") comes later; what is late stays late although it is done. */
function dueOf({ dueDay, orDay, deadline }: ListedTask, today: string): Due {
  if (dueDay === null) return deadline === null ? "none" : "later";
  if ((orDay ?? dueDay) < today) return "late";
  const daysLeft = 6 - ((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7);
  if (dueDay <= dayAfter(today, daysLeft)) return "thisWeek";
  return dueDay <= dayAfter(today, daysLeft + 7) ? "nextWeek" : "later";
}

function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The page's address for a choice: the person's open tasks have none. */
export function tasksHref({ mine, done }: TaskFilters, cursor: string | null = null): string {
  const query = new URLSearchParams(taskQuery({ mine, done }, cursor));
  return query.size > 0 ? `/tasks?${query}` : "/tasks";
}

/** The same as parameters of GET /api/tasks. */
export function taskQuery({ mine, done }: TaskFilters, cursor: string | null): Record<string, string> {
  return {
    ...(mine ? {} : { whose: "everybody" }),
    ...(done ? { state: "done" } : {}),
    ...(cursor === null ? {} : { cursor }),
  };
}
