import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { readInTime } from "#app/contracts/told-page.ts";
import type { TaskList } from "#app/contracts/meeting/lists.ts";
import { LISTS_IDLE_REFRESH_MS, TASKS_REFRESH_MS } from "#app/domain/limits/lists.ts";
import type { TaskFilters } from "#app/domain/tasks/task-list.ts";
import {
  afterReading,
  keyOfTask,
  type ListedTask,
  rowsOf,
  type TaskRow,
  taskQuery,
  type TouchedTasks,
} from "#app/features/tasks/task-rows.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { useToast } from "#app/ui/toast.tsx";

const calls = lazy(async () => (await import("#app/features/tasks/task-calls.ts")).taskCalls);

type Shown = { list: TaskList; touched: TouchedTasks };

export type Tasks = {
  rows: readonly TaskRow[];
  cursor: string | null;
  destinations: NonNullable<TaskList["destinations"]>;
  isIncomplete: boolean;
  /** False after a reading that failed, until one succeeds. */
  isFresh: boolean;
  tick: (task: ListedTask, done: boolean) => void;
};

/**
 * The tasks of one page of the list, followed while the page is looked at: read again when the page is told of a change, every minute (every
 * few seconds where nothing tells it), and when the window is looked at again. Not by the route's loader: a reading that fails there would
 * show the error page in place of the tasks.
 */
export function useTasks(first: TaskList, filters: TaskFilters, cursor: string | null): Tasks {
  const { t } = useTranslation("common");
  const toast = useToast();
  const [{ list, touched }, setShown] = useState<Shown>({ list: first, touched: new Map() });
  const [isFresh, setFresh] = useState(true);
  const { mine, done } = filters;

  useEffect(() => {
    const leave = new AbortController();
    let isReading = false;
    const read = async () => {
      if (isReading || document.visibilityState !== "visible") return;
      isReading = true;
      const beganAt = Date.now();
      const fresh = await readTasks(taskQuery({ mine, done }, cursor), leave.signal);
      isReading = false;
      if (leave.signal.aborted) return;
      setFresh(fresh !== null);
      if (fresh === null) return;
      const { tasks } = fresh;
      setShown((before) => ({ list: fresh, touched: afterReading(before.touched, { tasks, beganAt }, { done }) }));
    };
    const readNow = () => void read();
    // No page is told of tasks in meetings of others.
    const stop = readInTime(readNow, TASKS_REFRESH_MS, LISTS_IDLE_REFRESH_MS);
    window.addEventListener("focus", readNow, { signal: leave.signal });
    document.addEventListener("visibilitychange", readNow, { signal: leave.signal });
    return () => {
      stop();
      leave.abort();
    };
  }, [mine, done, cursor]);

  const touch = useCallback((task: ListedTask, isDone: boolean) => {
    setShown(({ list: shown, touched: before }) => ({
      list: shown,
      touched: new Map(before).set(keyOfTask(task), { task, done: isDone, isRead: false, savedAt: null }),
    }));
  }, []);
  const noteSaved = useCallback((key: string, isDone: boolean) => {
    const savedAt = Date.now();
    setShown(({ list: shown, touched: before }) => {
      const own = before.get(key);
      // A later tick of the same task is still to be sent.
      return { list: shown, touched: own?.done === isDone ? new Map(before).set(key, { ...own, savedAt }) : before };
    });
  }, []);
  // Ticks of one task are sent one after another, so that the last one stays.
  const sending = useRef(new Map<string, Promise<void>>());
  const tick = useCallback(
    (task: ListedTask, wanted: boolean) => {
      const key = keyOfTask(task);
      touch(task, wanted);
      const before = sending.current.get(key) ?? Promise.resolve();
      const send = async () => {
        await before;
        const end = await sendTick(task, wanted);
        if (end === "sent") return noteSaved(key, wanted);
        touch(task, !wanted);
        toast("error", end ?? t("error.connection"));
      };
      sending.current.set(key, send());
    },
    [touch, noteSaved, toast, t],
  );
  return {
    rows: rowsOf(list.tasks, touched),
    cursor: list.cursor,
    destinations: list.destinations ?? [],
    isIncomplete: list.missing !== undefined,
    isFresh,
    tick,
  };
}

/** Null where no answer came. */
async function readTasks(query: Record<string, string>, signal: AbortSignal): Promise<TaskList | null> {
  try {
    return await (await calls.load()).read(query, signal);
  } catch {
    return null;
  }
}

/** "sent", or the server's text; null where no answer came. */
async function sendTick(task: ListedTask, done: boolean): Promise<string | null> {
  try {
    return await (await calls.load()).tick(task, done);
  } catch {
    return null;
  }
}
