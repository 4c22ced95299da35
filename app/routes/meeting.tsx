import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { parseMeetId } from "#app/domain/ids.ts";
import pageStyles from "#app/features/meeting/meeting-page.css?url";
import { MeetingPage } from "#app/features/meeting/meeting-page.tsx";
import { requireUser } from "#app/server/auth/require-user.ts";
import { findViewer } from "#app/server/meetings/find-viewer.ts";

/** A meeting. Not there, not yours, or no id at all: the same 404. */
export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const user = await requireUser(request, services);
  const meetId = parseMeetId(params.meetId);
  const viewer = meetId && (await findViewer(services, user.id, meetId));
  const view = meetId && viewer && (await services.meetings.view(meetId, viewer));
  if (!view) throw new Response(null, { status: 404 });
  return { view };
}

export const links: LinksFunction = () => [{ rel: "stylesheet", href: pageStyles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.view.head.title} · Acta` : "Acta" },
];

export default function Meeting() {
  const { view } = useLoaderData<typeof loader>();
  return <MeetingPage key={view.head.meetId} loaded={view} />;
}
