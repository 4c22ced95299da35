/** Parts of a summary that is not whole yet (KeptParts). */

export function readSummaryPart(sql: SqlStorage, run: number, key: string): string | null {
  const [row] = sql
    .exec<{ answer: string }>("SELECT answer FROM summary_parts WHERE run = ? AND key = ?", run, key)
    .toArray();
  return row?.answer ?? null;
}

/** Nothing is kept for a meeting that went while its model was writing. */
export function saveSummaryPart(sql: SqlStorage, run: number, key: string, answer: string): void {
  sql.exec(
    `INSERT OR REPLACE INTO summary_parts (run, key, answer)
     SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM meeting WHERE state IS NOT NULL)`,
    run,
    key,
    answer,
  );
}

export function dropSummaryParts(sql: SqlStorage): void {
  sql.exec("DELETE FROM summary_parts");
}
