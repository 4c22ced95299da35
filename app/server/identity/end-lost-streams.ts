import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { SCOPES, type SessionActor } from "#app/domain/account/actor.ts";
import { type MeetId, personalWorkspaceOf, type UserId } from "#app/domain/ids.ts";
import { LOST_STREAMS_MAX } from "#app/domain/limits/teams.ts";
import { sessions, sessionStreams } from "#app/server/db/schema-account.ts";
import { pageOf } from "#app/server/identity/session-streams.ts";
import { faultOf } from "#app/server/log.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "db" | "meetings" | "pages" | "log">;

/**
 * Closes the open streams of meetings (live sockets, chat answers) to people who may not open them any more. Called after each change that can
 * take access away; requests are refused from the change itself on, as access is read each time. A meeting that does not answer now
 * closes its sockets when they are renewed.
 */
export async function closeLostStreams(
  services: Needs,
  which: { userIds?: readonly string[]; meetIds?: readonly string[] },
): Promise<{ closed: number }> {
  const { db, meetings, pages, log } = services;
  const { userIds = [], meetIds = [] } = which;
  let closed = 0;
  let after: { sessionHash: string; meetId: string } | null = null;
  for (;;) {
    const beyond: SQL | undefined = after
      ? sql`(${sessionStreams.sessionHash}, ${sessionStreams.meetId}) > (${after.sessionHash}, ${after.meetId})`
      : undefined;
    const rows: { sessionHash: string; meetId: string; userId: string }[] = await db
      .select({ sessionHash: sessionStreams.sessionHash, meetId: sessionStreams.meetId, userId: sessions.userId })
      .from(sessionStreams)
      .innerJoin(sessions, eq(sessions.idHash, sessionStreams.sessionHash))
      .where(
        and(
          or(sql`${sessions.userId} in ${listed(userIds)}`, sql`${sessionStreams.meetId} in ${listed(meetIds)}`),
          beyond,
        ),
      )
      .orderBy(sessionStreams.sessionHash, sessionStreams.meetId)
      .limit(LOST_STREAMS_MAX);
    for (const { sessionHash, meetId, userId } of rows) {
      const owner = pageOf(meetId);
      if (owner !== null) {
        // The page goes on; its lists are others.
        await pages.tell(owner);
        continue;
      }
      if (await accessTo(services, actorOf(userId as UserId, sessionHash), meetId as MeetId)) continue;
      try {
        await meetings.closeStreams(meetId as MeetId, sessionHash, "lost");
        await db
          .delete(sessionStreams)
          .where(and(eq(sessionStreams.sessionHash, sessionHash), eq(sessionStreams.meetId, meetId)));
        closed += 1;
      } catch (error) {
        log("team.streams.failed", { meetId, error: faultOf(error) });
      }
    }
    after = rows.at(-1) ?? null;
    if (rows.length < LOST_STREAMS_MAX || after === null) return { closed };
  }
}

/** One parameter for the whole list, as a statement of D1 may have a hundred. */
function listed(ids: readonly string[]) {
  return sql`(select value from json_each(${JSON.stringify(ids)}))`;
}

function actorOf(userId: UserId, sessionHash: string): SessionActor {
  return { via: "session", userId, workspaceId: personalWorkspaceOf(userId), scopes: SCOPES, sessionHash };
}
