import { and, eq, isNull, sql } from "drizzle-orm";
import { tagKeyOf } from "#app/domain/folders/folder.ts";
import { type NewMeeting, ruleFits } from "#app/domain/folders/rule.ts";
import type { Database } from "#app/server/db/database.ts";
import { insertFrom, insertWhere } from "#app/server/db/insert-where.ts";
import { meetings } from "#app/server/db/schema.ts";
import { meetingTags, newMeetingFolders } from "#app/server/db/schema-folders.ts";
import { rulesOf, selectRules } from "#app/server/folders/read-folders.ts";
import type { Services } from "#app/server/services.ts";

/** Folder, tags and template of a new meeting by its person's rules. */
export type Filing = { folderId: string | null; tags: string[]; templateId: string | null };
type Owner = { userId: string; workspaceId: string };

/** Folder and template each of the first rule that fits and has one, and the tags of all. */
export function filingOf(rows: Awaited<ReturnType<typeof selectRules>>, meeting: NewMeeting): Filing {
  const fitting = rulesOf(rows).filter((rule) => ruleFits(rule, meeting));
  return {
    folderId: fitting.find(({ folderId }) => folderId !== null)?.folderId ?? null,
    tags: [...new Set(fitting.flatMap(({ tags }) => tags))],
    templateId: fitting.find(({ templateId }) => templateId !== null)?.templateId ?? null,
  };
}

/** Puts a meeting that was just made where the rules say. Once more has no effect: a meeting that has a folder keeps it. */
export async function fileMeeting(
  { db }: Pick<Services, "db">,
  owner: Owner,
  meetId: string,
  meeting: NewMeeting,
): Promise<void> {
  await writeFiling(db, owner, meetId, filingOf(await selectRules(db, owner), meeting));
}

/** The meeting's object writes its row by itself, before or after this: a folder waits for the row (new_meeting_folders). */
export async function writeFiling(db: Database, owner: Owner, meetId: string, filing: Filing): Promise<void> {
  const { folderId, tags } = filing;
  const { workspaceId, userId: createdBy } = owner;
  const tagged = tags.map((tag) => ({ tagKey: tagKeyOf(tag), tag }));
  const writes = [
    ...(folderId === null
      ? []
      : [
          db
            .update(meetings)
            .set({ folderId })
            .where(and(eq(meetings.id, meetId), isNull(meetings.folderId))),
          insertWhere(db, newMeetingFolders, {
            row: { meetId, folderId },
            where: sql`not exists (select 1 from ${meetings} where ${meetings.id} = ${meetId})`,
          }).onConflictDoNothing(),
        ]),
    ...(tagged.length === 0
      ? []
      : [
          insertFrom(db, meetingTags, {
            row: {
              meetId,
              tagKey: sql`value ->> 'tagKey'`,
              tag: sql`value ->> 'tag'`,
              workspaceId,
              createdBy,
              startsAt: sql`coalesce((select starts_at from meetings where id = ${meetId}), 0)`,
              titleKey: sql`coalesce((select title_key from meetings where id = ${meetId}), '')`,
            },
            from: sql`from json_each(${JSON.stringify(tagged)}) where 1`,
          }).onConflictDoNothing(),
        ]),
  ];
  const [first, ...rest] = writes;
  if (first) await db.batch([first, ...rest]);
}
