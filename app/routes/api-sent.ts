import { listSent } from "#app/contracts/endpoints/connections.ts";
import { SENT_FILTERS } from "#app/contracts/sent.ts";
import { ok } from "#app/domain/outcome.ts";
import { readSent } from "#app/server/connections/read-sent.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** GET /api/acta/sent */
export const loader = apiRoute(listSent, async ({ request, services, actor }) => {
  const { searchParams: query } = new URL(request.url);
  const filter = SENT_FILTERS.find((name) => name === query.get("state")) ?? "all";
  return ok(await readSent(services, actor, { older: query.get("older"), filter }));
});
export const action = loader;
