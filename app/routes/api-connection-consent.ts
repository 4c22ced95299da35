import { redirect } from "@remix-run/cloudflare";
import { connectAccount } from "#app/contracts/endpoints/connections.ts";
import { startConnection } from "#app/server/connections/connect-account.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** POST /api/acta/connections/connect/:kind: on to the destination. */
export const loader = apiRoute(connectAccount, async ({ services, actor, params, body }) => {
  const started = await startConnection(services, actor, { kind: params.kind, returnTo: body.returnTo });
  return started.ok ? redirect(started.value.url, 303) : started;
});
export const action = loader;
