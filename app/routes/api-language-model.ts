import { fetchLocalModel, readLocalModel } from "#app/contracts/endpoints/local-model.ts";
import { randomId } from "#app/domain/ids.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";

/** GET /api/acta/language-model: whether this machine has a language model; `none` where another engine writes. */
const read = apiRoute(readLocalModel, async ({ services: { localModel } }) =>
  ok(localModel === null ? { state: "none" as const } : await localModel.look()),
);

/** POST: a person wants it fetched. Each order has a name of its own, so that one after a failure tries again. */
const change = apiRoute(fetchLocalModel, async ({ services: { localModel } }) =>
  ok(localModel === null ? { state: "none" as const } : await localModel.fetch(randomId())),
);

export const loader = apiRoutes(read, change);
export const action = loader;
