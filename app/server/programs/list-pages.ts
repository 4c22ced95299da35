import type { MeetingPage, PublicTemplates, SearchPage, TaskPage } from "#app/contracts/public.ts";
import type { MeetingListItem } from "#app/contracts/meeting/lists.ts";
import type { TokenActor } from "#app/domain/account/actor.ts";
import type { Locale } from "#app/domain/languages.ts";
import { HISTORY_PAGE_MEETINGS, TASKS_PAGE } from "#app/domain/limits/lists.ts";
import { SECOND_MS } from "#app/domain/limits/units.ts";
import { parseCursor, parseListFilters, parseTitleCursor } from "#app/domain/meeting/list.ts";
import { parseTaskCursor, parseTaskFilters } from "#app/domain/tasks/task-list.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { type MeetingOrder, readOrder } from "#app/server/folders/read-folders.ts";
import { filterMeetings } from "#app/server/meetings/filter-meetings.ts";
import { listChanged } from "#app/server/meetings/list-changed.ts";
import { searchMeetings } from "#app/server/search/search-meetings.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { Services } from "#app/server/services.ts";
import { listTasks } from "#app/server/tasks/list-tasks.ts";
import { listTemplates } from "#app/server/templates/list-templates.ts";

/**
 * Lists of the app as the public API answers them. The app's own use cases decide what is in them. A cursor that is none is refused: a
 * program that got the first page for it would read it for ever.
 */

type Origin = Pick<Services, "config">;
type Asked = { parameters: URLSearchParams; timeZone: string };

export const meetingUrl = ({ config }: Origin, meetId: string) => `${config.origin}/${meetId}`;
export const isoTime = (at: number) => new Date(at).toISOString();
export const seconds = (ms: number | null) => (ms === null ? null : ms / SECOND_MS);

/** A program that goes on from page to page would miss what a team's lists do not say now. */
function refuseIncomplete(missing: "team" | "member" | undefined): void {
  if (missing === "team") throw new UpstreamError({ service: "lists", retryable: true });
}

type Page<Value> = Promise<Outcome<Value, "cursor-invalid">>;

/** Null: from the beginning. */
function cursorOf(
  parameters: URLSearchParams,
  parse: (text: string) => unknown,
): Outcome<string | null, "cursor-invalid"> {
  const cursor = parameters.get("cursor") || null;
  return cursor !== null && parse(cursor) === null ? refused("cursor-invalid") : ok(cursor);
}

/** A cursor of changes says so: it would be one of the list by date as well, at another place. */
const OF_CHANGES = "changed.";

function positionOfChange(text: string): string | null {
  const position = text.startsWith(OF_CHANGES) ? text.slice(OF_CHANGES.length) : null;
  return parseCursor(position) && position;
}

export async function listMeetingsPage(
  services: Pick<Services, "config" | "db" | "lists">,
  actor: TokenActor,
  { parameters, timeZone }: Asked,
): Page<MeetingPage> {
  const filters = parseListFilters(parameters);
  const since = parameters.get("changedAfter");
  const after = since === null ? null : Date.parse(since);
  if (after !== null && Number.isNaN(after)) return refused("cursor-invalid");
  const parse = after === null ? (filters.sort === "title" ? parseTitleCursor : parseCursor) : positionOfChange;
  const cursor = cursorOf(parameters, parse);
  if (!cursor.ok) return cursor;
  const limit = HISTORY_PAGE_MEETINGS;
  const listed = async (meetings: readonly MeetingListItem[]) => {
    const order = await readOrder(
      services,
      actor,
      meetings.map(({ id }) => id),
    );
    return meetings.map(
      ({ id, title, startsAt, language, status, durationMs, role, participants, folderId, isArchived }) => ({
        id,
        title,
        startsAt: isoTime(startsAt),
        language,
        status,
        durationSeconds: seconds(durationMs),
        role,
        participants,
        ...orderOf(order, id, folderId),
        archived: isArchived === true,
        url: meetingUrl(services, id),
      }),
    );
  };
  if (after !== null) {
    const from = cursor.value && positionOfChange(cursor.value);
    const changed = await listChanged(services, actor, { after, cursor: from, filters, limit, timeZone });
    const nextCursor = changed.cursor && `${OF_CHANGES}${changed.cursor}`;
    return ok({ meetings: await listed(changed.meetings), nextCursor, changedUntil: isoTime(changed.until) });
  }
  const asked = { filters, limit, timeZone, older: cursor.value, newer: null };
  const { meetings, older, missing } = await filterMeetings(services, actor, asked);
  refuseIncomplete(missing);
  return ok({ meetings: await listed(meetings), nextCursor: older });
}

/** The folder and the tags of a meeting, as the person sees them. */
export function orderOf({ folders, tags }: MeetingOrder, meetId: string, folderId: string | null | undefined) {
  const folder = folders.find(({ id }) => id === folderId);
  return { folder: folder ? { id: folder.id, name: folder.name } : null, tags: tags[meetId] ?? [] };
}

export async function searchPage(
  services: Pick<Services, "config" | "db" | "searchIndex" | "log" | "now">,
  actor: TokenActor,
  { parameters, timeZone }: Asked,
): Page<SearchPage> {
  const from = cursorOf(parameters, parseCursor);
  if (!from.ok) return from;
  const asked = { typed: parameters.get("q") ?? "", cursor: from.value, timeZone };
  const { meetings, cursor, isComplete } = await searchMeetings(services, actor, asked);
  return ok({
    meetings: meetings.map(({ meetId, title, startsAt, durationMs, count, moments }) => ({
      id: meetId,
      title,
      startsAt: isoTime(startsAt),
      durationSeconds: seconds(durationMs),
      url: meetingUrl(services, meetId),
      count,
      moments: moments.map(({ marks: _marks, segmentId: _segmentId, ...moment }) => moment),
    })),
    nextCursor: cursor,
    isComplete,
  });
}

/** `name`: the person's, whose tasks are theirs. */
export async function listTasksPage(
  services: Pick<Services, "config" | "db" | "lists">,
  actor: TokenActor,
  { parameters, name }: { parameters: URLSearchParams; name: string },
): Page<TaskPage> {
  const from = cursorOf(parameters, parseTaskCursor);
  if (!from.ok) return from;
  const { tasks, cursor, missing } = await listTasks(services, actor, {
    filters: parseTaskFilters(parameters),
    limit: TASKS_PAGE,
    name,
    after: parseTaskCursor(from.value),
  });
  refuseIncomplete(missing);
  return ok({
    tasks: tasks.map(({ taskId, meetId, meeting, isShared: _isShared, ...task }) => ({
      id: taskId,
      meetingId: meetId,
      meetingTitle: meeting.title,
      ...task,
      url: meetingUrl(services, meetId),
    })),
    nextCursor: cursor,
  });
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
