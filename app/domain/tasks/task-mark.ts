import { sha256Text } from "#app/domain/sha256-text.ts";
import type { TaskKind } from "#app/domain/tasks/task-service.ts";

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
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join("-");
}
