import type { MeetingPage } from "#app/contracts/public.ts";
import type { TokenActor } from "#app/domain/account/actor.ts";
import { HISTORY_PAGE_MEETINGS } from "#app/domain/limits/screens.ts";
import { SECOND_MS } from "#app/domain/limits/units.ts";
import { parseListFilters } from "#app/domain/meeting/list.ts";
import { filterMeetings } from "#app/server/meetings/filter-meetings.ts";
import type { Services } from "#app/server/services.ts";

/** A page of History as the public API tells it. */
export async function listForPrograms(
  services: Pick<Services, "config" | "db">,
  actor: TokenActor,
  { parameters, timeZone }: { parameters: URLSearchParams; timeZone: string },
): Promise<MeetingPage> {
  const { meetings, older } = await filterMeetings(services, actor, {
    filters: parseListFilters(parameters),
    limit: HISTORY_PAGE_MEETINGS,
    timeZone,
    older: parameters.get("older"),
    newer: null,
  });
  return {
    meetings: meetings.map(({ id, title, startsAt, language, status, durationMs }) => ({
      id,
      title,
      startsAt: new Date(startsAt).toISOString(),
      language,
      status,
      durationSeconds: durationMs === null ? null : durationMs / SECOND_MS,
      url: `${services.config.origin}/${id}`,
    })),
    older,
  };
}
