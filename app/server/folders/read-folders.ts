import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { Folder, FolderRule, Folders } from "#app/contracts/folders.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { bestFirst, RULE_KINDS, type RuleTest, rulesToOffer } from "#app/domain/folders/rule.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { FOLDERS_MAX, RULES_MAX, TAGS_LISTED_MAX } from "#app/domain/limits/folders.ts";
import type { Database, ListDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { users } from "#app/server/db/schema-account.ts";
import { calendarAccounts } from "#app/server/db/schema-calendars.ts";
import { folderRules, folders, meetingTags } from "#app/server/db/schema-folders.ts";
import { faultOf } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";
import { readListsAndD1 } from "#app/server/workspace/read-lists.ts";

/** The folders of a person and of their team. A folder gives no right to a meeting (decision 215). */

/** Whether the person sees the row of `folders`: it is theirs, or of a team that is paid for and in which they are. Part of a statement. */
export function folderSeenBy({ userId, workspaceId }: { userId: string; workspaceId: string }): SQL {
  return sql`(${folders.workspaceId} = ${workspaceId} or ${folders.workspaceId} in (${teamsOf(userId)}))`;
}

/** The same for those that the person may rename, share and delete: a team's by its rule for changes. */
export function folderChangedBy({ userId, workspaceId }: PersonActor): SQL {
  return sql`(${folders.workspaceId} = ${workspaceId}
    or ${folders.workspaceId} in (${teamsOf(userId)} and (mine.role = 'owner' or team.members_edit)))`;
}

function teamsOf(userId: string): SQL {
  return sql`select mine.workspace_id from members as mine join teams as team on team.workspace_id = mine.workspace_id
    where mine.user_id = ${userId} and team.activated_at is not null`;
}

export function selectFolders(db: Database, actor: PersonActor) {
  const isOwn = sql`${folders.workspaceId} = ${actor.workspaceId}`;
  return db
    .select({
      id: folders.id,
      name: folders.name,
      team: sql<
        string | null
      >`case when ${isOwn} then null else (select name from teams where teams.workspace_id = folders.workspace_id) end`,
      editable: sql<number>`${folderChangedBy(actor)}`,
    })
    .from(folders)
    .where(folderSeenBy(actor))
    .orderBy(asc(folders.nameKey), asc(folders.id))
    .limit(2 * FOLDERS_MAX);
}

export function foldersOf(rows: Awaited<ReturnType<typeof selectFolders>>): Folder[] {
  return rows.map(({ editable, ...folder }) => ({ ...folder, editable: editable === 1 }));
}

export type MeetingOrder = { folders: Folder[]; tags: Record<string, string[]> };

/** All folders that the person sees, and the tags that they gave to these meetings, in one request to D1. */
export async function readOrder(
  { db }: Pick<Services, "db">,
  actor: PersonActor,
  meetIds: readonly string[],
): Promise<MeetingOrder> {
  const [listed, tagged] = await db.batch([selectFolders(db, actor), selectTags(db, actor, meetIds)]);
  const tags: Record<string, string[]> = {};
  for (const { meetId, tag } of tagged) (tags[meetId] ??= []).push(tag);
  return { folders: foldersOf(listed), tags };
}

/** D1 binds at most a hundred values. A list in JSON has no such limit, and each of its entries counts as a row that is read. */
const BOUND_MAX = 50;

const listed = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;

export function selectTags(db: Database, { userId, workspaceId }: PersonActor, meetIds: readonly string[]) {
  return db
    .select({ meetId: meetingTags.meetId, tagKey: meetingTags.tagKey, tag: meetingTags.tag })
    .from(meetingTags)
    .where(
      and(
        inArray(meetingTags.meetId, meetIds.length <= BOUND_MAX ? [...meetIds] : listed(meetIds)),
        // With "+" SQLite cannot choose the index of all the person's tags.
        sql`+${meetingTags.workspaceId} = ${workspaceId} and +${meetingTags.createdBy} = ${userId}`,
      ),
    )
    .orderBy(asc(meetingTags.meetId), asc(meetingTags.tagKey));
}

/** All that the dialog shows. `meetId`: one of the person's own meetings, or null. */
export async function readFolders(
  services: Pick<Services, "db" | "lists" | "calendarAccounts" | "log">,
  actor: PersonActor,
  meetId: MeetId | null,
): Promise<Folders> {
  const { db } = services;
  const canShare = sql<number>`exists (${teamsOf(actor.userId)} and (mine.role = 'owner' or team.members_edit))`;
  const { tags, listed, rules, teams } = await readListsAndD1(
    services,
    actor.workspaceId,
    (list) => ({ tags: selectAllTags(list, actor) }),
    {
      listed: selectFolders(db, actor),
      rules: selectRules(db, actor),
      teams: db.select({ has: canShare.as("has") }).from(sql`(select 1)`),
    },
  );
  return {
    folders: foldersOf(listed),
    tags: tags.flatMap(({ tag }) => tag ?? []),
    rules: rulesOf(rules).map(({ folderId: _folderId, templateId: template, ...rule }) => ({ ...rule, template })),
    canShare: teams[0]?.has === 1,
    of: meetId && (await readOne(services, actor, meetId)),
  };
}

/** Each tag of a person once. Goes from one key to the next in the index, as `listPeople` does. */
function selectAllTags(list: ListDatabase, { userId, workspaceId }: PersonActor) {
  const theirs = sql`workspace_id = ${workspaceId} and created_by = ${userId}`;
  return list
    .select({
      tag: sql<string | null>`(select tag from meeting_tags
        where ${theirs} and meeting_tags.tag_key = found.tag_key order by starts_at desc limit 1)`.as("tag"),
    })
    .from(sql`(with recursive found (tag_key) as (
        select (select tag_key from meeting_tags where ${theirs} order by tag_key limit 1)
        union all
        select (select tag_key from meeting_tags where ${theirs} and tag_key > found.tag_key order by tag_key limit 1)
        from found where found.tag_key is not null
        limit ${TAGS_LISTED_MAX}
      ) select tag_key from found where tag_key is not null) as found`);
}

export function selectRules(db: Database, actor: { userId: string; workspaceId: string }) {
  return db
    .select({
      id: folderRules.id,
      kind: folderRules.kind,
      value: folderRules.value,
      // A batch finds columns by their names: `id` is the rule's.
      folderId: sql<string | null>`${folders.id}`.as("seen_folder_id"),
      folder: sql<string | null>`${folders.name}`.as("seen_folder_name"),
      tags: folderRules.tags,
      templateId: folderRules.templateId,
    })
    .from(folderRules)
    .leftJoin(folders, and(eq(folders.id, folderRules.folderId), folderSeenBy(actor)))
    .where(eq(folderRules.workspaceId, actor.workspaceId))
    .orderBy(asc(folderRules.createdAt), asc(folderRules.id))
    .limit(RULES_MAX);
}

const tagList = z.array(z.string());

/** The answer of `selectRules`, the rule that decides first. */
export function rulesOf(
  rows: Awaited<ReturnType<typeof selectRules>>,
): (Omit<FolderRule, "template"> & { folderId: string | null; templateId: string | null })[] {
  const rules = rows.flatMap(({ kind: stored, tags, ...rule }) => {
    const kind = RULE_KINDS.find((known) => known === stored);
    return kind ? [{ ...rule, kind, tags: tagList.parse(JSON.parse(tags)) }] : [];
  });
  return bestFirst(rules);
}

async function readOne(
  services: Pick<Services, "db" | "calendarAccounts" | "log">,
  actor: PersonActor,
  meetId: MeetId,
): Promise<Folders["of"]> {
  const { db } = services;
  const { workspaceId, userId } = actor;
  const [[row], tags, [person], rules] = await db.batch([
    db
      .select({ title: meetings.title, folderId: folders.id, archivedAt: meetings.archivedAt })
      .from(meetings)
      .leftJoin(folders, and(eq(folders.id, meetings.folderId), folderSeenBy(actor)))
      .where(
        and(
          eq(meetings.id, meetId),
          eq(meetings.workspaceId, workspaceId),
          eq(meetings.createdBy, userId),
          sql`${meetings.deletedAt} is null`,
        ),
      ),
    selectTags(db, actor, [meetId]),
    db.select({ email: users.email }).from(users).where(eq(users.id, userId)),
    selectRules(db, actor),
  ]);
  if (!row) return null;
  const people = await invitedAddresses(services, userId, meetId);
  const has = ({ kind, value }: RuleTest) => rules.some((rule) => rule.kind === kind && rule.value === value);
  return {
    folderId: row.folderId,
    tags: tags.map(({ tag }) => tag),
    archived: row.archivedAt !== null,
    offers: rulesToOffer({ title: row.title, people }, person?.email ?? null).filter((offer) => !has(offer)),
  };
}

/** A calendar that does not answer offers no rule by people: the title is offered. */
async function invitedAddresses(
  { db, calendarAccounts: accounts, log }: Pick<Services, "db" | "calendarAccounts" | "log">,
  userId: string,
  meetId: MeetId,
): Promise<string[]> {
  const connected = await db
    .select({ id: calendarAccounts.id })
    .from(calendarAccounts)
    .where(eq(calendarAccounts.userId, userId));
  try {
    const people = await Promise.all(connected.map(({ id }) => accounts.of(id).invitedAddresses(userId, meetId)));
    return [...new Set(people.flat())];
  } catch (error) {
    log("folders.invitation.failed", { meetId, error: faultOf(error) });
    return [];
  }
}
