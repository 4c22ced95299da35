import { and, asc, eq, getTableColumns, lte, ne, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { birthNote } from "#app/contracts/meeting/birth-note.ts";
import { backOffDelayMs } from "#app/domain/back-off.ts";
import { type MeetId, newMeetId } from "#app/domain/ids.ts";
import { TEAM_MOVE_BACK_OFF, TEAM_MOVES_SWEEP_MAX } from "#app/domain/limits/teams.ts";
import type { Database } from "#app/server/db/database.ts";
import { NOW_SQL } from "#app/server/db/clock.ts";
import { insertFrom } from "#app/server/db/insert-where.ts";
import { listChanges, listRepairs, meetingClaims, meetings, meetingTasks, shareLinks } from "#app/server/db/schema.ts";
import { clips } from "#app/server/db/schema-clips.ts";
import { meetingTags } from "#app/server/db/schema-folders.ts";
import { meetingVisibility, teamMoves } from "#app/server/db/schema-teams.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { faultOf } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";
import { birthNoteKey } from "#app/server/storage/keys.ts";
import { closeLostStreams } from "#app/server/identity/end-lost-streams.ts";
import { readContent } from "#app/server/workspace/complete-lists.ts";
import { firstAdministrator } from "#app/server/workspace/find-team.ts";
import { endRepair } from "#app/server/workspace/list-repairs.ts";
import { takeListChanges } from "#app/server/workspace/take-list-changes.ts";

/**
 * Meetings on their way to another workspace (decision 080). `movesOfLeaver` and `movesOfEnd` alone decide which go, in the statement that ends
 * the membership; here they are moved one by one, and again after a crash. The copy for the creator comes before its original moves. Nothing
 * is deleted, and until a meeting has moved its creator has it and the team reads it.
 */
type Needs = Pick<Services, "db" | "lists" | "meetings" | "pages" | "store" | "log" | "now">;

/** Notes what stays with a team that its creator leaves. Part of a batch; `where` says that they have left. */
export function movesOfLeaver(
  db: Database,
  input: { teamId: string; userId: string; copies: boolean; at: number; where: ReturnType<typeof sql> },
) {
  const { teamId, userId, copies, at, where } = input;
  // The creator's account may end: then the team's first administrator takes the place.
  const creator = copies
    ? sql`${userId}`
    : sql`coalesce((select user_id from members where workspace_id = ${teamId} and user_id <> ${userId} order by role = 'owner' desc, joined_at limit 1), ${userId})`;
  return insertFrom(db, teamMoves, {
    row: {
      meetId: meetings.id,
      workspaceId: teamId,
      createdBy: creator,
      copyFor: copies ? userId : null,
      requestedAt: at,
      dueAt: at,
    },
    from: sql`from ${meetingVisibility} join ${meetings} on ${meetings.id} = ${meetingVisibility.meetId}
        where ${meetingVisibility.teamId} = ${teamId} and ${meetingVisibility.visibility} = 'team'
        and ${meetings.createdBy} = ${userId} and ${meetings.workspaceId} <> ${teamId} and ${meetings.deletedAt} is null and ${where}`,
  }).onConflictDoNothing();
}

/** Notes what returns to its creators when a team ends; `heir` gets those whose creator has no account any more, or is deleting it. */
export function movesOfEnd(db: Database, { teamId, heir, at }: { teamId: string; heir: string; at: number }) {
  const home = sql`home`;
  return insertFrom(db, teamMoves, {
    row: { meetId: meetings.id, workspaceId: home, createdBy: home, requestedAt: at, dueAt: at },
    from: sql`from (
          select ${meetings.id} as id, case when exists (select 1 from users where users.id = ${meetings.createdBy}) and not exists (
              select 1 from account_deletions as ending where ending.user_id = ${meetings.createdBy} and ending.finished_at is null)
            then ${meetings.createdBy} else ${heir} end as home
          from ${meetings} where ${meetings.workspaceId} = ${teamId} and ${meetings.deletedAt} is null) as meetings where 1`,
  }).onConflictDoNothing();
}

/** Does the moves that are due. One that fails is tried again later, and holds up no other. */
export async function moveDue(services: Needs): Promise<{ moved: number; failed: number }> {
  const { db, now, log } = services;
  const due = await db
    .select()
    .from(teamMoves)
    .where(lte(teamMoves.dueAt, now()))
    .orderBy(asc(teamMoves.dueAt))
    .limit(TEAM_MOVES_SWEEP_MAX);
  let moved = 0;
  for (const move of due) {
    try {
      if (await moveOne(services, move)) moved += 1;
      else await putOff(services, move);
    } catch (error) {
      log("team.move.failed", { meetId: move.meetId, attempt: move.attempts + 1, error: faultOf(error) });
      await putOff(services, move);
    }
  }
  return { moved, failed: due.length - moved };
}

type Move = typeof teamMoves.$inferSelect;

async function putOff({ db, now }: Needs, { meetId, attempts }: Move): Promise<void> {
  const waitMs = backOffDelayMs(TEAM_MOVE_BACK_OFF, attempts + 1, 0);
  await db
    .update(teamMoves)
    .set({ attempts: attempts + 1, dueAt: now() + waitMs })
    .where(eq(teamMoves.meetId, meetId));
}

/** False where the meeting is still being recorded or written: it is copied once it has ended. */
async function moveOne(services: Needs, move: Move): Promise<boolean> {
  const { db, meetings: objects, log } = services;
  const meetId = move.meetId as MeetId;
  const [row] = await db.select().from(meetings).where(eq(meetings.id, meetId));
  if (!row || row.deletedAt !== null) {
    await endMove(db, meetId);
    return true;
  }
  const isHome = move.workspaceId === move.createdBy;
  // Its creator, whose it is until it has moved, shows it to the team no more.
  const isWithdrawn = async () => !isHome && !(await isShownToTeam(db, move));
  const isCopied = async () => move.copyFor === null || copyFor(services, { ...move, copyFor: move.copyFor }, row);
  if (!(await isWithdrawn()) && !(await isCopied())) return false;
  // Asked again, because the copy takes time.
  if (await isWithdrawn()) {
    await endMove(db, meetId);
    return true;
  }
  const ownership = { workspaceId: move.workspaceId, createdBy: move.createdBy };
  await objects.handOver(meetId, ownership, row.workspaceId);
  const brought = await contentToMove(services, row);
  // Changed since its content was read: the lists that it has left may have taken that, and its object is to bring it again.
  const changed = sql`from ${meetings} where ${meetings.id} = ${meetId} and ${meetings.sequence} <> ${row.sequence}`;
  const repair = { workspaceId: move.workspaceId, kind: "meeting" as const, id: meetId };
  await db.batch([
    db.delete(teamMoves).where(eq(teamMoves.meetId, meetId)),
    insertFrom(db, listRepairs, { row: repair, from: changed }).onConflictDoNothing(),
    // Tags and archive are a person's own order: the team gets neither, and nobody after it.
    ...(isHome ? [] : [db.delete(meetingTags).where(eq(meetingTags.meetId, meetId))]),
    db
      .update(meetings)
      .set(isHome ? ownership : { ...ownership, archivedAt: null })
      .where(eq(meetings.id, meetId)),
    // To lists that may never have had them.
    db
      .update(listChanges)
      .set({
        tasks: sql`coalesce(${listChanges.tasks}, ${brought.tasks})`,
        people: sql`coalesce(${listChanges.people}, ${brought.people})`,
      })
      .where(and(eq(listChanges.meetId, meetId), eq(listChanges.workspaceId, move.workspaceId))),
    moveUse(db, { meetId, from: row.workspaceId, to: move.workspaceId }),
    db.update(meetingTasks).set(ownership).where(eq(meetingTasks.meetId, meetId)),
    db
      .update(meetingClaims)
      .set({ ...ownership, key: `moved:${meetId}`, roomKey: null })
      .where(eq(meetingClaims.meetId, meetId)),
    // Links and clips of the person who left end; whoever has the meeting now gives out their own.
    isHome
      ? db.update(shareLinks).set(ownership).where(eq(shareLinks.meetId, meetId))
      : db.delete(shareLinks).where(eq(shareLinks.meetId, meetId)),
    isHome
      ? db.update(clips).set(ownership).where(eq(clips.meetId, meetId))
      : db.delete(clips).where(eq(clips.meetId, meetId)),
    // A meeting of a team is never without it, also where its creator has made it private a moment ago: nobody would own it.
    db
      .update(meetingVisibility)
      .set(
        isHome
          ? { visibility: "private", teamId: null, changedBy: move.createdBy }
          : { teamId: move.workspaceId, changedBy: firstAdministrator(move.workspaceId, move.createdBy) },
      )
      .where(eq(meetingVisibility.meetId, meetId)),
  ]);
  await closeLostStreams(services, { meetIds: [meetId] });
  const [noted] = await db
    .select()
    .from(listRepairs)
    .where(and(eq(listRepairs.id, meetId), eq(listRepairs.workspaceId, move.workspaceId)));
  // An object that does not answer is asked again by the sweep.
  if (noted && (await objects.restore(meetId)) === "restored") await endRepair(db, noted);
  log("team.meeting.moved", { meetId, isHome, copied: move.copyFor !== null });
  return true;
}

/** A meeting that does not move stays where it is. */
async function endMove(db: Database, meetId: MeetId): Promise<void> {
  const isThis = eq(teamMoves.meetId, meetId);
  await db.batch([endCopies(db, isThis), db.delete(teamMoves).where(isThis)]);
}

/** Removes the rows of copies that were noted and not made: they would name their recordings for ever. One that is there writes its row itself. */
export function endCopies(db: Database, which: SQL) {
  return db
    .delete(meetings)
    .where(
      and(
        eq(meetings.sequence, 0),
        sql`${meetings.id} in (select ${teamMoves.copyId} from ${teamMoves} where ${which})`,
      ),
    );
}

/** The tasks and people of a meeting, as changes of lists bring them; null where its lists do not have them. */
async function contentToMove(
  services: Needs,
  { id, workspaceId }: { id: string; workspaceId: string },
): Promise<{ tasks: string | null; people: string | null }> {
  await takeListChanges(services, workspaceId);
  const content = (await readContent(services.lists.of(workspaceId), [id])).get(id);
  return content
    ? { tasks: JSON.stringify(content.tasks), people: JSON.stringify(content.people) }
    : { tasks: null, people: null };
}

/** A place of the plan that is not counted yet goes with the meeting; one that is stays with whoever used it (decision 233). */
function moveUse(db: Database, { meetId, from, to }: { meetId: MeetId; from: string; to: string }) {
  const there = alias(usageLedger, "there");
  const isThere = db
    .select({ meetId: there.meetId })
    .from(there)
    .where(and(eq(there.workspaceId, to), eq(there.meetId, meetId), eq(there.kind, usageLedger.kind)));
  return db
    .update(usageLedger)
    .set({ workspaceId: to })
    .where(
      and(
        eq(usageLedger.workspaceId, from),
        eq(usageLedger.meetId, meetId),
        ne(usageLedger.state, "counted"),
        notExists(isThere),
      ),
    );
}

async function isShownToTeam(db: Database, { meetId, workspaceId }: Move): Promise<boolean> {
  const [seen] = await db
    .select({ teamId: meetingVisibility.teamId })
    .from(meetingVisibility)
    .where(and(eq(meetingVisibility.meetId, meetId), eq(meetingVisibility.visibility, "team")));
  return seen?.teamId === workspaceId;
}

/** The creator's copy: a meeting of its own on the same recording. Its id is noted first, so that a second try makes no second copy. */
async function copyFor(
  { db, meetings: objects, store, now }: Needs,
  move: Move & { copyFor: string },
  row: typeof meetings.$inferSelect,
): Promise<boolean> {
  const meetId = move.meetId as MeetId;
  await db
    .update(teamMoves)
    .set({ copyId: newMeetId() })
    .where(and(eq(teamMoves.meetId, meetId), sql`${teamMoves.copyId} is null`));
  const [noted] = await db.select({ copyId: teamMoves.copyId }).from(teamMoves).where(eq(teamMoves.meetId, meetId));
  const copyId = noted?.copyId as MeetId | null | undefined;
  if (!copyId) return false;
  const content = await objects.exportContent(meetId, move.copyFor);
  if (content === "under-way") return false;
  if (content === "gone") return true;
  const ownership = { workspaceId: move.copyFor, createdBy: move.copyFor };
  const { recordingId, source } = content;
  // Listed before the copy is there, so that deleting the original leaves its recording. The copy writes the row itself as soon as it is there.
  const [, listed] = await db.batch([
    insertFrom(db, meetings, {
      row: {
        ...getTableColumns(meetings),
        id: copyId,
        ...ownership,
        recordingId,
        mergedInto: null,
        folderId: null,
        archivedAt: null,
        sequence: 0,
        changedAt: NOW_SQL,
      },
      from: sql`from ${meetings} where ${meetings.id} = ${meetId} and ${meetings.deletedAt} is null`,
    }).onConflictDoNothing(),
    db.select({ id: meetings.id }).from(meetings).where(eq(meetings.id, copyId)),
  ]);
  if (listed.length === 0) return true;
  const note = birthNote({ meetId: copyId, ...ownership, recordingId, source, createdAt: row.createdAt });
  await store.put(birthNoteKey(copyId), JSON.stringify(note), "application/json");
  await objects.importContent(copyId, { meetId: copyId, ...ownership, content, now: now() });
  return true;
}
