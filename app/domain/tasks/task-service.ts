import { sha256Text } from "#app/domain/sha256.ts";

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
export type SentTaskState = (typeof SENT_TASK_STATES)[number];

/**
 * The mark of a task at a service: a UUID in the form of version 4 that follows from the account and the task alone. Whoever sends the task
 * again, after a lost answer or with a new connection, has the same mark and finds it. `round` makes another one after it was deleted there.
 */
export function taskMark(of: {
  kind: TaskKind;
  accountId: string;
  meetId: string;
  taskId: string;
  round: number;
}): string {
  const { kind, accountId, meetId, taskId, round } = of;
  const hex = sha256Text(JSON.stringify([kind, accountId, meetId, taskId, round]));
  const variant = "89ab"[Number.parseInt(hex.charAt(16), 16) % 4] ?? "8";
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

/** The key by which a name of the minutes is remembered. */
export function ownerKey(name: string): string {
  return name.trim().toLocaleLowerCase("en").slice(0, OWNER_CHARS_MAX);
}
const OWNER_CHARS_MAX = 120;
