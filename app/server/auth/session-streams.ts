import { and, asc, eq, exists, isNull, lt, not, or, type SQL } from "drizzle-orm";
import type { SessionActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { SESSION_STREAM_MS_MAX, SESSION_STREAMS_ENDED_MAX } from "#app/domain/limits/requests.ts";
import { isOpenAt, isSessionOpen } from "#app/server/auth/session.ts";
import { sessions, sessionStreams } from "#app/server/db/schema-account.ts";
import { faultOf } from "#app/server/log.ts";
import { accessTo } from "#app/server/meetings/access-to.ts";
import type { Services } from "#app/server/services.ts";

/**
 * Streams of meetings to the pages of a session: live sockets and chat answers. D1 holds which meetings have some, so that the
 * meetings can close them when the session ends.
 */

type Needs = Pick<Services, "db" | "meetings" | "log" | "now">;

/**
 * Opens a stream of a meeting to a session's page. The note is written first, and session and access are asked again afterwards: what
 * ends in between either finds the note, or is found ended here. Null where it has ended.
 */
export async function openStream<Opened>(
  services: Needs,
  { actor, meetId }: { actor: SessionActor; meetId: MeetId },
  open: () => Promise<Opened>,
): Promise<Opened | null> {
  const { db, meetings, now } = services;
  const { sessionHash } = actor;
  const openedAt = now();
  await db
    .insert(sessionStreams)
    .values({ sessionHash, meetId, openedAt })
    .onConflictDoUpdate({ target: [sessionStreams.sessionHash, sessionStreams.meetId], set: { openedAt } });
  const opened = await open();
  const [isOpen, viewer] = await Promise.all([isSessionOpen(services, sessionHash), accessTo(services, actor, meetId)]);
  if (isOpen && viewer) return opened;
  await meetings.closeStreams(meetId, sessionHash, "session-ended");
  return null;
}

/**
 * Makes meetings close their streams to sessions that have ended. A row is deleted once its meeting has closed them; if a meeting
 * does not answer, the row stays and the sweep tries again. `which` filters the sessions by columns of `sessions`.
 */
export async function closeEndedStreams(services: Needs, which?: SQL): Promise<{ closed: number; failed: number }> {
  const { db, meetings, log, now } = services;
  const ended = or(isNull(sessions.idHash), isNotOpen(now()));
  const rows = await db
    .select({ sessionHash: sessionStreams.sessionHash, meetId: sessionStreams.meetId })
    .from(sessionStreams)
    .leftJoin(sessions, eq(sessions.idHash, sessionStreams.sessionHash))
    .where(and(ended, which))
    .orderBy(asc(sessionStreams.openedAt))
    .limit(SESSION_STREAMS_ENDED_MAX);
  const told = await Promise.allSettled(
    rows.map(async ({ sessionHash, meetId }) => {
      await meetings.closeStreams(meetId as MeetId, sessionHash, "session-ended");
      const own = and(eq(sessionStreams.sessionHash, sessionHash), eq(sessionStreams.meetId, meetId));
      await db.delete(sessionStreams).where(own);
    }),
  );
  const failures = told.filter((one) => one.status === "rejected");
  for (const { reason } of failures) log("session.streams.failed", { error: faultOf(reason) });
  return { closed: rows.length - failures.length, failed: failures.length };
}

/** Tells the meetings that could not be told, and forgets streams that are long over. */
export async function sweepStreams(services: Needs): Promise<number> {
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
