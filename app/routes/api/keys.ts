import * as apps from "#app/contracts/endpoints/apps.ts";
import * as keys from "#app/contracts/endpoints/keys.ts";
import { ok } from "#app/domain/outcome.ts";
import { disconnectApp, listApps } from "#app/server/apps/end-access.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { createKey, listKeys, revokeKey } from "#app/server/keys/change-keys.ts";

/** API keys and connected apps. */
export const keyRoutes: readonly ApiRoute[] = [
  apiRoute(keys.listKeys, async ({ services, actor }) => ok({ keys: await listKeys(services, actor) })),
  apiRoute(keys.createKey, ({ services, actor, body }) => createKey(services, actor, body)),
  apiRoute(keys.revokeKey, ({ services, actor, params }) => revokeKey(services, actor, params.key_id)),
  apiRoute(apps.listApps, async ({ services, actor }) => ok({ apps: await listApps(services, actor) })),
  apiRoute(apps.disconnectApp, ({ services, actor, params }) => disconnectApp(services, actor, params.app_id)),
];
