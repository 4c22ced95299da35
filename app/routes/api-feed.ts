import {
  changeFeed as changeEndpoint,
  removeFeed as removeEndpoint,
  renewFeed as renewEndpoint,
} from "#app/contracts/endpoints/feeds.ts";
import { changeFeed, removeFeed, renewFeed } from "#app/server/feeds/change-feeds.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";

/** POST, PATCH and DELETE /api/acta/feeds/:feed_kind */
export const loader = apiRoutes(
  apiRoute(renewEndpoint, ({ services, actor, params }) => renewFeed(services, actor, params.feed_kind)),
  apiRoute(changeEndpoint, ({ services, actor, params, body }) =>
    changeFeed(services, actor, { named: params.feed_kind, titlesShown: body.titlesShown }),
  ),
  apiRoute(removeEndpoint, ({ services, actor, params }) => removeFeed(services, actor, params.feed_kind)),
);
export const action = loader;
