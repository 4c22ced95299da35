import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { predefinedTemplate } from "#app/domain/template/predefined/predefined.ts";
import { decideLanguage, type HeardWindow } from "#app/domain/transcript/heard-language.ts";
import { STORED_DETAILS } from "#workers/meeting/store/stored-texts.ts";
import { readAlive } from "#workers/meeting/view.ts";

/** The language of a meeting whose person left it to the engine: heard window by window, then decided once. */

/** Stores the language in which a window was heard. Inside a transaction that publishes its change itself. */
export function noteHeard(sql: SqlStorage, index: number, { language, spokenMs }: HeardWindow): void {
  sql.exec(
    "INSERT OR REPLACE INTO heard_windows (position, language, spoken_ms) VALUES (?, ?, ?)",
    index,
    language,
    Math.round(spokenMs),
  );
}

/** A person has chosen the language. Inside such a transaction. */
export function forgetHeard(sql: SqlStorage): void {
  sql.exec("DELETE FROM heard_windows");
}

/**
 * Decides the language, where it is still to be heard and enough was heard; `end`: nothing more comes, and `read` is the language in
 * which the transcript reads, where no engine told one. Inside a transaction that publishes its change itself.
 */
export function settleLanguage(sql: SqlStorage, end: { read: MeetingLanguage | null } | null): void {
  const details = readAlive(sql)?.alive.details;
  if (details?.hearsLanguage !== true) return;
  const heard = sql
    .exec<{ language: string; spokenMs: number }>("SELECT language, spoken_ms AS spokenMs FROM heard_windows")
    .toArray();
  const language = decideLanguage(heard, end !== null) ?? end?.read ?? null;
  if (language === null && end === null) return;
  saveLanguage(sql, language ?? details.language);
}

/** The meeting is in this language from now on, and a template of Acta's own too. Inside such a transaction. */
export function saveLanguage(sql: SqlStorage, language: MeetingLanguage): void {
  const details = readAlive(sql)?.alive.details;
  if (!details) return;
  const { hearsLanguage: _hears, ...rest } = details;
  const { id } = rest.template;
  const template = (id === null ? null : predefinedTemplate(id, language)) ?? rest.template;
  sql.exec("UPDATE meeting SET details = ?", STORED_DETAILS.write({ ...rest, language, template }));
}
