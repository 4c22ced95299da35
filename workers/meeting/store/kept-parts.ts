import type { KeptParts } from "#app/domain/summary/prompt/plan-parts.ts";
import type { SummaryEngine } from "#app/domain/summary/summary.ts";

/**
 * A model's answers about parts of the meeting: what the running minutes read, the minutes do not read again, and neither does another
 * template or another try. Parts are kept per engine, because another model would write other ones.
 */

/** Answers that so many runs have not used go: their words have changed since. */
const RUNS_KEPT = 4;

export function keptParts(sql: SqlStorage, run: number, { port, model }: SummaryEngine): KeptParts {
  const of = (key: string) => `${port}/${model}/${key}`;
  return {
    read(key) {
      const [row] = sql
        .exec<{ run: number; answer: string }>(
          "SELECT run, answer FROM summary_parts WHERE key = ? ORDER BY run DESC LIMIT 1",
          of(key),
        )
        .toArray();
      // It belongs to this run now, and is kept with it.
      if (row && row.run !== run) savePart(sql, run, of(key), row.answer);
      return row?.answer ?? null;
    },
    keep: (key, answer) => savePart(sql, run, of(key), answer),
  };
}

/** Nothing is kept for a meeting that went while its model was writing. */
function savePart(sql: SqlStorage, run: number, key: string, answer: string): void {
  sql.exec(
    `INSERT OR REPLACE INTO summary_parts (run, key, answer)
     SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM meeting WHERE state IS NOT NULL)`,
    run,
    key,
    answer,
  );
}

/** Inside the transaction that ends a run. */
export function dropUnusedParts(sql: SqlStorage, run: number): void {
  sql.exec("DELETE FROM summary_parts WHERE run <= ?", run - RUNS_KEPT);
  sql.exec(
    "DELETE FROM summary_parts WHERE run < ? AND key IN (SELECT key FROM summary_parts WHERE run = ?)",
    run,
    run,
  );
}
