import { and, asc, desc, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import * as z from "zod";
import type { WordList } from "#app/contracts/words.ts";
import type { Ownership, PersonActor } from "#app/domain/account/actor.ts";
import { INVITED_NAMES_MAX, OWN_WORDS_MAX } from "#app/domain/limits/words.ts";
import { type OwnWord, wordKey, wordsOfNames } from "#app/domain/words/own-word.ts";
import { eventsOf } from "#app/server/workspace/events-of.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { members } from "#app/server/db/schema-account.ts";
import { teams } from "#app/server/db/schema-teams.ts";
import { ownWords } from "#app/server/db/schema-words.ts";
import { faultOf } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";
import { findTeam } from "#app/server/workspace/find-team.ts";
import { calendarEvents } from "#app/server/workspace/list-tables.ts";

const formList = z.array(z.string());

/** Only `rememberHeard` writes the text. */
function readHeard(text: string): string[] {
  return formList.parse(JSON.parse(text));
}

/** The list of the person, and that of their team where they are in one. Members change the team's where it lets them edit. */
export async function listWords({ db }: Pick<Services, "db">, actor: PersonActor): Promise<WordList[]> {
  const team = await findTeam(db, actor.userId);
  const isTeam = team !== null && team.activatedAt !== null;
  const rows = await db
    .select()
    .from(ownWords)
    .where(inArray(ownWords.workspaceId, [actor.workspaceId, ...(isTeam ? [team.teamId] : [])]))
    .orderBy(asc(ownWords.wordKey))
    .limit(2 * OWN_WORDS_MAX);
  const wordsOf = (workspaceId: string) =>
    rows
      .filter((row) => row.workspaceId === workspaceId)
      .map(({ id, word, heard }) => ({ id, word, heard: readHeard(heard) }));
  const own: WordList = { list: "own", team: null, editable: true, words: wordsOf(actor.workspaceId) };
  if (!isTeam) return [own];
  const { teamId, name, role, membersEdit } = team;
  return [own, { list: "team", team: name, editable: role === "owner" || membersEdit, words: wordsOf(teamId) }];
}

type Needs = Pick<Services, "db" | "lists" | "calendarAccounts" | "log">;

/**
 * The words of a meeting: the names of its invitation, and the words of its workspace and of the team of the person who made it, the newest
 * first: an engine that takes few gets the first. A word that two lists have counts once, with the forms that were heard for both. `stored`: the
 * answer of `selectStored`, where it was read along.
 */
export async function wordsOfMeeting(
  needs: Needs,
  meeting: Ownership & { meetId: string },
  stored?: Awaited<ReturnType<typeof selectStored>>,
): Promise<readonly OwnWord[]> {
  const [rows, invited] = await Promise.all([stored ?? selectStored(needs.db, meeting), readInvited(needs, meeting)]);
  const byKey = new Map<string, OwnWord>();
  for (const { word, heard } of [...invited, ...rows.map((row) => ({ word: row.word, heard: readHeard(row.heard) }))]) {
    const known = byKey.get(wordKey(word));
    byKey.set(wordKey(word), known ? { ...known, heard: [...known.heard, ...heard] } : { word, heard });
  }
  return [...byKey.values()];
}

/** The words of a workspace and of the team of its person. The values may be statements that find them. */
export function selectStored(db: Database, { workspaceId, createdBy }: Record<keyof Ownership, string | SQL>) {
  const teamsOfCreator = db
    .select({ id: teams.workspaceId })
    .from(members)
    .innerJoin(teams, eq(teams.workspaceId, members.workspaceId))
    .where(and(eq(members.userId, createdBy), isNotNull(teams.activatedAt)));
  return db
    .select({ word: ownWords.word, heard: ownWords.heard })
    .from(ownWords)
    .where(or(eq(ownWords.workspaceId, workspaceId), inArray(ownWords.workspaceId, teamsOfCreator)))
    .orderBy(desc(ownWords.createdAt), asc(ownWords.wordKey))
    .limit(2 * OWN_WORDS_MAX);
}

/** The same for a meeting, whoever made it. */
export function selectStoredOf(db: Database, meetId: string) {
  const of = (column: SQLiteColumn) => sql`(select ${column} from ${meetings} where ${meetings.id} = ${meetId})`;
  return selectStored(db, { workspaceId: of(meetings.workspaceId), createdBy: of(meetings.createdBy) });
}

async function readInvited(needs: Needs, meeting: { createdBy: string; meetId: string }): Promise<OwnWord[]> {
  return wordsOfNames(await invitedNames(needs, meeting));
}

/** A calendar that does not answer keeps no transcript back: the meeting then goes without these names. */
export async function invitedNames(
  { lists, calendarAccounts, log }: Omit<Needs, "db">,
  { createdBy, meetId }: { createdBy: string; meetId: string },
): Promise<string[]> {
  try {
    const accounts = await eventsOf({ lists }, createdBy)
      .selectDistinct({ accountId: calendarEvents.accountId })
      .from(calendarEvents)
      .where(eq(calendarEvents.meetId, meetId));
    const names = await Promise.all(
      accounts.map(({ accountId }) => calendarAccounts.of(accountId).invitedNames(createdBy, meetId)),
    );
    return [...new Set(names.flat())].slice(0, INVITED_NAMES_MAX);
  } catch (error) {
    log("words.invitation.failed", { meetId, error: faultOf(error) });
    return [];
  }
}

/** For `account.json` of the archive: the person's own words, and those of a team that they administer. */
export async function readWordData(db: Database, { userId, workspaceId }: PersonActor) {
  const managed = sql`${ownWords.workspaceId} in (select mine.workspace_id from members as mine
    where mine.user_id = ${userId} and mine.role = 'owner')`;
  const rows = await db
    .select()
    .from(ownWords)
    .where(or(eq(ownWords.workspaceId, workspaceId), managed))
    .orderBy(asc(ownWords.workspaceId), asc(ownWords.wordKey));
  return rows.map(({ wordKey: _key, heard, ...row }) => ({ ...row, heard: readHeard(heard) }));
}
