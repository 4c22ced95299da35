import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "#app/server/db/database.ts";

/**
 * One batch of D1, all or nothing, whose results are read by the names of its statements. They run in the order in which they are written;
 * a name must not look like a number, because JavaScript would move it to the front.
 */
export async function namedBatch<const Statements extends Readonly<Record<string, BatchItem<"sqlite">>>>(
  db: Database,
  statements: Statements,
): Promise<{ [Name in keyof Statements]: Statements[Name]["_"]["result"] }> {
  const names = Object.keys(statements);
  const [first, ...rest] = Object.values(statements);
  if (first === undefined) return {} as { [Name in keyof Statements]: Statements[Name]["_"]["result"] };
  const results: readonly unknown[] = await db.batch([first, ...rest]);
  return Object.fromEntries(names.map((name, at) => [name, results[at]])) as {
    [Name in keyof Statements]: Statements[Name]["_"]["result"];
  };
}
