import { randomId } from "#app/domain/ids.ts";
import { clientNetwork } from "#app/server/http/client-network.ts";
import { errorResponse, tooManyRequests } from "#app/server/http/error-response.ts";
import { isApiPath, loggablePath } from "#app/server/http/loggable-path.ts";
import { isForeignChange } from "#app/server/http/origin-check.ts";
import { readableRefusal } from "#app/server/http/refused-form.ts";
import { securityHeaders } from "#app/server/http/security-headers.ts";
import { consoleLog, faultOf, type Log } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";
import { writeWaiting } from "#app/server/meetings/write-waiting.ts";
import { takesPut } from "#app/server/uploads/takes-put.ts";
import { answerRebuild, REBUILD_PATH } from "#workers/admin-rebuild.ts";
import { composeServices } from "#workers/compose.ts";
import { configOf } from "#workers/compose/objects.ts";
import { outboxOf } from "#workers/compose/engines.ts";
import { answerDeadLetters, DEAD_LETTERS_PATH } from "#workers/admin-dead-letters.ts";
import { answerPlans, PLANS_PATH } from "#workers/admin-plans.ts";
import { answerReseal, RESEAL_PATH } from "#workers/admin-reseal.ts";
import { answerCalendarPush, isCalendarPush } from "#workers/calendar-push.ts";
import { type Config, ConfigError, type Env } from "#workers/config.ts";
import { joinCalendars } from "#workers/cron/join-calendars.ts";
import { isJoinOnly, isLocalCron, JOIN_CRON, sweep } from "#workers/cron/sweep.ts";
import { answerHealth, HEALTH_PATH } from "#workers/health.ts";
import { answerLiveSocket, isLiveSocket } from "#workers/live-socket.ts";
import { refuseFullDisk } from "#workers/local-disk.ts";
import { hasOperatorPages, isAskedElsewhere } from "#workers/local-host.ts";
import { answerLocalOutbox, isLocalOutbox } from "#workers/local-outbox.ts";
import { answerPresignedPut, isPresignedPut } from "#workers/presigned-put.ts";
import { answerRecorder, isRecorderCall } from "#workers/recorder-ingest.ts";
import { remixHandler } from "#workers/remix-handler.ts";
import { answerSlackEvent, isSlackEvent } from "#workers/slack-events.ts";
import { answerStripeWebhook, isStripeWebhook } from "#workers/stripe-webhook.ts";
import { answerTaskEvent, isTaskEvent } from "#workers/task-events.ts";
import { requestLog, workAfterAnswer } from "#workers/request-log.ts";
import * as build from "#build";

export { CalendarAccountObject } from "#workers/calendar/calendar-account-object.ts";
export { CallObject } from "#workers/call/call-object.ts";
export { MeetingObject } from "#workers/meeting/meeting-object.ts";
export { LogWriter } from "#workers/request-log.ts";
export { WorkspaceObject } from "#workers/workspace/workspace-object.ts";

const remix = remixHandler(build);

export default {
  async fetch(request: Request, env: Env, context: ExecutionContext): Promise<Response> {
    const nonce = randomId();
    const log = requestLog(context);
    const config = readConfig(env, log);
    if (config === null) return notConfigured(request);
    if (isAskedElsewhere(request, config)) {
      log("config.refused", {
        problems: `ENVIRONMENT=${config.app.environment} answers under ${config.app.environment === "local" ? "" : "APP_ORIGIN and "}a loopback address only`,
      });
      return notConfigured(request);
    }
    // Before the headers of our own pages: a mail's styles need another policy.
    if (isLocalOutbox(request, config)) return answerLocalOutbox(request, outboxOf(env, log));
    const answered = await answer(request, { env, config, context, nonce, log }).catch((error: unknown) => {
      log("request.failed", { method: request.method, path: loggablePath(request), error: faultOf(error) });
      return errorResponse(request, "internal");
    });
    const response = await readableRefusal(request, answered);
    return securityHeaders(response, { config: config.app, nonce, pathname: new URL(request.url).pathname });
  },

  async scheduled(controller: ScheduledController, env: Env, context: ExecutionContext): Promise<void> {
    if (readConfig(env, consoleLog) === null) return;
    const services = composeServices(env, (work) => context.waitUntil(work));
    if (controller.cron === JOIN_CRON) await joinCalendars(services);
    else await sweep(services);
  },
} satisfies ExportedHandler<Env>;

