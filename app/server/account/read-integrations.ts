import { listApps } from "#app/server/apps/end-access.ts";
import type { Caller } from "#app/server/identity/session.ts";
import { listConnections } from "#app/server/connections/change-connections.ts";
import { listFeeds } from "#app/server/feeds/change-feeds.ts";
import { listKeys } from "#app/server/keys/change-keys.ts";
import type { Services } from "#app/server/services.ts";
import { listWebhooks } from "#app/server/webhooks/change-webhooks.ts";

/** All that the page of the integrations shows of a person. */
export async function readIntegrations(services: Services, actor: Caller["actor"]) {
  const [connections, webhooks, keys, apps, feeds] = await Promise.all([
    listConnections(services, actor),
    listWebhooks(services, actor),
    listKeys(services, actor),
    listApps(services, actor),
    listFeeds(services, actor),
  ]);
  return { connections, webhooks, keys, apps, feeds, now: services.now() };
}
