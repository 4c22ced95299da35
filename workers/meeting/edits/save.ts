import { type Outcome, ok } from "#app/domain/outcome.ts";
import type { ManualChange } from "#app/domain/meeting/domain-events.ts";
import type { Corrected, Correction, CorrectionRefusal } from "#app/server/ports/meeting-edits.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { type Changed, recordChange } from "#workers/meeting/store/store.ts";

/**
 * Corrections are saved as one transaction each, with its line in the log and the answer to its save: a second try of the same save gets the
 * same answer and changes nothing. Ticks of tasks have no save id.
 */

/** `by`: the id of the person who corrects. */
export type Corrects = {
  storage: DurableObjectStorage;
  deps: Pick<MeetingDeps, "now" | "language" | "extractive">;
  by: string;
};
export type Answer = Outcome<Corrected, CorrectionRefusal>;

export type Of<Type extends Correction["type"]> = Extract<Correction, { type: Type }>;
export const NOTHING: Corrected = { version: null, both: [] };

export function answerBefore(sql: SqlStorage, saveId: string): Corrected | null {
  const [row] = sql.exec<{ answer: string }>("SELECT answer FROM edit_saves WHERE save_id = ?", saveId).toArray();
  return row ? (JSON.parse(row.answer) as Corrected) : null;
}

export function save(
  { storage, deps }: Pick<Corrects, "storage" | "deps">,
  saveId: string | null,
  edit: { event: ManualChange; changed: Changed; write: (sql: SqlStorage) => Corrected | void },
): Answer {
  let answer = NOTHING;
  recordChange(storage, {
    event: edit.event,
    now: deps.now(),
    changed: edit.changed,
    write(sql) {
      answer = edit.write(sql) ?? NOTHING;
      if (saveId !== null) rememberAnswer(sql, saveId, answer);
    },
  });
  return ok(sent(answer));
}

/** The answer without what is stored beside it for an undo. */
export function sent({ version, both }: Corrected): Corrected {
  return { version, both };
}

export function rememberAnswer(sql: SqlStorage, saveId: string, answer: Corrected): void {
  sql.exec("INSERT OR IGNORE INTO edit_saves (save_id, answer) VALUES (?, ?)", saveId, JSON.stringify(answer));
}
