import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { predefinedTemplate } from "#app/domain/template/predefined/predefined.ts";
import { decideLanguage, type HeardWindow } from "#app/domain/transcript/heard-language.ts";
import { STORED_DETAILS } from "#workers/meeting/store/stored-texts.ts";
import { readAlive } from "#workers/meeting/view.ts";

/** The language of a meeting whose person left it to the engine: heard window by window, then decided once. */

/** Stores the language in which a window was heard, where the engine was not told one. Inside a transaction that publishes its change itself. */
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
 * Decides the language, where it is still to be heard and enough was heard. `end`: nothing more comes, and `read` is the language in which
 * the transcript reads, if it shows one: the words of a whole recording tell more than an engine's guesses of its first minutes, so they
 * also correct a language that was decided by these. Inside a transaction that publishes its change itself.
 */
export function settleLanguage(sql: SqlStorage, end: { read: MeetingLanguage | null } | null): void {
  const details = readAlive(sql)?.alive.details;
  if (details === undefined || !isHeard(sql)) return;
  const language = end?.read ?? (details.hearsLanguage ? decideLanguage(windowsHeard(sql), end !== null) : null);
  if (language === null && end === null) return;
  if (details.hearsLanguage || (language !== null && language !== details.language))
    saveLanguage(sql, language ?? details.language);
}

/** Tells whether nobody has chosen the language: it is still to be heard, or was decided by what was heard. */
export function isHeard(sql: SqlStorage): boolean {
  return readAlive(sql)?.alive.details.hearsLanguage === true || windowsHeard(sql).length > 0;
}

/** The language of the meeting as far as it was heard: what its words are compared with. */
export function expectedLanguage(sql: SqlStorage): MeetingLanguage | null {
  const details = readAlive(sql)?.alive.details;
  if (!details) return null;
  return details.hearsLanguage ? decideLanguage(windowsHeard(sql), true) : details.language;
}

function windowsHeard(sql: SqlStorage): HeardWindow[] {
  return sql
    .exec<{ language: string; spokenMs: number }>("SELECT language, spoken_ms AS spokenMs FROM heard_windows")
    .toArray();
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
