import type { BatchItem } from "drizzle-orm/batch";
import type { AnyDatabase } from "#app/server/db/database.ts";

export type Statements = Readonly<Record<string, BatchItem<"sqlite">>>;
export type AnswersOf<Asked extends Statements> = { [Name in keyof Asked]: Asked[Name]["_"]["result"] };

/** The answers to the statements that a function makes. */
export type Answers<Select extends (...given: never[]) => Statements> = AnswersOf<ReturnType<Select>>;

/**
 * One batch of D1, all or nothing, whose results are read by the names of its statements. They run in the order in which they are written;
 * a name must not look like a number, because JavaScript would move it to the front. D1 answers a batch with rows by the names of their columns:
 * two columns of one name in a statement need an alias.
 */
export async function namedBatch<const Asked extends Statements>(
  db: AnyDatabase,
  statements: Asked,
): Promise<AnswersOf<Asked>> {
  const names = Object.keys(statements);
  const [first, ...rest] = Object.values(statements);
  if (first === undefined) return {} as AnswersOf<Asked>;
  const results: readonly unknown[] = await db.batch([first, ...rest]);
  return Object.fromEntries(names.map((name, at) => [name, results[at]])) as AnswersOf<Asked>;
}
