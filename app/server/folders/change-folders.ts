import { and, eq, or, sql } from "drizzle-orm";
import type * as z from "zod";
import type { folderChange, newFolderRule } from "#app/contracts/folder-changes.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { folderKeyOf, parseFolderName, parseTag } from "#app/domain/folders/folder.ts";
import { parseRuleValue } from "#app/domain/folders/rule.ts";
import { randomId } from "#app/domain/ids.ts";
import { FOLDERS_MAX, RULES_MAX } from "#app/domain/limits/folders.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { Database } from "#app/server/db/database.ts";
import { insertWhere } from "#app/server/db/insert-where.ts";
import { meetings } from "#app/server/db/schema.ts";
import { folderRules, folders, meetingTags } from "#app/server/db/schema-folders.ts";
import { folderChangedBy, folderSeenBy } from "#app/server/folders/read-folders.ts";
import type { Services } from "#app/server/services.ts";
import { findTeam } from "#app/server/workspace/find-team.ts";

type Needs = Pick<Services, "db" | "log" | "now">;
type FolderRefusal = "not-found" | "folder-invalid" | "too-many-folders" | "no-team";

/**
 * Renames a folder, or gives it to the person's team or back to the person. Who sees which meeting does not change: members see the folder, and
 * in it the meetings that they see anyway.
 */
export async function changeFolder(
  { db, log }: Needs,
  actor: PersonActor,
  { folderId, name, shared }: z.output<typeof folderChange> & { folderId: string },
): Promise<Outcome<null, FolderRefusal>> {
  const parsed = name === undefined ? undefined : parseFolderName(name);
  if (parsed === null) return refused("folder-invalid");
  const team = shared === true ? await findTeam(db, actor.userId) : null;
  if (shared === true && (team === null || team.activatedAt === null)) return refused("no-team");
  if (shared === true && team?.role !== "owner" && team?.membersEdit !== true) return refused("no-team");
  const workspaceId = shared === undefined ? undefined : (team?.teamId ?? actor.workspaceId);
  const room = sql`(select count(*) from folders as held where held.workspace_id = ${workspaceId ?? ""}) < ${FOLDERS_MAX}`;
  const changed = await db
    .update(folders)
    .set({
      // Something is always set, so that an empty change finds its folder too.
      id: folderId,
      ...(parsed && { name: parsed, nameKey: folderKeyOf(parsed) }),
      ...(workspaceId && { workspaceId }),
    })
    .where(and(eq(folders.id, folderId), folderChangedBy(actor), room))
    .returning({ id: folders.id });
  if (changed.length === 0)
    return refused((await isChangeable(db, actor, folderId)) ? "too-many-folders" : "not-found");
  log("folder.changed", { folderId, shared });
  return ok(null);
}

async function isChangeable(db: Database, actor: PersonActor, folderId: string): Promise<boolean> {
  const rows = await db
    .select({ id: folders.id })
    .from(folders)
    .where(and(eq(folders.id, folderId), folderChangedBy(actor)));
  return rows.length > 0;
}

/** Its meetings stay and are in no folder; its rules go with it. A second call finds nothing. */
export async function deleteFolder(
  { db, log }: Needs,
  actor: PersonActor,
  folderId: string,
): Promise<Outcome<null, "not-found">> {
  const gone = await db
    .delete(folders)
    .where(and(eq(folders.id, folderId), folderChangedBy(actor)))
    .returning({ id: folders.id });
  if (gone.length === 0) return refused("not-found");
  // By the index of those that are listed. A folder that is left in another row is none for every reader.
  await db
    .update(meetings)
    .set({ folderId: null })
    .where(and(eq(meetings.folderId, folderId), sql`${meetings.archivedAt} is null`));
  log("folder.deleted", { folderId });
  return ok(null);
}

/** Adds a rule for new meetings, or changes what the rule of the same test does. */
export async function addRule(
  { db, log, now }: Needs,
  actor: PersonActor,
  { kind, value, folderId, tags, templateId }: z.output<typeof newFolderRule>,
): Promise<Outcome<null, "not-found" | "folder-invalid" | "too-many-folders">> {
  const test = parseRuleValue({ kind, value });
  const parsed = tags.map(parseTag).filter((tag) => tag !== null);
  if (test === null || parsed.length < tags.length) return refused("folder-invalid");
  if (folderId === null && tags.length === 0 && templateId === null) return refused("folder-invalid");
  const seen = db
    .select({ id: folders.id })
    .from(folders)
    .where(and(eq(folders.id, folderId ?? ""), folderSeenBy(actor)));
  if (folderId !== null && (await seen).length === 0) return refused("not-found");
  const { workspaceId } = actor;
  const row = { id: randomId(), workspaceId, kind, value: test, folderId, tags: JSON.stringify(parsed), templateId };
  const room = sql`(select count(*) from ${folderRules} where ${folderRules.workspaceId} = ${workspaceId}) < ${RULES_MAX}`;
  const isSame = and(eq(folderRules.workspaceId, workspaceId), eq(folderRules.kind, kind), eq(folderRules.value, test));
  const [, added] = await db.batch([
    db.delete(folderRules).where(isSame),
    insertWhere(db, folderRules, { row: { ...row, createdAt: now() }, where: room }).returning({ id: folderRules.id }),
  ]);
  if (added.length === 0) return refused("too-many-folders");
  log("folder.rule.added", { kind });
  return ok(null);
}

export async function removeRule(
  { db, log }: Needs,
  { workspaceId }: PersonActor,
  ruleId: string,
): Promise<Outcome<null, "not-found">> {
  const gone = await db
    .delete(folderRules)
    .where(and(eq(folderRules.id, ruleId), eq(folderRules.workspaceId, workspaceId)))
    .returning({ id: folderRules.id });
  if (gone.length === 0) return refused("not-found");
  log("folder.rule.removed", { ruleId });
  return ok(null);
}

/** The folders of a team that ends: the administrator who ends it has them. Those of others leave their meetings' folder unseen. */
export function foldersOfEnd(db: Database, { teamId, heir }: { teamId: string; heir: string }) {
  return { folders: db.update(folders).set({ workspaceId: heir }).where(eq(folders.workspaceId, teamId)) };
}

/** For `account.json` of the archive: the person's folders and rules, those of a team that they administer, and the order of their meetings. */
export async function readFolderData(db: Database, { userId, workspaceId }: PersonActor) {
  const managed = sql`${folders.workspaceId} in (select mine.workspace_id from members as mine
    where mine.user_id = ${userId} and mine.role = 'owner')`;
  const ofPerson = and(eq(meetings.workspaceId, workspaceId), eq(meetings.createdBy, userId));
  const [own, rules, tags, placed] = await db.batch([
    db
      .select()
      .from(folders)
      .where(or(eq(folders.workspaceId, workspaceId), managed)),
    db.select().from(folderRules).where(eq(folderRules.workspaceId, workspaceId)),
    db
      .select({ meetId: meetingTags.meetId, tag: meetingTags.tag })
      .from(meetingTags)
      .where(
        and(
          sql`${meetingTags.meetId} in (select id from meetings where ${ofPerson})`,
          eq(meetingTags.workspaceId, workspaceId),
          eq(meetingTags.createdBy, userId),
        ),
      ),
    db
      .select({ meetId: meetings.id, folderId: meetings.folderId, archivedAt: meetings.archivedAt })
      .from(meetings)
      .where(and(ofPerson, sql`${meetings.deletedAt} is null and (folder_id is not null or archived_at is not null)`)),
  ]);
  return { folders: own.map(({ nameKey: _key, ...row }) => row), rules, tags, placed };
}
