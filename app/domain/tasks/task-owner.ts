import { personKeyOf } from "#app/domain/meeting/list.ts";
import { namesInMinutes } from "#app/domain/tasks/task-list.ts";

/**
 * The key by which a task is somebody's: that of the full name where minutes say part of the name of one person of the meeting. Empty, and
 * so nobody's, where two of them may be meant: "Marc" is never the task of the wrong Marc.
 */
export function ownerKeyOf(assigned: string | null, people: readonly string[]): string {
  if (assigned === null) return "";
  const said = personKeyOf(assigned);
  const meant = [...new Set(people.filter((name) => namesInMinutes(name).includes(said)).map(personKeyOf))];
  if (meant.length <= 1) return meant[0] ?? said;
  return said.includes(" ") && meant.includes(said) ? said : "";
}
