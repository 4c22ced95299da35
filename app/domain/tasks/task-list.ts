import { foldedWords, plainLetters } from "#app/domain/transcript/fold.ts";

/** The list of the tasks of all meetings. */

/** Stands for "no day" where tasks are sorted by their deadline: after every day. */
export const NO_DAY = "9999-99-99";

/** Names with more words than this have no more forms than the first ones make. */
const NAME_WORDS_MAX = 4;

/**
 * The forms in which minutes name a person, folded: "Ana María Serra" is also "Ana", "Ana María" and "María Serra". Neighbouring
 * words of the full name; single ones only from its first part, as a surname alone is often somebody else's. At most ten.
 */
export function namesInMinutes(fullName: string): string[] {
  const words = foldedWords(plainLetters(fullName)).slice(0, NAME_WORDS_MAX);
  const forms = new Set<string>(words.slice(0, 1));
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 2; to <= words.length; to += 1) forms.add(words.slice(from, to).join(" "));
  }
  return [...forms];
}

/** A position in the list: by deadline, then meeting and task. */
export type TaskCursor = { dueDay: string; meetId: string; taskId: string };

export function formatTaskCursor({ dueDay, meetId, taskId }: TaskCursor): string {
  return `${dueDay}.${meetId}.${taskId}`;
}

/** Returns null for an invalid cursor: it comes from the address bar. */
export function parseTaskCursor(text: string | null): TaskCursor | null {
  const [, dueDay, meetId, taskId] = /^([\d-]{10})\.([0-9a-z]{24})\.(.{1,200})$/s.exec(text ?? "") ?? [];
  return dueDay && meetId && taskId ? { dueDay, meetId, taskId } : null;
}

/** The filter of the list: tasks of the person or everybody's, open or done. */
export type TaskFilters = { mine: boolean; done: boolean };

/** Reads the filters of an address: the person's open tasks unless it says otherwise. */
export function parseTaskFilters(asked: URLSearchParams): TaskFilters {
  return { mine: asked.get("whose") !== "everybody", done: asked.get("state") === "done" };
}
