/**
 * Services that take the tasks of a meeting one by one, with their names, which are the same in all languages. Keys are stored and in
 * addresses: never changed. A new service begins with its line here; nothing compiles until its adapter and its consent are there too.
 */
export const TASK_NAMES = {
  linear: "Linear",
  jira: "Jira",
  asana: "Asana",
  todoist: "Todoist",
  microsoft_todo: "Microsoft To Do",
} as const;
export type TaskKind = keyof typeof TASK_NAMES;

export const TASK_KINDS = Object.keys(TASK_NAMES) as [TaskKind, ...TaskKind[]];

export function isTaskKind(kind: string): kind is TaskKind {
  return TASK_KINDS.some((each) => each === kind);
}

/** `gone`: it was deleted or cancelled there. */
export const TASK_STATES = ["open", "done", "gone"] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** `waiting`: it is not there yet. */
export const SENT_TASK_STATES = ["waiting", ...TASK_STATES] as const;

/** The key by which a name of the minutes is remembered. */
export function ownerKey(name: string): string {
  return name.trim().toLocaleLowerCase("en");
}
