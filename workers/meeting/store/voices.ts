/** The way in which the speakers of the transcript were told apart by their voices. */

/** `people`: the number that a person gave; null where it was found. */
export type VoicesRow = { people: number | null; found: number };

/** Null where the speakers are not from voices. */
export function readVoices(sql: SqlStorage): VoicesRow | null {
  return sql.exec<VoicesRow>("SELECT people, found FROM voices").toArray()[0] ?? null;
}

/** Inside a transaction that publishes its change itself. `by`: the person who gave the number. */
export function saveVoices(sql: SqlStorage, { people, found }: VoicesRow, by: string | null, at: number): void {
  sql.exec(
    "INSERT OR REPLACE INTO voices (id, people, found, at, made_by) VALUES (1, ?, ?, ?, ?)",
    people,
    found,
    at,
    by,
  );
}

export function forgetVoices(sql: SqlStorage): void {
  sql.exec("DELETE FROM voices");
}

export function relabel(sql: SqlStorage, labels: ReadonlyMap<string, string | null>): void {
  for (const [id, label] of labels) sql.exec("UPDATE segments SET speaker = ? WHERE id = ?", label, id);
}
