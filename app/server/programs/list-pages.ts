import type { MeetingPage, PublicTemplates, SearchPage, TaskPage } from "#app/contracts/public.ts";
import type { TokenActor } from "#app/domain/account/actor.ts";
import type { Locale } from "#app/domain/languages.ts";
import { HISTORY_PAGE_MEETINGS, TASKS_PAGE } from "#app/domain/limits/screens.ts";
import { SECOND_MS } from "#app/domain/limits/units.ts";
import { parseListFilters } from "#app/domain/meeting/list.ts";
import { parseTaskCursor, parseTaskFilters } from "#app/domain/tasks/task-list.ts";
import { filterMeetings } from "#app/server/meetings/filter-meetings.ts";
import { searchMeetings } from "#app/server/search/search-meetings.ts";
import type { Services } from "#app/server/services.ts";
import { listTasks } from "#app/server/tasks/list-tasks.ts";
import { listTemplates } from "#app/server/templates/list-templates.ts";

/** Lists of the app as the public API answers them. The app's own use cases decide what is in them. */

type Origin = Pick<Services, "config">;
type Asked = { parameters: URLSearchParams; timeZone: string };

export const meetingUrl = ({ config }: Origin, meetId: string) => `${config.origin}/${meetId}`;
export const isoTime = (at: number) => new Date(at).toISOString();
export const seconds = (ms: number | null) => (ms === null ? null : ms / SECOND_MS);

export async function listMeetingsPage(
  services: Pick<Services, "config" | "db">,
  actor: TokenActor,
  { parameters, timeZone }: Asked,
): Promise<MeetingPage> {
  const { meetings, older } = await filterMeetings(services, actor, {
    filters: parseListFilters(parameters),
    limit: HISTORY_PAGE_MEETINGS,
    timeZone,
    older: parameters.get("cursor"),
    newer: null,
  });
  return {
    meetings: meetings.map(({ id, title, startsAt, language, status, durationMs }) => ({
      id,
      title,
      startsAt: isoTime(startsAt),
      language,
      status,
      durationSeconds: seconds(durationMs),
      url: meetingUrl(services, id),
    })),
    nextCursor: older,
  };
}

export async function searchPage(
  services: Pick<Services, "config" | "db" | "searchIndex" | "log" | "now">,
  actor: TokenActor,
  { parameters, timeZone }: Asked,
): Promise<SearchPage> {
  const asked = { typed: parameters.get("q") ?? "", cursor: parameters.get("cursor"), timeZone };
  const { meetings, cursor, isComplete } = await searchMeetings(services, actor, asked);
  return {
    meetings: meetings.map(({ meetId, title, startsAt, durationMs, count, moments }) => ({
      id: meetId,
      title,
      startsAt: isoTime(startsAt),
      durationSeconds: seconds(durationMs),
      url: meetingUrl(services, meetId),
      count,
      moments: moments.map(({ kind, text, speaker, startMs }) => ({ kind, text, speaker, startMs })),
    })),
    nextCursor: cursor,
    isComplete,
  };
}

/** `name`: the person's, whose tasks are theirs. */
export async function listTasksPage(
  services: Pick<Services, "config" | "db">,
  actor: TokenActor,
  { parameters, name }: { parameters: URLSearchParams; name: string },
): Promise<TaskPage> {
  const { tasks, cursor } = await listTasks(services, actor, {
    filters: parseTaskFilters(parameters),
    limit: TASKS_PAGE,
    name,
    after: parseTaskCursor(parameters.get("cursor")),
  });
  return {
    tasks: tasks.map(({ taskId, meetId, meeting, isShared: _isShared, ...task }) => ({
      id: taskId,
      meetingId: meetId,
      meetingTitle: meeting.title,
      ...task,
      url: meetingUrl(services, meetId),
    })),
    nextCursor: cursor,
  };
}

export async function listTemplatesPage(
  services: Pick<Services, "db">,
  actor: TokenActor,
  locale: Locale,
): Promise<PublicTemplates> {
  const templates = await listTemplates(services, actor, locale);
  return {
    templates: templates.map(({ id, name, description, kind, fields }) => ({ id, name, description, kind, fields })),
  };
}
