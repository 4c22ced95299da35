import * as localModel from "#app/contracts/endpoints/local-model.ts";
import * as speechOutlook from "#app/contracts/endpoints/speech-outlook.ts";
import type { LocalModelOrder } from "#app/contracts/local-model-order.ts";
import { randomId } from "#app/domain/ids.ts";
import { parseMeetingLanguage } from "#app/domain/meeting-languages.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import type { LocalModel } from "#app/server/ports/local-model.ts";

/** The engines of this machine. */
export const engineRoutes: readonly ApiRoute[] = [
  apiRoute(localModel.readLocalModel, async ({ services: { localModel } }) =>
    ok(localModel === null ? { state: "none" as const } : await localModel.look()),
  ),
  // Each order has a name of its own, so that one after a failure tries again.
  apiRoute(localModel.orderLocalModel, async ({ services: { localModel }, body }) =>
    ok(localModel === null ? { state: "none" as const } : await carryOut(localModel, body)),
  ),
  apiRoute(speechOutlook.readSpeechOutlook, async ({ request, services: { speechOutlook } }) => {
    if (speechOutlook === null) return ok({ state: "none" as const });
    const language = parseMeetingLanguage(new URL(request.url).searchParams.get("language"));
    return ok({ state: "local" as const, ...(await speechOutlook({ language, signal: request.signal })) });
  }),
];

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
