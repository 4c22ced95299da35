import { and, eq, inArray, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import type { arrangeAsked } from "#app/contracts/folder-changes.ts";
import type { Arranged, Arrangement, Folder } from "#app/contracts/folders.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { folderKeyOf, parseFolderName, parseTag, tagKeyOf } from "#app/domain/folders/folder.ts";
import { randomId } from "#app/domain/ids.ts";
import { FOLDERS_MAX, TAGS_OF_MEETING_MAX } from "#app/domain/limits/folders.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { NOW_SQL } from "#app/server/db/clock.ts";
import type { Database } from "#app/server/db/database.ts";
import { insertFrom, insertWhere } from "#app/server/db/insert-where.ts";
import { meetings } from "#app/server/db/schema.ts";
import { folders, meetingTags } from "#app/server/db/schema-folders.ts";
import { foldersOf, selectFolders, selectTags } from "#app/server/folders/read-folders.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "db" | "log" | "now">;
type Asked = z.output<typeof arrangeAsked>;
type Before = { id: string; folderId: string | null; archivedAt: number | null };
export type ArrangeRefusal = "not-found" | "folder-invalid" | "too-many-folders";

/**
 * Moves, tags or archives several of a person's own meetings; those of others are left as they are and not told apart from those that are not
 * there. Only the lists change: addresses, links, rights and the meetings' objects do not know of it. Idempotent. The answer undoes it.
 */
export async function arrangeMeetings(
  services: Needs,
  actor: PersonActor,
  asked: Asked,
): Promise<Outcome<Arranged, ArrangeRefusal>> {
  const { db, now, log } = services;
  const to = await folderAsked(services, actor, asked.folder);
  if (!to.ok) return to;
  const tags = tagsAsked(asked.tags);
  if (tags === null) return refused("folder-invalid");
  const own = ownMeetings(actor, asked.meetIds);
  const [found, tagged, seen] = await db.batch([
    db
      .select({ id: meetings.id, folderId: meetings.folderId, archivedAt: meetings.archivedAt })
      .from(meetings)
      // A planned meeting is joined, and one under way recorded, whether its owner sees it or not: both are archived once they have ended.
      .where(asked.archived ? and(own, notInArray(meetings.statusGroup, ["initiating", "working"])) : own),
    selectTags(db, actor, asked.meetIds),
    selectFolders(db, actor),
  ]);
  // The way back leads to no folder that the person does not see any more.
  const seenIds = new Set(seen.map(({ id }) => id));
  const before = found.map((row) => ({ ...row, folderId: seenIds.has(row.folderId ?? "") ? row.folderId : null }));
  if (before.length === 0) return refused("not-found");
  const ids = JSON.stringify(before.map(({ id }) => id));
  const isChanged = and(own, sql`${meetings.id} in (select value from json_each(${ids}))`);
  const folderId = to.value?.id ?? null;
  const writes = [
    ...(asked.folder === undefined ? [] : [db.update(meetings).set({ folderId, changedAt: NOW_SQL }).where(isChanged)]),
    ...(asked.archived === undefined
      ? []
      : [
          db
            .update(meetings)
            .set({ archivedAt: asked.archived ? now() : null, changedAt: NOW_SQL })
            .where(and(isChanged, sql`(${meetings.archivedAt} is null) = ${asked.archived ? 1 : 0}`)),
        ]),
    ...tagWrites(db, { own: isChanged, ids, tags }),
  ];
  const [first, ...rest] = writes;
  if (first) await db.batch([first, ...rest]);
  log("meetings.arranged", { meetings: before.length, folder: asked.folder !== undefined, archived: asked.archived });
  return ok({
    found: before.length,
    folder: to.value,
    undo: [...undoFolders(asked, before), ...undoArchive(asked, before), ...undoTags(tags, before, tagged)],
  });
}

/** The person's own meetings among these that are there; also those that were merged into another one, which come back with their place. */
function ownMeetings({ workspaceId, userId }: PersonActor, meetIds: readonly string[]): SQL | undefined {
  return and(
    sql`${meetings.id} in (select value from json_each(${JSON.stringify(meetIds)}))`,
    eq(meetings.workspaceId, workspaceId),
    eq(meetings.createdBy, userId),
    isNull(meetings.deletedAt),
  );
}

/** The folder of the request: one that the person sees, or a new one of theirs; null for none. */
async function folderAsked(
  { db, now }: Needs,
  actor: PersonActor,
  asked: Asked["folder"],
): Promise<Outcome<Folder | null, ArrangeRefusal>> {
  if (asked === undefined || asked === null) return ok(null);
  const known = foldersOf(await selectFolders(db, actor));
  if ("id" in asked) {
    const folder = known.find(({ id }) => id === asked.id);
    return folder ? ok(folder) : refused("not-found");
  }
  const name = parseFolderName(asked.name);
  if (name === null) return refused("folder-invalid");
  const nameKey = folderKeyOf(name);
  // The person's own before the team's.
  const same = known.filter((folder) => folderKeyOf(folder.name) === nameKey);
  const found = same.find(({ team }) => team === null) ?? same[0];
  if (found) return ok(found);
  const row = { id: randomId(), workspaceId: actor.workspaceId, name, nameKey, createdAt: now() };
  // In one statement, so that two tabs together neither exceed the limit nor make the folder twice.
  const held = sql`(select count(*) from ${folders} where ${folders.workspaceId} = ${actor.workspaceId})`;
  const isNew = sql`not exists (select 1 from ${folders} where ${folders.workspaceId} = ${actor.workspaceId} and ${folders.nameKey} = ${nameKey})`;
  await insertWhere(db, folders, { row, where: sql`${held} < ${FOLDERS_MAX} and ${isNew}` });
  const [made] = await db
    .select({ id: folders.id, name: folders.name })
    .from(folders)
    .where(and(eq(folders.workspaceId, actor.workspaceId), eq(folders.nameKey, nameKey)));
  return made ? ok({ ...made, team: null, editable: true }) : refused("too-many-folders");
}

type Tags = { add: { tagKey: string; tag: string }[]; remove: string[] };

/** Null where one of the new ones is no tag. */
function tagsAsked(asked: Asked["tags"]): Tags | null {
  const parsed = (asked?.add ?? []).map(parseTag);
  const added = parsed.filter((tag) => tag !== null);
  if (added.length < parsed.length) return null;
  const byKey = new Map(added.map((tag) => [tagKeyOf(tag), tag]));
  const remove = (asked?.remove ?? []).map(tagKeyOf).filter((key) => key !== "");
  return { add: [...byKey].map(([tagKey, tag]) => ({ tagKey, tag })), remove };
}

function tagWrites(db: Database, { own, ids, tags }: { own: SQL | undefined; ids: string; tags: Tags }) {
  const { add, remove } = tags;
  const ofThese = sql`${meetingTags.meetId} in (select value from json_each(${ids}))`;
  return [
    ...(remove.length === 0 ? [] : [db.delete(meetingTags).where(and(ofThese, inArray(meetingTags.tagKey, remove)))]),
    ...add.map((tag) => addTag(db, { own, ...tag })),
    ...(add.length + remove.length === 0 ? [] : [db.update(meetings).set({ changedAt: NOW_SQL }).where(own)]),
  ];
}

/** A meeting that has as many as it may keeps what it has. */
function addTag(db: Database, { own, tagKey, tag }: { own: SQL | undefined; tagKey: string; tag: string }) {
  const { id, workspaceId, createdBy, startsAt, titleKey } = meetings;
  const held = sql`(select count(*) from meeting_tags as held where held.meet_id = ${id})`;
  return insertFrom(db, meetingTags, {
    row: { meetId: id, tagKey, tag, workspaceId, createdBy, startsAt, titleKey },
    from: sql`from ${meetings} where ${own} and ${held} < ${TAGS_OF_MEETING_MAX}`,
  }).onConflictDoNothing();
}

/** One change for each folder that some of them were in. */
function undoFolders({ folder }: Asked, before: readonly Before[]): Arrangement[] {
  if (folder === undefined) return [];
  const from = new Map<string | null, string[]>();
  for (const { id, folderId } of before) from.set(folderId, [...(from.get(folderId) ?? []), id]);
  return [...from].map(([id, meetIds]) => ({ meetIds, folder: id === null ? null : { id } }));
}

function undoArchive({ archived }: Asked, before: readonly Before[]): Arrangement[] {
  const changed = before.filter(({ archivedAt }) => archived !== undefined && (archivedAt !== null) !== archived);
  return changed.length === 0 ? [] : [{ meetIds: changed.map(({ id }) => id), archived: !archived }];
}

type Tagged = { meetId: string; tagKey: string; tag: string };

/** Removed tags come back as they were spelled. */
function undoTags({ add, remove }: Tags, before: readonly Before[], tagged: readonly Tagged[]): Arrangement[] {
  const found = new Set(before.map(({ id }) => id));
  const had = new Set(tagged.map(({ meetId, tagKey }) => `${meetId} ${tagKey}`));
  const added = add.map(({ tagKey, tag }) => ({
    meetIds: [...found].filter((id) => !had.has(`${id} ${tagKey}`)),
    tags: { add: [], remove: [tag] },
  }));
  const gone = new Map<string, string[]>();
  for (const { meetId, tagKey, tag } of tagged) {
    if (remove.includes(tagKey) && found.has(meetId)) gone.set(tag, [...(gone.get(tag) ?? []), meetId]);
  }
  const removed = [...gone].map(([tag, meetIds]) => ({ meetIds, tags: { add: [tag], remove: [] } }));
  return [...added, ...removed].filter(({ meetIds }) => meetIds.length > 0);
}
