import { and, asc, desc, eq, exists, isNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import type { SessionActor } from "#app/domain/account/actor.ts";
import type { MeetId, UserId } from "#app/domain/ids.ts";
import { type PageViewer, viewerOf } from "#app/domain/meeting/access.ts";
import { SESSION_STREAM_MS_MAX, SESSION_STREAMS_ENDED_MAX } from "#app/domain/limits/requests.ts";
import { actorOf, isOpenAt, isSessionOpen, selectOpenSession } from "#app/server/identity/session.ts";
import { meetings } from "#app/server/db/schema.ts";
import { sessions, sessionStreams } from "#app/server/db/schema-account.ts";
import { faultOf } from "#app/server/log.ts";
import { accessFacts, selectAccess } from "#app/server/workspace/access-to.ts";
import type { Services } from "#app/server/services.ts";

/**
 * Streams of meetings to the pages of a session: live sockets and chat answers. D1 holds which meetings have some, so that the
 * meetings can close them when the session ends; also the sockets that tell pages of changes.
 */

type Needs = Pick<Services, "db" | "meetings" | "log" | "now">;
type PageNeeds = Pick<Services, "db" | "pages" | "now">;

/** In the place of a meeting's id: the socket that tells a person's page of changes, with the id of the person. */
const PAGE = "page:";

/** A session whose page wants to be told of changes, read and noted in one trip. Null: no open session. */
export async function enterPage(
  { db, now }: Pick<Needs, "db" | "now">,
  sessionHash: string,
): Promise<SessionActor | null> {
  const at = now();
  const person = sql`(select ${sessions.userId} from ${sessions} where ${sessions.idHash} = ${sessionHash} and ${isOpenAt(at)})`;
  const [rows] = await db.batch([
    selectOpenSession(db, sessionHash, at),
    noteStream(db, { sessionHash, meetId: sql`${PAGE} || ${person}`, at }, sql`${person} is not null`),
  ]);
  return actorOf(db, rows, at);
}

/** Opens the socket of a page that is noted. The session is asked again afterwards, as with the streams of meetings. Null where it has ended. */
export async function openPage(services: PageNeeds, actor: SessionActor, request: Request): Promise<Response | null> {
  const { db, pages, now } = services;
  const { userId, sessionHash } = actor;
  const opened = await pages.connect(userId, sessionHash, request);
  if (await isSessionOpen({ db, now }, sessionHash)) return opened;
  await pages.close(userId, sessionHash);
  return null;
}

/** The person of whose page a noted stream is; null for a meeting. */
export const pageOf = (meetId: string) => (meetId.startsWith(PAGE) ? (meetId.slice(PAGE.length) as UserId) : null);

/** A session that wants a stream of a meeting, read and noted in one trip. Null: no open session (`actor`), or not their meeting (`viewer`). */
export async function enterMeeting(
  { db, meetings: objects, now }: Needs,
  sessionHash: string,
  meetId: MeetId,
): Promise<{ actor: SessionActor | null; viewer: PageViewer | null }> {
  const at = now();
  const person = sql`(select ${sessions.userId} from ${sessions} where ${sessions.idHash} = ${sessionHash})`;
  const isThere = sql`exists (select 1 from ${sessions} where ${sessions.idHash} = ${sessionHash} and ${isOpenAt(at)})
    and exists (select 1 from ${meetings} where ${meetings.id} = ${meetId} and ${meetings.deletedAt} is null)`;
  const own = and(eq(sessionStreams.sessionHash, sessionHash), eq(sessionStreams.meetId, meetId));
  const [rows, access, before] = await db.batch([
    selectOpenSession(db, sessionHash, at),
    selectAccess(db, person, [meetId]),
    db.select({ openedAt: sessionStreams.openedAt }).from(sessionStreams).where(own),
    noteStream(db, { sessionHash, meetId, at }, isThere),
  ]);
  const actor = await actorOf(db, rows, at);
  const [facts] = accessFacts(access);
  const viewer = actor && facts ? viewerOf(actor, facts) : null;
  // A person who may not open the meeting leaves no note of it. Who could a moment ago may have it open still, and nobody would find that without one.
  if (actor && facts && !viewer) {
    if (before.length > 0) await objects.closeStreams(meetId, sessionHash, "lost");
    await db.delete(sessionStreams).where(own);
  }
  return { actor, viewer };
}

/** Notes and opens a stream of a meeting to a session's page. Null where the session or the access has ended. */
export async function openStream<Opened>(
  services: Needs,
  of: { actor: SessionActor; meetId: MeetId },
  open: () => Promise<Opened>,
): Promise<Opened | null> {
  const { db, now } = services;
  await noteStream(db, { sessionHash: of.actor.sessionHash, meetId: of.meetId, at: now() });
  return openNoted(services, of, open);
}

function noteStream(
  db: Needs["db"],
  { sessionHash, meetId, at }: { sessionHash: string; meetId: MeetId | SQL; at: number },
  where: SQL = sql`1`,
) {
  return db
    .insert(sessionStreams)
    .select(sql`select ${sessionHash}, ${meetId}, ${at} where ${where}`)
    .onConflictDoUpdate({ target: [sessionStreams.sessionHash, sessionStreams.meetId], set: { openedAt: at } });
}

/**
 * Opens a stream that is noted. Session and access are asked again afterwards: what ends in between either finds the note, or is found ended
 * here. Null where it has ended.
 */
export async function openNoted<Opened>(
  services: Needs,
  { actor, meetId }: { actor: SessionActor; meetId: MeetId },
  open: () => Promise<Opened>,
): Promise<Opened | null> {
  const { db, meetings: objects, now } = services;
  const { sessionHash } = actor;
  const opened = await open();
  const [[session], access] = await db.batch([
    selectOpenSession(db, sessionHash, now()),
    selectAccess(db, actor.userId, [meetId]),
  ]);
  const [facts] = accessFacts(access);
  if (session && facts && viewerOf(actor, facts)) return opened;
  await objects.closeStreams(meetId, sessionHash, "session-ended");
  return null;
}

/**
 * Makes meetings close their streams to sessions that have ended. A row is deleted once its meeting has closed them; if a meeting
 * does not answer, the row stays and the sweep tries again. `which` filters the sessions by columns of `sessions`.
 */
export async function closeEndedStreams(
  services: Needs & PageNeeds,
  which?: SQL,
): Promise<{ closed: number; failed: number }> {
  const { db, meetings: objects, pages, log, now } = services;
  const ended = or(isNull(sessions.idHash), isNotOpen(now()));
  const rows = await db
    .select({ sessionHash: sessionStreams.sessionHash, meetId: sessionStreams.meetId })
    .from(sessionStreams)
    .leftJoin(sessions, eq(sessions.idHash, sessionStreams.sessionHash))
    .where(and(ended, which))
    // Of a person who ends sessions the pages that are likely open still; else those that have waited longest.
    .orderBy(which ? desc(sessionStreams.openedAt) : asc(sessionStreams.openedAt))
    .limit(SESSION_STREAMS_ENDED_MAX);
  const told = await Promise.allSettled(
    rows.map(async ({ sessionHash, meetId }) => {
      const owner = pageOf(meetId);
      if (owner !== null) await pages.close(owner, sessionHash);
      else await objects.closeStreams(meetId as MeetId, sessionHash, "session-ended");
      const own = and(eq(sessionStreams.sessionHash, sessionHash), eq(sessionStreams.meetId, meetId));
      await db.delete(sessionStreams).where(own);
    }),
  );
  const failed = rows.filter((_, at) => told[at]?.status === "rejected");
  for (const one of told) if (one.status === "rejected") log("session.streams.failed", { error: faultOf(one.reason) });
  if (failed.length > 0) await putBehind(services, failed);
  return { closed: rows.length - failed.length, failed: failed.length };
}

/** Streams whose meetings do not answer stand in front of no others: as many may fail as are told at once. */
async function putBehind(
  { db, now }: Pick<Needs, "db" | "now">,
  rows: readonly { sessionHash: string; meetId: string }[],
) {
  const pairs = JSON.stringify(rows.map(({ sessionHash, meetId }) => [sessionHash, meetId]));
  const place = sql`(${sessionStreams.sessionHash}, ${sessionStreams.meetId})`;
  await db
    .update(sessionStreams)
    .set({ openedAt: now() })
    .where(sql`${place} in (select value ->> 0, value ->> 1 from json_each(${pairs}))`);
}

/** Tells the meetings that could not be told, and forgets streams that are long over. */
export async function sweepStreams(services: Needs & PageNeeds): Promise<number> {
  const { closed } = await closeEndedStreams(services);
  const { db, now } = services;
  const inUse = db
    .select({ idHash: sessions.idHash })
    .from(sessions)
    .where(and(eq(sessions.idHash, sessionStreams.sessionHash), isOpenAt(now())));
  await db.delete(sessionStreams).where(and(lt(sessionStreams.openedAt, now() - SESSION_STREAM_MS_MAX), exists(inUse)));
  return closed;
}

function isNotOpen(at: number): SQL | undefined {
  const open = isOpenAt(at);
  return open && not(open);
}
