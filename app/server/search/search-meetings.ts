import type { SearchAnswer } from "#app/contracts/search-answer.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { may } from "#app/domain/meeting/access.ts";
import { formatCursor, parseCursor } from "#app/domain/meeting/list.ts";
import { dayAt, startOfDay } from "#app/domain/search/local-day.ts";
import { isEmptyQuery, parseSearchQuery } from "#app/domain/search/search-query.ts";
import { accessToEach } from "#app/server/meetings/access-to.ts";
import type { Services } from "#app/server/services.ts";

/**
 * Searches the meetings that the actor may read. The index of the workspace answers with the actor's own; each is checked against the
 * list as it is now, so that a meeting which is gone or has changed hands is not shown although the index has not heard of it yet.
 */
export async function searchMeetings(
  services: Pick<Services, "db" | "searchIndex" | "now">,
  actor: PersonActor,
  asked: { typed: string; cursor: string | null; timeZone: string },
): Promise<SearchAnswer> {
  const { timeZone } = asked;
  const query = parseSearchQuery(asked.typed, dayAt(services.now(), timeZone));
  const { words, phrases, speakers, persons, source, after, before, unread } = query;
  const echo = { words, phrases, speakers, persons, source, after, before, unread };
  if (isEmptyQuery(query)) return { asked: echo, meetings: [], cursor: null, isComplete: true };
  const at = parseCursor(asked.cursor);
  const found = await services.searchIndex.search({
    workspaceId: actor.workspaceId,
    userId: actor.userId,
    query,
    startsFrom: after === null ? null : startOfDay(after, timeZone),
    startsBefore: before === null ? null : startOfDay(before, timeZone),
    after: at && { startsAt: at.startsAt, meetId: at.id },
  });
  const viewers = await accessToEach(
    services,
    actor,
    found.meetings.map(({ meetId }) => meetId),
  );
  const meetings = found.meetings.filter(({ meetId }) => {
    const viewer = viewers.get(meetId);
    return viewer !== undefined && may(viewer, "read-summary") && may(viewer, "read-transcript");
  });
  const { next, isComplete } = found;
  return {
    asked: echo,
    meetings,
    cursor: next && formatCursor({ startsAt: next.startsAt, id: next.meetId }),
    isComplete,
  };
}
