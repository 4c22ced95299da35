import { expect, test } from "vitest";
import { TASKS_REFRESH_MS } from "#app/domain/limits/lists.ts";
import {
  afterReading,
  groupByDue,
  keyOfTask,
  type ListedTask,
  rowsOf,
  tasksHref,
  type Touched,
} from "#app/features/tasks/task-rows.ts";

const task = (taskId: string, dueDay: string | null = null, deadline: string | null = dueDay): ListedTask => ({
  meetId: "desk",
  taskId,
  text: taskId,
  description: null,
  assigned: null,
  deadline,
  dueDay,
  orDay: null,
  done: false,
  startMs: null,
  meeting: { title: "Desk", startsAt: 0 },
});
const touched = (...all: Touched[]) => new Map(all.map((each) => [keyOfTask(each.task), each]));
const [EARLY, MIDDLE, LATE] = [task("early", "2026-11-23"), task("middle", "2026-11-25"), task("late")];
const OPEN = { done: false };
const ONLY_PAGE = { isFirstPage: true, isLastPage: true };

test("a task that was ticked here keeps its place although the list no longer has it", () => {
  const ticked = touched({ task: MIDDLE, done: true, isRead: true, savedAt: 0 });
  expect(rowsOf([EARLY, LATE], ticked).map((row) => [row.task.taskId, row.done, row.isTouched])).toEqual([
    ["early", false, false],
    ["middle", true, true],
    ["late", false, false],
  ]);
});

const SAVED_AT = 1000;
const LATE_AT = SAVED_AT + TASKS_REFRESH_MS;
type Tick = Omit<Touched, "task">;
const tick = (done: boolean, isRead = false, savedAt: number | null = SAVED_AT): Tick => ({ done, isRead, savedAt });

test.each<[string, Tick, ListedTask[], Tick | null, number?]>([
  ["not heard of the tick yet", tick(true), [MIDDLE], tick(true)],
  ["heard of the tick", tick(true), [], tick(true, true)],
  ["the task again, which somebody opened elsewhere", tick(true, true), [MIDDLE], null],
  ["not heard that it was taken back", tick(false), [], tick(false)],
  ["heard that it was taken back", tick(false), [MIDDLE], null],
  ["the task long after it was ticked, as it was opened elsewhere at once", tick(true), [MIDDLE], null, LATE_AT],
  ["no task long after it was taken back, as it was done elsewhere at once", tick(false), [], null, LATE_AT],
  [
    "the task long after a tick that is not saved yet",
    tick(true, false, null),
    [MIDDLE],
    tick(true, false, null),
    LATE_AT,
  ],
  ["no task long after it was ticked", tick(true), [], tick(true, true), LATE_AT],
])("after a reading that has %s", (_what, before, tasks, left, beganAt = LATE_AT - 1) => {
  const after = afterReading(touched({ task: MIDDLE, ...before }), { tasks, beganAt }, OPEN);
  expect([...after.values()]).toEqual(left === null ? [] : [{ task: MIDDLE, ...left }]);
});

test.each([
  // A Monday, a Wednesday and a Sunday.
  ["2026-11-23", ["2026-11-22"], ["2026-11-23", "2026-11-29"], ["2026-11-30", "2026-12-06"], ["2026-12-07"]],
  ["2026-11-25", ["2026-11-24"], ["2026-11-25", "2026-11-29"], ["2026-11-30", "2026-12-06"], ["2026-12-07"]],
  ["2026-11-29", ["2026-11-28"], ["2026-11-29"], ["2026-11-30", "2026-12-06"], ["2026-12-07"]],
])("on %s tasks are late, of this week, of the next one, later, or without a date", (today, ...days) => {
  const dated = days.flat().map((day) => task(day, day));
  const undated = [task("said", null, "before Christmas"), task("not said")];
  const groups = groupByDue(rowsOf([...dated, ...undated], new Map()), { ...ONLY_PAGE, today });
  const [late, thisWeek, nextWeek, later] = days;
  expect(groups.map(({ due, rows }) => [due, rows.map((row) => row.task.taskId)])).toEqual([
    ["late", late],
    ["thisWeek", thisWeek],
    ["nextWeek", nextWeek],
    ["later", [...later, "said"]],
    ["none", ["not said"]],
  ]);
});

test("groups without a task are left out", () => {
  const groups = groupByDue(rowsOf([LATE], new Map()), { ...ONLY_PAGE, today: "2026-11-23" });
  expect(groups.map(({ due }) => due)).toEqual(["none"]);
});

test.each([
  [ONLY_PAGE, ["late", "thisWeek", "later", "none"]],
  [{ isFirstPage: true, isLastPage: false }, ["late", "thisWeek"]],
  [{ isFirstPage: false, isLastPage: true }, ["thisWeek", "later", "none"]],
])("a group that another page goes on with is not counted: %j", (page, counted) => {
  const rows = rowsOf([EARLY, MIDDLE, task("said", null, "before Christmas"), LATE], new Map());
  const groups = groupByDue(rows, { ...page, today: "2026-11-24" });
  expect(groups.flatMap(({ due, isWhole }) => (isWhole ? [due] : []))).toEqual(counted);
  // The last row has a day, so nothing of the later groups is cut.
  const cut = groupByDue(rows.slice(0, 2), { ...page, isLastPage: false, today: "2026-11-24" });
  expect(cut.at(-1)).toMatchObject({ due: "thisWeek", isWhole: false });
});

test.each([
  [{ mine: true, done: false }, null, "/tasks"],
  [{ mine: false, done: false }, null, "/tasks?whose=everybody"],
  [{ mine: false, done: true }, "2026-11-25.desk.1", "/tasks?whose=everybody&state=done&cursor=2026-11-25.desk.1"],
])("%j has an address of its own", (filters, cursor, href) => {
  expect(tasksHref(filters, cursor)).toBe(href);
});
