import { readMeetingsFeed as endpoint } from "#app/contracts/endpoints/feeds.ts";
import { readFeed } from "#app/server/feeds/read-feed.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { taggedText } from "#app/server/http/entity-tag.ts";

/** GET /feeds/:token/meetings.ics */
export const loader = apiRoute(endpoint, async ({ request, params, services }) => {
  const read = await readFeed(services, { kind: "meetings", token: params.token });
  return read.ok ? taggedText(request, read.value, "text/calendar; charset=utf-8") : read;
});
export const action = loader;
