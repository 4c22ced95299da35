import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { Actor, Ownership, PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { type PageViewer, viewerOf } from "#app/domain/meeting/access.ts";
import type { Database } from "#app/server/db/database.ts";
import type { Answers } from "#app/server/db/named-batch.ts";
import { meetings } from "#app/server/db/schema.ts";
import { users } from "#app/server/db/schema-account.ts";
import type { CallAsker } from "#app/server/ports/call-process.ts";
import type { Services } from "#app/server/services.ts";
import { selectLock } from "#app/server/workspace/recording-lock.ts";

/**
 * The only way from an actor to a meeting: returns the viewer, for `may` to decide. Null becomes a 404, for a meeting that is not
 * theirs, is gone, or never existed. A share link names its meeting and was just read with it, so that nothing is read here.
 * `tombstones` finds deleted meetings too, so that a second deletion gets the answer of the first.
 */
export async function accessTo(
  { db }: Pick<Services, "db">,
  actor: Actor,
  meetId: MeetId,
  { tombstones = false }: { tombstones?: boolean } = {},
): Promise<PageViewer | null> {
  if (actor.via === "share") return viewerOf(actor, { meetId, ownership: null });
  const known = tombstones ? null : takeOpening(actor, meetId);
  const [row] = known ? accessFacts(known.access) : await readAccess(db, actor, [meetId], tombstones);
  return row ? viewerOf(actor, row) : null;
}

/**
 * The statements of all that D1 knows of a meeting for a person who opens it: their access, the name of its creator, and the lock of its recording.
 * `userId`: an id, or a statement that finds it.
 */
export function selectOpening(db: Database, userId: string | SQL, { meetId, at }: { meetId: MeetId; at: number }) {
  return {
    access: selectAccess(db, userId, [meetId]),
    owners: db
      .select({ name: users.name })
      .from(meetings)
      .innerJoin(users, eq(users.id, meetings.createdBy))
      .where(eq(meetings.id, meetId)),
    locks: selectLock(db, meetId, at),
  };
}

type Opening = Answers<typeof selectOpening> & { meetId: MeetId };

const OPENINGS = new WeakMap<PersonActor, Opening>();

/** Keeps what the trip that read a person's session has read of the meeting that their request names. */
export function keepOpening(actor: PersonActor, opening: Opening): void {
  OPENINGS.set(actor, opening);
}

/** It answers the first question about the meeting. Whoever asks once more wants to know whether that is still so. */
export function takeOpening(actor: PersonActor, meetId: MeetId): Opening | null {
  const opening = OPENINGS.get(actor);
  if (opening?.meetId !== meetId) return null;
  OPENINGS.delete(actor);
  return opening;
}

/**
 * The same with facts of the meeting's row, read by the same statement: the pieces of a recording ask every few seconds, and may not read
 * more rows than their access does.
 */
export async function accessWithFacts(
  { db }: Pick<Services, "db">,
  actor: PersonActor,
  meetId: MeetId,
): Promise<{ viewer: PageViewer; ownership: Ownership; title: string; platform: string | null } | null> {
  const known = takeOpening(actor, meetId);
  const [row] = known ? accessFacts(known.access) : await readAccess(db, actor, [meetId], false);
  const viewer = row ? viewerOf(actor, row) : null;
  return row && viewer ? { viewer, ownership: row.ownership, title: row.title, platform: row.platform } : null;
}

/** The same for several meetings at once; those that the actor cannot reach are not in the answer. */
export async function accessToEach(
  { db }: Pick<Services, "db">,
  actor: PersonActor,
  meetIds: readonly MeetId[],
): Promise<ReadonlyMap<string, PageViewer>> {
  if (meetIds.length === 0) return new Map();
  const rows = await readAccess(db, actor, meetIds, false);
  return new Map(
    rows.flatMap((row) => {
      const viewer = viewerOf(actor, row);
      return viewer ? [[row.meetId, viewer] as const] : [];
    }),
  );
}

async function readAccess(db: Database, { userId }: PersonActor, meetIds: readonly MeetId[], tombstones: boolean) {
  return accessFacts(await selectAccess(db, userId, meetIds, tombstones));
}

/**
 * Facts about meetings and the asking person. Those of a meeting of their own are not read: they change nothing. `userId`: an id, or a
 * statement that finds it.
 */
export function selectAccess(db: Database, userId: string | SQL, meetIds: readonly MeetId[], tombstones = false) {
  const isOwn = sql`${meetings.createdBy} = ${userId}`;
  return db
    .select({
      meetId: meetings.id,
      workspaceId: meetings.workspaceId,
      createdBy: meetings.createdBy,
      title: meetings.title,
      platform: meetings.platform,
      team: sql<
        string | null
      >`case when ${isOwn} and ${meetings.workspaceId} = ${userId} then null else ${teamShown(userId)} end`,
      isNamed: sql<number>`case when ${isOwn} and ${meetings.workspaceId} = ${userId} then 0 else ${isNamed(userId)} end`,
    })
    .from(meetings)
    .where(and(inArray(meetings.id, [...meetIds]), tombstones ? undefined : isNull(meetings.deletedAt)));
}

/** The answer of `selectAccess`, for `viewerOf`. */
export function accessFacts(rows: Awaited<ReturnType<typeof selectAccess>>) {
  return rows.map(({ meetId, workspaceId, createdBy, team, isNamed: named, ...facts }) => ({
    ...facts,
    meetId,
    ownership: { workspaceId, createdBy },
    shown: { team: team === null ? null : teamFacts.parse(JSON.parse(team)), isNamed: named === 1 },
  }));
}

const flag = z.number().transform((value) => value === 1);
const teamFacts = z.object({ teamId: z.string(), isAdministrator: flag, edits: flag });

/**
 * The person's part in the team that sees a row of `meetings`. A meeting that stayed with a team is its administrators' also where it is shown
 * to nobody else. Membership is asked each time, so that it ends at once. Names are written out, because drizzle leaves out the tables of
 * columns in a list of fields.
 */
function teamShown(userId: string | SQL) {
  return sql`(select json_object('teamId', seen.team_id, 'isAdministrator', mine.role = 'owner', 'edits', team.members_edit)
    from meeting_visibility as seen
    join members as mine on mine.workspace_id = seen.team_id and mine.user_id = ${userId}
    join teams as team on team.workspace_id = seen.team_id
    where seen.meet_id = meetings.id
      and (seen.visibility = 'team' or (mine.role = 'owner' and meetings.workspace_id = seen.team_id)))`;
}

function isNamed(userId: string | SQL) {
  return sql`exists (select 1 from meeting_visibility as seen
    join meeting_guests as named on named.meet_id = seen.meet_id
    where seen.meet_id = meetings.id and seen.visibility = 'named' and named.email in ${addressesOf(userId)})`;
}

/** The addresses of a person that a provider vouches for, or that they proved to be theirs, folded: a list for `in`. */
export function addressesOf(userId: string | SQL) {
  return sql`(${vouchedAddress(userId)} union all ${provenAddress(userId)})`;
}

/** The address that a provider vouches for; part of a statement. */
export function vouchedAddress(userId: string | SQL) {
  return sql`select lower(vouched.email) as email from users as vouched where vouched.id = ${userId} and vouched.email_verified = 1`;
}

/** The address that the person proved by a link in their own session. It ends where a provider vouches for it to somebody else. */
export function provenAddress(userId: string | SQL) {
  return sql`select proven.email from proven_addresses as proven where proven.user_id = ${userId} and not ${isVouchedElsewhere}`;
}

/** Whether a provider vouches for an address of `proven_addresses as proven` to another account. */
const isVouchedElsewhere = sql`exists (select 1 from users as holder
  where lower(holder.email) = proven.email and holder.email_verified = 1 and holder.id <> proven.user_id)`;

/** The people who can open what is shown to an address (folded). */
export async function holdersOf(db: Database, email: string): Promise<string[]> {
  const rows = await db.all<{
    id: string;
  }>(sql`select id from users where lower(email) = ${email} and email_verified = 1
    union select proven.user_id from proven_addresses as proven where proven.email = ${email} and not ${isVouchedElsewhere}`);
  return rows.map(({ id }) => id);
}

/** The meetings of others that name a person: their ids, part of a statement. */
export function namedTo(userId: string) {
  return sql`select named.meet_id from meeting_guests as named
    join meeting_visibility as seen on seen.meet_id = named.meet_id and seen.visibility = 'named'
    where named.email in ${addressesOf(userId)}`;
}

/** Whether others show the row of `meetings` to the person. Asked of each row, for walks that meet few others' meetings. */
export function isSeenBy(userId: string): SQL {
  return sql`(${teamShown(userId)} is not null or ${isNamed(userId)})`;
}

/**
 * Whether others have shown one of these meetings to the person, by their team or by name, so that they may read it. For a call, of which they
 * want the notes too: one bot is enough then.
 */
export async function isShownTo(
  { db }: Pick<Services, "db">,
  { askerUserId, meetIds }: { askerUserId: string | null; meetIds: readonly MeetId[] },
): Promise<boolean> {
  if (askerUserId === null || meetIds.length === 0) return false;
  const [row] = await db
    .select({ id: meetings.id })
    .from(meetings)
    .where(and(inArray(meetings.id, [...meetIds]), isNull(meetings.deletedAt), isSeenBy(askerUserId)))
    .limit(1);
  return row !== undefined;
}

/** The workspace and the creator of a meeting, for a caller who has checked access; null where no such meeting is listed. */
export async function findOwnership(db: Database, meetId: MeetId): Promise<Ownership | null> {
  const [row] = await db
    .select({ workspaceId: meetings.workspaceId, createdBy: meetings.createdBy })
    .from(meetings)
    .where(eq(meetings.id, meetId));
  return row ?? null;
}

/** The person who made a meeting; null where no such meeting is listed. A deleted meeting keeps its creator. */
export async function findOwner(db: Database, meetId: MeetId): Promise<string | null> {
  const [row] = await db.select({ owner: meetings.createdBy }).from(meetings).where(eq(meetings.id, meetId));
  return row?.owner ?? null;
}

/** A person as another one may read of them: null where no provider vouches for an address. */
export function selectAsker(db: Database, userId: string) {
  return db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.emailVerified, true)));
}

/** The answer of `selectAsker`. */
export function askerOf([row]: Awaited<ReturnType<typeof selectAsker>>): CallAsker | null {
  return row && row.email !== null ? { name: row.name, email: row.email } : null;
}
