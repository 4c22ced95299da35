/** Services that take the tasks of a meeting one by one. Names are stored and in addresses: never changed. */
export const TASK_KINDS = ["linear"] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** Their names, which are the same in all languages. */
export const TASK_NAMES: Record<TaskKind, string> = { linear: "Linear" };

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
