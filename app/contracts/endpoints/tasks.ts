import { endpoint, READS } from "#app/contracts/endpoint.ts";

/**
 * The tasks of all meetings: ?whose=everybody instead of the person's own, ?state=done instead of open ones, ?cursor= the place to go on
 * from. A task is ticked in its meeting (endpoints/edits.ts, tickTask).
 */
export const listTasks = endpoint({
  ...READS,
  path: "/api/tasks",
  answer: async () => (await import("#app/contracts/meeting/lists.ts")).taskList,
  rate: { limit: "poll", counted: "tasks" },
  failure: "error.loadingData",
});
