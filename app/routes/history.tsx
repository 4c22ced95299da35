import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { FilteredList } from "#app/contracts/meeting/lists.ts";
import { HISTORY_PAGE_MEETINGS, PEOPLE_PAGE } from "#app/domain/limits/lists.ts";
import {
  cursorOfMonth,
  type ListFilters,
  parseCursor,
  parseListFilters,
  parseMonth,
  parseTitleCursor,
} from "#app/domain/meeting/list.ts";
import { isUnderway } from "#app/domain/meeting/status.ts";
import styles from "#app/features/history/history.css?url";
import { HistoryPage } from "#app/features/history/history-page.tsx";
import { type Moves, useFreshLists } from "#app/features/home/use-fresh-lists.ts";
import { useShownMeetings } from "#app/features/here/session/shown-meetings.ts";
import { RecordAction } from "#app/features/shell/record-action.ts";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { localeOf } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { requireUser } from "#app/server/identity/session.ts";
import { readOrder } from "#app/server/folders/read-folders.ts";
import { onlyRead } from "#app/server/http/error-response.ts";
import { listWithNames } from "#app/server/meetings/filter-meetings.ts";
import { listPeople } from "#app/server/meetings/list-people.ts";
import { listTemplateNames } from "#app/server/templates/list-templates.ts";
import finding from "#app/ui/styles/finding.css?url";

export const handle: TitleHandle = { title: "common:menu.history" };

/** A page of one's meetings. A filter that is unknown narrows nothing, and a cursor that is none of ours is the first page. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { actor, user } = await requireUser(request, services);
  const { searchParams } = new URL(request.url);
  const filters = parseListFilters(searchParams);
  const newer = searchParams.get("newer");
  const month = filters.sort === "date" ? parseMonth(searchParams.get("month")) : null;
  const older = searchParams.get("older") ?? (month === null ? null : cursorOfMonth(month, user.timeZone));
  const asked = { filters, limit: HISTORY_PAGE_MEETINGS, timeZone: user.timeZone, newer, older };
  const parse = filters.sort === "title" ? parseTitleCursor : parseCursor;
  // Not with every reading of an open page: the list is read again every few seconds, and the people cost rows each time.
  const isOpened = request.headers.get("Sec-Fetch-Dest") === "document";
  const [{ page, names }, people, templates] = await Promise.all([
    listWithNames(services, actor, asked),
    isOpened ? listPeople(services, actor, { limit: PEOPLE_PAGE, after: "" }) : null,
    listTemplateNames(services, actor, await localeOf(request)),
  ]);
  const ids = page.meetings.map(({ id }) => id);
  const order = await readOrder(services, actor, ids);
  return {
    page,
    names,
    order,
    filters,
    month,
    isFirst: parse(newer) === null && parse(older) === null,
    templates,
    people,
  };
}

export const action = onlyRead;

export const links: LinksFunction = () => [finding, styles].map((href) => ({ rel: "stylesheet", href }));

/** Of the changes of others a page is not told: neither of what they show, nor in a folder that they can see. */
function movesOf({ page: { meetings, counts }, filters }: { page: FilteredList; filters: ListFilters }): Moves {
  const ended = counts.completed + counts.error + counts.rejected + counts.skipped;
  const isInWork = counts.all > ended + counts.initiating;
  const isRunning = isInWork || meetings.some(({ status }) => isUnderway(status) && status !== "SCHEDULE");
  return { isMoving: isRunning, isTold: filters.role !== "shared" && filters.folder === null };
}

function History() {
  const { lists, ...followed } = useFreshLists("routes/history", useLoaderData<typeof loader>(), movesOf);
  const page = { ...lists.page, meetings: useShownMeetings(lists.page.meetings) };
  return <HistoryPage {...lists} {...followed} page={page} record={<RecordAction />} />;
}

export default withTexts(["history", "share"], History);
