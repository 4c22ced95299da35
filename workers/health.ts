import type { AppConfig } from "#app/server/config.ts";

export const HEALTH_PATH = "/api/health";

/** What the supervisor and an operator ask: that the Worker answers, and which engines it was configured with. */
export function answerHealth(config: AppConfig): Response {
  return Response.json(
    { ok: true, environment: config.environment, engines: { speech: config.speech, language: config.language } },
    { headers: { "Cache-Control": "no-store" } },
  );
}
