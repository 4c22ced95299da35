import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { SearchPage } from "#app/features/search/search-page.tsx";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { requireUser } from "#app/server/identity/session.ts";
import { onlyRead } from "#app/server/http/error-response.ts";
import { searchMeetings } from "#app/server/search/search-meetings.ts";
import finding from "#app/ui/styles/finding.css?url";

export const handle: TitleHandle = { title: "common:menu.search" };

/** The results of ?q=, newest first. A cursor that is none of ours is the first page. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { actor, user } = await requireUser(request, services);
  const { searchParams } = new URL(request.url);
  const typed = searchParams.get("q") ?? "";
  const cursor = searchParams.get("cursor");
  const answer = await searchMeetings(services, actor, { typed, cursor, timeZone: user.timeZone });
  return { typed, answer, isFirst: cursor === null };
}

export const action = onlyRead;

export const links: LinksFunction = () => [{ rel: "stylesheet", href: finding }];

function Search() {
  return <SearchPage {...useLoaderData<typeof loader>()} />;
}

export default withTexts(["search"], Search);
