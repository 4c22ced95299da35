import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { HISTORY_PAGE_MEETINGS } from "#app/domain/limits/screens.ts";
import { parseCursor, parseListSource } from "#app/domain/meeting/list.ts";
import { HistoryPage } from "#app/features/history/history-page.tsx";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { requireUser } from "#app/server/auth/session.ts";
import { onlyRead } from "#app/server/http/error-response.ts";
import { listMeetings } from "#app/server/meetings/list-meetings.ts";

export const handle: TitleHandle = { title: "common:menu.history" };

/** A page of one's meetings. A cursor that is none of ours is the first page. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { actor } = await requireUser(request, services);
  const { searchParams } = new URL(request.url);
  const newer = parseCursor(searchParams.get("newer"));
  const older = parseCursor(searchParams.get("older"));
  const from = parseListSource(searchParams.get("from"));
  const page = await listMeetings(services, actor, { limit: HISTORY_PAGE_MEETINGS, newer, older, from });
  return { page, from, isFirst: !newer && !older };
}

export const action = onlyRead;

function History() {
  return <HistoryPage {...useLoaderData<typeof loader>()} />;
}

export default withTexts(["history", "share"], History);
