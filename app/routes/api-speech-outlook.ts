import { readSpeechOutlook } from "#app/contracts/endpoints/speech-outlook.ts";
import { parseMeetingLanguage } from "#app/domain/languages.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";

/** GET /api/acta/speech-outlook: what transcribing on this machine will take; `none` where another engine transcribes. */
const read = apiRoute(readSpeechOutlook, async ({ request, services: { speechOutlook } }) => {
  if (speechOutlook === null) return ok({ state: "none" as const });
  const language = parseMeetingLanguage(new URL(request.url).searchParams.get("language"));
  return ok({ state: "local" as const, ...(await speechOutlook({ language, signal: request.signal })) });
});

export const loader = apiRoutes(read);
export const action = loader;
