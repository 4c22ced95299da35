import * as feeds from "#app/contracts/endpoints/feeds.ts";
import { ok } from "#app/domain/outcome.ts";
import { changeFeed, listFeeds, removeFeed, renewFeed } from "#app/server/feeds/change-feeds.ts";
import { readFeed } from "#app/server/feeds/read-feed.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { taggedText } from "#app/server/http/entity-tag.ts";

/** Feeds, and their addresses for calendar programs and readers, which send no headers of ours. */
export const feedRoutes: readonly ApiRoute[] = [
  apiRoute(feeds.readMeetingsFeed, async ({ request, params, services }) => {
    const read = await readFeed(services, { kind: "meetings", token: params.token });
    return read.ok ? taggedText(request, read.value, "text/calendar; charset=utf-8") : read;
  }),
  apiRoute(feeds.readMinutesFeed, async ({ request, params, services }) => {
    const read = await readFeed(services, { kind: "minutes", token: params.token });
    return read.ok ? taggedText(request, read.value, "application/atom+xml; charset=utf-8") : read;
  }),
  apiRoute(feeds.listFeeds, async ({ services, actor }) => ok({ feeds: await listFeeds(services, actor) })),
  apiRoute(feeds.renewFeed, ({ services, actor, params }) => renewFeed(services, actor, params.feed_kind)),
  apiRoute(feeds.changeFeed, ({ services, actor, params, body }) =>
    changeFeed(services, actor, { named: params.feed_kind, titlesShown: body.titlesShown }),
  ),
  apiRoute(feeds.removeFeed, ({ services, actor, params }) => removeFeed(services, actor, params.feed_kind)),
];
