import { redirect } from "@remix-run/cloudflare";
import { finishConnecting } from "#app/contracts/endpoints/connections.ts";
import { finishConnection } from "#app/server/connections/connect-account.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** GET /api/acta/connections/connect/:kind/callback: back to the page that asked, with the result (ConnectResult). */
export const loader = apiRoute(finishConnecting, async ({ request, services, actor, params }) => {
  const { searchParams: query, origin } = new URL(request.url);
  const { result, returnTo } = await finishConnection(services, actor, { kind: params.kind, query });
  const { pathname, searchParams, hash } = new URL(returnTo, origin);
  searchParams.set("connection", result);
  return redirect(`${pathname}?${searchParams}${hash}`);
});
export const action = loader;
