import { callApi } from "#app/contracts/call-api.ts";
import { tickTask } from "#app/contracts/endpoints/edits.ts";
import { listTasks } from "#app/contracts/endpoints/tasks.ts";
import type { TaskList } from "#app/contracts/meeting/lists.ts";
import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";
import type { ListedTask } from "#app/features/tasks/task-rows.ts";

/** The calls of the page of tasks. They load with its first use of one. */
export const taskCalls = {
  /** Null where the tasks could not be read. */
  async read(query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<TaskList | null> {
    const end = await callApi(listTasks, { query, signal, timeoutMs: ANSWER_MS_MAX });
    return end.ok ? end.value : null;
  },

  /** Ticks a task in its meeting, a second time where the network broke: a tick names what it wants. "sent", or the server's text. */
  async tick({ meetId, taskId }: ListedTask, done: boolean): Promise<string | null> {
    const send = () => callApi(tickTask, { params: { meetId }, body: { taskId, done }, unread: true });
    const first = await send();
    const end = !first.ok && first.kind === "offline" ? await send() : first;
    return end.ok ? "sent" : end.message;
  },
};
