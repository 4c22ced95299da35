import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { cancelForm } from "#app/contracts/recording/invite.ts";
import { UNSEEN_PART_DELAY_MS } from "#app/domain/limits/screens.ts";
import { UPLOAD_UNDER_WAY_MS } from "#app/domain/limits/uploads.ts";
import { AskField } from "#app/features/ask/ask-field.tsx";
import { LazyAgenda } from "#app/features/calendars/lazy-calendars.tsx";
import { HomePage } from "#app/features/home/home-page.tsx";
import { limitedUse } from "#app/domain/plan/limited-use.ts";
import { CANCELLED_PARAMETER } from "#app/features/home/use-cancelled-toast.ts";
import { type Moves, useFreshLists } from "#app/features/home/use-fresh-lists.ts";
import { useShownMeetings } from "#app/features/here/session/shown-meetings.ts";
import { useNewerCredits } from "#app/features/plan/use-credits.ts";
import { RecordAction } from "#app/features/shell/record-action.ts";
import { LazyUnfinished } from "#app/features/upload/unfinished/lazy-unfinished.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { requireUser } from "#app/server/identity/session.ts";
import { methodNotAllowed, RETRY_AFTER } from "#app/server/http/error-response.ts";
import { readForm } from "#app/server/http/read-body.ts";
import { cancelCall } from "#app/server/meetings/change-call.ts";
import { readHome } from "#app/server/home/read-home.ts";

export const handle: TitleHandle = { title: "common:menu.home" };

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const caller = await requireUser(request, services);
  return { ...(await readHome(services, caller)), hasLocalModel: services.localModel !== null };
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

/** Loads behind the page: only the browser knows of them. */
const waitingHere = lazy(
  async () => (await import("#app/features/here/waiting/look-for-recordings.tsx")).LookForRecordings,
);

/** Loads behind the page: the model's server answers when it can. */
const modelOffer = lazy(
  async () => (await import("#app/features/minutes/local-model/local-model-notice.tsx")).LocalModelNotice,
  ["model"],
);

type Lists = ReturnType<typeof useLoaderData<typeof loader>>;

function movesOf({ unfinished, inProgress, now }: Lists): Moves {
  // An upload that was touched lately is perhaps under way in another tab, which tells nothing.
  const isUnderWay = unfinished.some(({ touchedAt }) => touchedAt > now - UPLOAD_UNDER_WAY_MS);
  return { isMoving: isUnderWay || inProgress.length > 0, isTold: !isUnderWay };
}

function Home() {
  const fresh = useFreshLists("routes/home", useLoaderData<typeof loader>(), movesOf);
  const { usage, unfinished, upcoming, hasLocalModel, ...lists } = fresh.lists;
  const { uploads, recordings } = useNewerCredits(fresh.lists)?.usage ?? usage;
  const inProgress = useShownMeetings(lists.inProgress);
  const waiting = (
    <>
      <WhenLoaded part={waitingHere} props={{ now: lists.now }} afterMs={UNSEEN_PART_DELAY_MS} />
      <LazyUnfinished uploads={unfinished} now={lists.now} />
      {hasLocalModel && <WhenLoaded part={modelOffer} props={{ isHome: true }} afterMs={UNSEEN_PART_DELAY_MS} />}
    </>
  );
  const { planned, now } = lists;
  const hasAgenda = planned.length > 0 || upcoming !== null;
  const agenda = hasAgenda ? <LazyAgenda meetings={planned} upcoming={upcoming} now={now} /> : null;
  return (
    <HomePage
      {...lists}
      inProgress={inProgress}
      isStale={fresh.isStale}
      unfinished={waiting}
      ask={<AskField />}
      record={<RecordAction />}
      agenda={agenda}
      usage={limitedUse({ uploads, recordings })}
    />
  );
}

export default withTexts(["home"], Home);
