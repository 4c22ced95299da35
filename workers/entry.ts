import { createRequestHandler } from "@remix-run/cloudflare";
import * as build from "#build";
import { answerHealth, HEALTH_PATH } from "#workers/health.ts";
import { composeServices, configOf } from "#workers/compose.ts";
import { ConfigError, type Env } from "#workers/config.ts";
import { securityHeaders } from "#app/server/http/security-headers.ts";
import { randomId } from "#app/domain/ids.ts";

export { MeetingObject } from "#workers/meeting/meeting-object.ts";

const remix = createRequestHandler(build, "production");

export default {
  async fetch(request: Request, env: Env, context: ExecutionContext): Promise<Response> {
    try {
      if (new URL(request.url).pathname === HEALTH_PATH) return answerHealth(configOf(env).app);
      const services = composeServices(env, (work) => context.waitUntil(work));
      const nonce = randomId();
      const response = await remix(request, { services, nonce });
      return securityHeaders(response, { config: services.config, nonce });
    } catch (error) {
      if (error instanceof ConfigError) return new Response(`${error.message}\n`, { status: 500 });
      throw error;
    }
  },
} satisfies ExportedHandler<Env>;
