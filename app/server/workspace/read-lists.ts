import { desc, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { LIST_CHANGES_SEEN } from "#app/domain/limits/lists.ts";
import type { Database, ListDatabase } from "#app/server/db/database.ts";
import { type Answers, type AnswersOf, namedBatch, type Statements } from "#app/server/db/named-batch.ts";
import { listChanges } from "#app/server/db/schema.ts";
import { members } from "#app/server/db/schema-account.ts";
import { teams } from "#app/server/db/schema-teams.ts";
import type { Services } from "#app/server/services.ts";
import { firstTeam } from "#app/server/workspace/find-team.ts";
import { listState, listTaken } from "#app/server/workspace/list-tables.ts";
import { LIST_FOLDING } from "#app/server/workspace/refold-lists.ts";
import { takeListChanges } from "#app/server/workspace/take-list-changes.ts";

type Needs = Pick<Services, "db" | "lists">;

/**
 * The answers of a workspace's lists to the statements of `own`, and those of D1 to the statements of `besides`, by their names. Both are asked at
 * once. Lists that have changes to take, or were never read, take them first and are asked again: what D1 has committed is always listed.
 */
export async function readListsAndD1<const Own extends Statements, const Beside extends Statements>(
  needs: Needs,
  workspaceId: string,
  own: (list: ListDatabase) => Own,
  besides: Beside,
): Promise<AnswersOf<Own> & AnswersOf<Beside>> {
  const asked = namedBatch(needs.db, { ...besides, ...selectChangesSeen(needs.db, workspaceId) });
  const [answers, ownAnswers] = await Promise.all([asked, readCurrent(needs, workspaceId, own, asked.then(notedOf))]);
  return { ...ownAnswers, ...only(besides, answers) };
}

/** The same, of the lists only. */
export async function readLists<const Own extends Statements>(
  needs: Needs,
  workspaceId: string,
  own: (list: ListDatabase) => Own,
): Promise<AnswersOf<Own>> {
  return readListsAndD1(needs, workspaceId, own, {});
}

/** The team whose lists a person reads, and their part in it. */
export type ListedTeam = { teamId: string; isAdministrator: boolean };

/**
 * As `readListsAndD1`, with the answers of the lists of the person's team, where they have one. These are asked after D1, which knows the team: a
 * membership that has ended shows nothing. A team whose lists do not answer keeps nobody from their own: `isTeamMissing`.
 */
export async function readAllLists<
  const Own extends Statements,
  const Beside extends Statements,
  const Shown extends Statements,
>(
  needs: Needs,
  { userId, workspaceId }: { userId: string; workspaceId: string },
  { own, besides, shown }: { own: (list: ListDatabase) => Own; besides: Beside; shown: ShownAsked<Shown> },
): Promise<AnswersOf<Own> & AnswersOf<Beside> & { shown: AnswersOf<Shown> | null; isTeamMissing: boolean }> {
  const { db } = needs;
  const asked = namedBatch(db, {
    ...besides,
    ...selectChangesSeen(db, workspaceId),
    ofTeam: selectListedTeam(db, userId),
  });
  const readShown = async () => {
    const team = await asked.then(teamOf);
    if (team === null) return null;
    const { teamId, role, noted } = team;
    const ofIt = (list: ListDatabase) => shown(list, { teamId, isAdministrator: role === "owner" });
    const positions = z.array(z.number()).parse(JSON.parse(noted));
    return readCurrent(needs, teamId, ofIt, Promise.resolve(positions.map((position) => ({ position }))));
  };
  let isTeamMissing = false;
  const [answers, ownAnswers, shownAnswers] = await Promise.all([
    asked,
    readCurrent(needs, workspaceId, own, asked.then(notedOf)),
    readShown().catch((): null => {
      isTeamMissing = true;
      return null;
    }),
  ]);
  return { ...ownAnswers, ...only(besides, answers), shown: shownAnswers, isTeamMissing };
}

type ShownAsked<Shown extends Statements> = (list: ListDatabase, team: ListedTeam) => Shown;

type Noted = readonly { position: number }[];
type TeamRow = Awaited<ReturnType<typeof selectListedTeam>>[number];
const teamOf = ({ ofTeam }: { ofTeam: readonly TeamRow[] }): TeamRow | null => ofTeam[0] ?? null;
const notedOf = ({ noted }: { noted: Noted }) => noted;

/** Reads lists, and again where they have not taken what is noted. */
async function readCurrent<Own extends Statements>(
  needs: Needs,
  workspaceId: string,
  own: (list: ListDatabase) => Own,
  noted: Promise<Noted>,
): Promise<AnswersOf<Own>> {
  const list = needs.lists.of(workspaceId);
  const asked = own(list);
  const read = () => namedBatch(list, { ...asked, ...selectState(list) });
  const [first, changes] = await Promise.all([read(), noted]);
  if (isCurrent(first, changes)) return only(asked, first);
  await takeListChanges(needs, workspaceId);
  return only(asked, await read());
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
  const noted = db
    .select({ position })
    .from(listChanges)
    .where(eq(listChanges.workspaceId, workspaceId))
    .orderBy(desc(position))
    .limit(LIST_CHANGES_SEEN);
  return { noted };
}

/** The person's team with the same of its lists. Of one statement, because each is a row read for those who have no team. */
function selectListedTeam(db: Database, userId: string) {
  const noted = sql<string>`(select json_group_array(position) from (select position from list_changes as change
    where change.workspace_id = ${teams.workspaceId} order by position desc limit ${LIST_CHANGES_SEEN}))`;
  return db
    .select({ teamId: teams.workspaceId, role: members.role, noted: noted.as("noted_changes") })
    .from(members)
    .innerJoin(teams, eq(teams.workspaceId, members.workspaceId))
    .where(eq(members.userId, userId))
    .orderBy(...firstTeam())
    .limit(1);
}

/** Changes that were given to the lists stay in D1 for a while. Of more than are looked at, an earlier one may not have been taken. */
function isCurrent({ state, taken }: Answers<typeof selectState>, noted: Noted): boolean {
  const known = new Set(taken.map(({ position }) => position));
  return (
    state[0]?.folding === LIST_FOLDING &&
    noted.length < LIST_CHANGES_SEEN &&
    noted.every(({ position }) => known.has(position))
  );
}
