import { listFeeds as endpoint } from "#app/contracts/endpoints/feeds.ts";
import { ok } from "#app/domain/outcome.ts";
import { listFeeds } from "#app/server/feeds/change-feeds.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** GET /api/acta/feeds */
export const loader = apiRoute(endpoint, async ({ services, actor }) =>
  ok({ feeds: await listFeeds(services, actor) }),
);
export const action = loader;
