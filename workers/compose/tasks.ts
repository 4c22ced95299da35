import { asanaTasks } from "#app/server/adapters/tasks/asana/asana-tasks.ts";
import { jiraTasks } from "#app/server/adapters/tasks/jira/jira-tasks.ts";
import { linearTasks } from "#app/server/adapters/tasks/linear/linear-tasks.ts";
import { microsoftTodoTasks } from "#app/server/adapters/tasks/microsoft-todo/microsoft-todo-tasks.ts";
import { todoistTasks } from "#app/server/adapters/tasks/todoist/todoist-tasks.ts";
import { TASK_KINDS, type TaskKind } from "#app/domain/tasks/task-service.ts";
import type { TaskClient, TaskService, TaskServices } from "#app/server/ports/task-service.ts";
import type { TasksConfig } from "#workers/tasks-config.ts";

/** The registry of services that take tasks: a new one is a name in TASK_NAMES, a folder of an adapter, and its line here. */
const ADAPTERS: Record<TaskKind, (client: TaskClient) => TaskService> = {
  linear: linearTasks,
  jira: jiraTasks,
  asana: asanaTasks,
  todoist: todoistTasks,
  microsoft_todo: microsoftTodoTasks,
};

type Configured = { app: { origin: string }; tasks: TasksConfig; connections: { localOrigin: string | null } };

/** Those that are configured. */
export function taskServicesOf({ app, tasks, connections: { localOrigin } }: Configured): TaskServices {
  const services: TaskServices = {};
  for (const kind of TASK_KINDS) {
    const client = tasks[kind];
    const redirectUri = `${app.origin}/api/acta/connections/connect/${kind}/callback`;
    if (client) services[kind] = ADAPTERS[kind]({ ...client, redirectUri, localOrigin });
  }
  return services;
}
