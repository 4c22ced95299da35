import { orderLocalModel, readLocalModel } from "#app/contracts/endpoints/local-model.ts";
import type { LocalModelOrder } from "#app/contracts/local-model-order.ts";
import { randomId } from "#app/domain/ids.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import type { LocalModel } from "#app/server/ports/local-model.ts";

/** GET /api/acta/language-model: whether this machine has a language model; `none` where another engine writes. */
const read = apiRoute(readLocalModel, async ({ services: { localModel } }) =>
  ok(localModel === null ? { state: "none" as const } : await localModel.look()),
);

/** POST: a person's order. Each has a name of its own, so that one after a failure tries again. */
const change = apiRoute(orderLocalModel, async ({ services: { localModel }, body }) =>
  ok(localModel === null ? { state: "none" as const } : await carryOut(localModel, body)),
);

function carryOut(model: LocalModel, order: LocalModelOrder) {
  switch (order.do) {
    case "fetch":
      return model.fetch(randomId());
    case "pause":
      return model.pause();
    case "use":
      return model.use(order.wanted);
  }
}

export const loader = apiRoutes(read, change);
export const action = loader;
