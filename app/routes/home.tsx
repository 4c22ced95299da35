import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { cancelForm } from "#app/contracts/invite.ts";
import {
  HOME_LATEST_MEETINGS,
  HOME_MEETINGS_IN_PROGRESS_MAX,
  HOME_PLANNED_CALLS,
  HOME_TASKS,
} from "#app/domain/limits/screens.ts";
import { UPLOAD_UNDER_WAY_MS } from "#app/domain/limits/uploads.ts";
import { ENDED_STATUSES, STATUSES_IN_PROGRESS } from "#app/domain/meeting/status.ts";
import { LazyAgenda } from "#app/features/calendars/lazy-calendars.tsx";
import { HomePage } from "#app/features/home/home-page.tsx";
import { limitedUse } from "#app/features/home/plan-usage.tsx";
import { CANCELLED_PARAMETER } from "#app/features/home/use-cancelled-toast.ts";
import { useFreshLists } from "#app/features/home/use-fresh-lists.ts";
import { useCredits } from "#app/features/plan/use-credits.ts";
import { LazyUnfinished } from "#app/features/upload/unfinished/lazy-unfinished.tsx";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { readCredits } from "#app/server/account/read-credits.ts";
import { listEvents } from "#app/server/calendars/list-events.ts";
import { requireUser } from "#app/server/auth/session.ts";
import { methodNotAllowed, RETRY_AFTER } from "#app/server/http/error-response.ts";
import { readForm } from "#app/server/http/read-body.ts";
import { cancelCall } from "#app/server/meetings/change-call.ts";
import { listMeetings } from "#app/server/meetings/list-meetings.ts";
import { listTasks } from "#app/server/tasks/list-tasks.ts";
import { listUploads } from "#app/server/uploads/list-uploads.ts";

export const handle: TitleHandle = { title: "common:menu.home" };

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const caller = await requireUser(request, services);
  const { actor, user } = caller;
  const myOpenTasks = { filters: { mine: true, done: false }, limit: HOME_TASKS, name: user.name, after: null };
  const [credits, running, planned, ended, waiting, open, upcoming] = await Promise.all([
    readCredits(services, caller),
    listMeetings(services, actor, { limit: HOME_MEETINGS_IN_PROGRESS_MAX, statuses: STATUSES_IN_PROGRESS }),
    listMeetings(services, actor, { limit: HOME_PLANNED_CALLS, statuses: ["SCHEDULE"], soonest: true }),
    listMeetings(services, actor, { limit: HOME_LATEST_MEETINGS, statuses: ENDED_STATUSES }),
    listUploads(services, actor),
    listTasks(services, actor, myOpenTasks),
    listEvents(services, caller, new URLSearchParams()),
  ]);
  const unfinished = waiting.ok ? waiting.value.uploads : [];
  const unfinishedIds = new Set(unfinished.map(({ meetId }) => meetId));
  return {
    userName: user.name,
    now: services.now(),
    usage: { uploads: credits.usage.uploads, recordings: credits.usage.recordings },
    unfinished,
    // Named once: there is more to say of them than that they wait for their recording.
    inProgress: running.meetings.filter(({ id }) => !unfinishedIds.has(id)),
    planned: planned.meetings,
    upcoming: upcoming.is_connected ? upcoming : null,
    tasks: open.tasks,
    latest: ended.meetings,
  };
}

/** Acta does not join a planned call: one click, also without JavaScript. A call that has begun meanwhile is shown as it is. */
export async function action({ request, context: { services } }: ActionFunctionArgs) {
  if (request.method !== "POST") throw methodNotAllowed("GET, HEAD, POST");
  const { actor } = await requireUser(request, services);
  if (!(await services.rates.take("retry", "call-cancel", actor.userId))) {
    throw new Response(null, { status: 429, headers: RETRY_AFTER });
  }
  const form = await readForm(request, cancelForm);
  if (!form.ok) throw new Response(null, { status: 422 });
  const { meetId } = form.value;
  const cancelled = await cancelCall(services, actor, meetId);
  if (!cancelled.ok && cancelled.reason === "not-found") throw new Response(null, { status: 404 });
  return redirect(cancelled.ok ? `/?${CANCELLED_PARAMETER}=${meetId}` : "/", 303);
}

function Home() {
  const { usage, unfinished, upcoming, ...lists } = useLoaderData<typeof loader>();
  const { uploads, recordings } = useCredits()?.usage ?? usage;
  // One that was touched lately is perhaps under way in another tab.
  const isUnderWay = unfinished.some(({ touchedAt }) => touchedAt > lists.now - UPLOAD_UNDER_WAY_MS);
  useFreshLists(isUnderWay || lists.inProgress.length > 0);
  const waiting = <LazyUnfinished uploads={unfinished} now={lists.now} />;
  const { planned, now } = lists;
  const hasAgenda = planned.length > 0 || upcoming !== null;
  const agenda = hasAgenda ? <LazyAgenda meetings={planned} upcoming={upcoming} now={now} /> : null;
  return <HomePage {...lists} unfinished={waiting} agenda={agenda} usage={limitedUse({ uploads, recordings })} />;
}

export default withTexts(["home"], Home);
