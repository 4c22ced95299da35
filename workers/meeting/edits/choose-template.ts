import type { TemplateSnapshot } from "#app/domain/template/template.ts";
import type { TemplateSwitch } from "#app/server/ports/meeting-edits.ts";
import { saveDetails } from "#workers/meeting/store/store.ts";
import { STORED_DETAILS } from "#workers/meeting/store/stored-texts.ts";
import { readAlive } from "#workers/meeting/view.ts";

/** The template of a meeting, by which lists filter it and its next minutes are written. Minutes keep the snapshot that made them. */

/** Changes the template without writing minutes. False where the meeting is gone or has another template by now. */
export function switchTemplate(storage: DurableObjectStorage, { from, to }: TemplateSwitch, now: number): boolean {
  return storage.transactionSync(() => {
    const row = readAlive(storage.sql);
    if (!row || row.alive.details.template.id !== from) return false;
    saveDetails(storage.sql, row, { ...row.alive.details, template: to }, now);
    return true;
  });
}

/** The minutes were written again with this template. Inside a transaction that publishes its change itself. */
export function keepTemplate(sql: SqlStorage, template: TemplateSnapshot): void {
  const row = readAlive(sql);
  if (!row || row.alive.details.template.id === template.id) return;
  sql.exec("UPDATE meeting SET details = ?", STORED_DETAILS.write({ ...row.alive.details, template }));
}
