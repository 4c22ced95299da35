import {
  type ActionFunctionArgs,
  json,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageViewOf } from "#app/contracts/meeting/meeting-view.ts";
import { parseMeetId } from "#app/domain/ids.ts";
import editStyles from "#app/features/meeting/edit/edit.css?url";
import pageStyles from "#app/features/meeting/meeting-page.css?url";
import { MeetingPage } from "#app/features/meeting/meeting-page.tsx";
import { parseStart } from "#app/features/meeting/player/player-keys.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { requireUser } from "#app/server/identity/session.ts";
import { orUnavailable, RETRY_AFTER } from "#app/server/http/error-response.ts";
import { pageHeaders } from "#app/server/http/security-headers.ts";
import { openMeeting } from "#app/server/workspace/open-meeting.ts";
import { retryMeeting } from "#app/server/meetings/retry-meeting.ts";

/** A meeting. Not there, not yours, or no id at all: the same 404. */
export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const { actor } = await requireUser(request, services);
  const meetId = parseMeetId(params.meetId);
  // No meeting has such an address: it is any other page that is not there.
  if (!meetId) throw new Response(null, { status: 404 });
  const opened = await openMeeting(services, actor, meetId);
  const view = opened && (await orUnavailable(services, services.meetings.view(meetId, opened.viewer)));
  if (!opened || !view) throw json({ contactEmail: services.config.contactEmail }, { status: 404 });
  // Its owner finds it in the meeting that it was merged into; others keep what they were shown.
  if (view.head.mergedInto) throw redirect(`/${view.head.mergedInto}`);
  return {
    shownBy: opened.shownBy,
    lock: view.head.playable ? opened.lock : null,
    view: pageViewOf(view, { atMs: parseStart(new URL(request.url).searchParams.get("t")) ?? 0 }),
  };
}

/** The retry button where there is no JavaScript. What cannot be tried again any more shows itself on the page. */
export async function action({ request, params, context: { services } }: ActionFunctionArgs) {
  if (request.method !== "POST") throw new Response(null, { status: 405, headers: { Allow: "GET, HEAD, POST" } });
  const { actor } = await requireUser(request, services);
  if (!(await services.rates.take("retry", "retry", actor.userId))) {
    throw new Response(null, { status: 429, headers: RETRY_AFTER });
  }
  const outcome = await retryMeeting(services, actor, params.meetId);
  if (!outcome.ok && outcome.reason === "not-found") throw new Response(null, { status: 404 });
  return redirect(new URL(request.url).pathname);
}

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: pageStyles },
  { rel: "stylesheet", href: editStyles },
];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.view.head.title} · Acta` : "Acta" },
];

function Meeting() {
  const { view, lock, shownBy } = useLoaderData<typeof loader>();
  return <MeetingPage key={view.head.meetId} loaded={view} lock={lock} shownBy={shownBy} />;
}

export default withTexts(["meeting", "reading", "chatPanel", "editActions", "share"], Meeting);

export const headers = pageHeaders;