const OPERATOR_PAGES: Readonly<
  Record<string, (request: Request, needs: { token: string | null; services: Services }) => Promise<Response>>
> = {
  [RESEAL_PATH]: answerReseal,
  [DEAD_LETTERS_PATH]: answerDeadLetters,
  [PLANS_PATH]: answerPlans,
  [REBUILD_PATH]: answerRebuild,
};

type Needs = { env: Env; config: Config; context: ExecutionContext; nonce: string; log: Log };

/** Answers presigned PUTs, recorder calls and notifications of calendars, Slack, services of tasks and Stripe first, because they prove themselves; other changes must come from our own pages. */
async function answer(request: Request, { env, config, context, nonce, log }: Needs): Promise<Response> {
  const { pathname } = new URL(request.url);
  const services = composeServices(env, workAfterAnswer(context, log), log);
  const isPut = isPresignedPut(request, config);
  const full = await refuseFullDisk(request, env, isPut);
  if (full) return full;
  if (isPut) {
    const needs = {
      config,
      bucket: env.RECORDINGS,
      now: services.now(),
      takesPut: (key: string) => takesPut(services, key),
    };
    return answerPresignedPut(request, needs);
  }
  if (isRecorderCall(request)) return answerRecorder(request, { env, config, services });
  if (isCalendarPush(request)) return answerCalendarPush(request, { config, services });
  if (isSlackEvent(request)) return answerSlackEvent(request, { config, services });
  if (isTaskEvent(request)) return answerTaskEvent(request, services);
  if (isStripeWebhook(request)) return answerStripeWebhook(request, services);
  if (isForeignChange(request, config.app)) return errorResponse(request, "forbidden");
  if (pathname === HEALTH_PATH) return answerHealth(request, { env, config, services });
  if (isLocalCron(request, config)) {
    // Both triggers of wrangler.toml, which workerd never fires.
    await joinCalendars(services);
    await writeWaiting(services);
    if (!isJoinOnly(request)) await sweep(services);
    return new Response(null, { status: 204 });
  }
  const network = clientNetwork(request);
  if (network !== null && isApiPath(pathname) && !(await services.rates.take("network", "api", network))) {
    return tooManyRequests(request);
  }
  const forOperator = hasOperatorPages(request, config) ? OPERATOR_PAGES[pathname] : undefined;
  if (forOperator) return forOperator(request, { token: config.adminToken, services });
  if (isLiveSocket(request)) return answerLiveSocket(request, services);
  return nameMethods(await remix(request, { services, nonce }));
}

/** Remix refuses methods by itself where a route has no action, and forgets to say which there are. */
function nameMethods(response: Response): Response {
  if (response.status === 405 && !response.headers.has("Allow")) response.headers.set("Allow", "GET, HEAD");
  return response;
}

/** Null when the configuration cannot be used; the log then names the variables, never their values. */
function readConfig(env: Env, log: Log): Config | null {
  try {
    return configOf(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log("config.refused", { problems: error.problems.join("; ") });
    return null;
  }
}

/** Answers 503 to every request. Only the log names the missing variable: strangers send requests too. */
function notConfigured(request: Request): Response {
  const headers = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
  if (new URL(request.url).pathname === HEALTH_PATH) {
    return Response.json({ ok: false, configured: false }, { status: 503, headers });
  }
  return new Response("Acta is not configured. Its log names what is missing.\n", { status: 503, headers });
}
