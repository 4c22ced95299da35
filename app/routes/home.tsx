import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { HOME_LATEST_MEETINGS, HOME_MEETINGS_IN_PROGRESS_MAX, HOME_PLANNED_CALLS } from "#app/domain/limits/screens.ts";
import { UPLOAD_UNDER_WAY_MS } from "#app/domain/limits/uploads.ts";
import { ENDED_STATUSES, STATUSES_IN_PROGRESS } from "#app/domain/meeting/status.ts";
import { HomePage } from "#app/features/home/home-page.tsx";
import { useFreshLists } from "#app/features/home/use-fresh-lists.ts";
import { useCredits } from "#app/features/plan/use-credits.ts";
import { LazyUnfinished } from "#app/features/upload/unfinished/lazy-unfinished.tsx";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { readCredits } from "#app/server/account/read-credits.ts";
import { requireUser } from "#app/server/auth/session.ts";
import { onlyRead } from "#app/server/http/error-response.ts";
import { listMeetings } from "#app/server/meetings/list-meetings.ts";
import { listUploads } from "#app/server/uploads/list-uploads.ts";

export const handle: TitleHandle = { title: "common:menu.home" };

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const caller = await requireUser(request, services);
  const { actor, user } = caller;
  const [credits, running, planned, ended, waiting] = await Promise.all([
    readCredits(services, caller),
    listMeetings(services, actor, { limit: HOME_MEETINGS_IN_PROGRESS_MAX, statuses: STATUSES_IN_PROGRESS }),
    listMeetings(services, actor, { limit: HOME_PLANNED_CALLS, statuses: ["SCHEDULE"], soonest: true }),
    listMeetings(services, actor, { limit: HOME_LATEST_MEETINGS, statuses: ENDED_STATUSES }),
    listUploads(services, actor),
  ]);
  const unfinished = waiting.ok ? waiting.value.uploads : [];
  const unfinishedIds = new Set(unfinished.map(({ meetId }) => meetId));
  return {
    userName: user.name,
    now: services.now(),
    uploads: credits.usage.uploads,
    unfinished,
    // Named once: there is more to say of them than that they wait for their recording.
    inProgress: running.meetings.filter(({ id }) => !unfinishedIds.has(id)),
    planned: planned.meetings,
    latest: ended.meetings,
  };
}

export const action = onlyRead;

function Home() {
  const { uploads, unfinished, ...lists } = useLoaderData<typeof loader>();
  const credits = useCredits();
  // One that was touched lately is perhaps under way in another tab.
  const isUnderWay = unfinished.some(({ touchedAt }) => touchedAt > lists.now - UPLOAD_UNDER_WAY_MS);
  useFreshLists(isUnderWay || lists.inProgress.length > 0);
  const { used, limit } = credits?.usage.uploads ?? uploads;
  const waiting = <LazyUnfinished uploads={unfinished} now={lists.now} />;
  return <HomePage {...lists} unfinished={waiting} uploads={limit === null ? null : { used, limit }} />;
}

export default withTexts(["home"], Home);
