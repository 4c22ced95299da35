import { createRequestHandler } from "@remix-run/cloudflare";
import * as build from "#build";
import { randomId } from "#app/domain/ids.ts";
import { errorResponse } from "#app/server/http/error-response.ts";
import { isForeignChange } from "#app/server/http/origin-check.ts";
import { securityHeaders } from "#app/server/http/security-headers.ts";
import { consoleLog, faultOf } from "#app/server/log.ts";
import { answerRebuild, REBUILD_PATH } from "#workers/admin-rebuild.ts";
import { composeServices, configOf } from "#workers/compose.ts";
import { type Config, ConfigError, type Env } from "#workers/config.ts";
import { sweep } from "#workers/cron/sweep.ts";
import { answerHealth, HEALTH_PATH } from "#workers/health.ts";
import { answerLiveSocket, isLiveSocket } from "#workers/live-socket.ts";
import { answerPresignedPut, isPresignedPut } from "#workers/presigned-put.ts";

export { MeetingObject } from "#workers/meeting/meeting-object.ts";

const remix = createRequestHandler(build, "production");

export default {
  async fetch(request: Request, env: Env, context: ExecutionContext): Promise<Response> {
    try {
      const config = configOf(env);
      if (new URL(request.url).pathname === HEALTH_PATH) return answerHealth(config.app);
      const nonce = randomId();
      const response = await answer(request, { env, config, context, nonce });
      return securityHeaders(response, { config: config.app, nonce });
    } catch (error) {
      if (error instanceof ConfigError) return new Response(`${error.message}\n`, { status: 500 });
      consoleLog("request.failed", {
        method: request.method,
        path: new URL(request.url).pathname,
        error: faultOf(error),
      });
      return errorResponse(request, "internal");
    }
  },

  async scheduled(_controller: ScheduledController, env: Env, context: ExecutionContext): Promise<void> {
    await sweep(composeServices(env, (work) => context.waitUntil(work)));
  },
} satisfies ExportedHandler<Env>;

type Needs = { env: Env; config: Config; context: ExecutionContext; nonce: string };

/** What proves itself by a signature is answered first; every other change must come from our own pages. */
async function answer(request: Request, { env, config, context, nonce }: Needs): Promise<Response> {
  if (isPresignedPut(request, config)) {
    return answerPresignedPut(request, { config, bucket: env.RECORDINGS, now: Date.now() });
  }
  if (isForeignChange(request, config.app)) return errorResponse(request, "forbidden");
  const services = composeServices(env, (work) => context.waitUntil(work));
  if (new URL(request.url).pathname === REBUILD_PATH) {
    return answerRebuild(request, { token: config.adminToken, services });
  }
  if (isLiveSocket(request)) return answerLiveSocket(request, services);
  return remix(request, { services, nonce });
}
