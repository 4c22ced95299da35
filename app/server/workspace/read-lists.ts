import { desc, eq } from "drizzle-orm";
import { LIST_CHANGES_SEEN } from "#app/domain/limits/lists.ts";
import type { Database, ListDatabase } from "#app/server/db/database.ts";
import { type Answers, type AnswersOf, namedBatch, type Statements } from "#app/server/db/named-batch.ts";
import { listChanges } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";
import { listState, listTaken } from "#app/server/workspace/list-tables.ts";
import { takeListChanges } from "#app/server/workspace/take-list-changes.ts";

/**
 * The answers of a workspace's lists to the statements of `own`, and those of D1 to the statements of `besides`, by their names. Both are asked at
 * once. Lists that have changes to take, or were never read, take them first and are asked again: what D1 has committed is always listed.
 */
export async function readListsAndD1<const Own extends Statements, const Beside extends Statements>(
  needs: Pick<Services, "db" | "lists">,
  workspaceId: string,
  own: (list: ListDatabase) => Own,
  besides: Beside,
): Promise<AnswersOf<Own> & AnswersOf<Beside>> {
  const { db, lists } = needs;
  const list = lists.of(workspaceId);
  const asked = own(list);
  const readOwn = () => namedBatch(list, { ...asked, ...selectState(list) });
  const [answers, first] = await Promise.all([
    namedBatch(db, { ...besides, ...selectChangesSeen(db, workspaceId) }),
    readOwn(),
  ]);
  let ownAnswers: AnswersOf<Own> = first;
  if (!isCurrent(first, answers)) {
    await takeListChanges(needs, workspaceId);
    ownAnswers = await readOwn();
  }
  return { ...only(asked, ownAnswers), ...only(besides, answers) };
}

/** The same, of the lists only. */
export async function readLists<const Own extends Statements>(
  needs: Pick<Services, "db" | "lists">,
  workspaceId: string,
  own: (list: ListDatabase) => Own,
): Promise<AnswersOf<Own>> {
  return readListsAndD1(needs, workspaceId, own, {});
}

function only<Asked extends Statements>(asked: Asked, answers: AnswersOf<Asked>): AnswersOf<Asked> {
  const names: (keyof Asked)[] = Object.keys(asked);
  return Object.fromEntries(names.map((name) => [name, answers[name]])) as AnswersOf<Asked>;
}

/** Whether the lists are there, and the changes that they took last. */
function selectState(list: ListDatabase) {
  return {
    state: list.select().from(listState),
    taken: list
      .select({ position: listTaken.position })
      .from(listTaken)
      .orderBy(desc(listTaken.position))
      .limit(LIST_CHANGES_SEEN),
  };
}

/** The latest changes that D1 keeps. */
function selectChangesSeen(db: Database, workspaceId: string) {
  const { position } = listChanges;
  return {
    noted: db
      .select({ position })
      .from(listChanges)
      .where(eq(listChanges.workspaceId, workspaceId))
      .orderBy(desc(position))
      .limit(LIST_CHANGES_SEEN),
  };
}

/** Changes that were given to the lists stay in D1 for a while. Of more than are looked at, an earlier one may not have been taken. */
function isCurrent(
  { state, taken }: Answers<typeof selectState>,
  { noted }: Answers<typeof selectChangesSeen>,
): boolean {
  const known = new Set(taken.map(({ position }) => position));
  return state.length > 0 && noted.length < LIST_CHANGES_SEEN && noted.every(({ position }) => known.has(position));
}
