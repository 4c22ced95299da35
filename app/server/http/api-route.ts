import type { AppLoadContext } from "@remix-run/cloudflare";
import type * as z from "zod";
import type { RateLimit } from "#app/domain/limits/requests.ts";
import type { Outcome } from "#app/domain/outcome.ts";
import { findSession, type SignedInUser } from "#app/server/auth/session.ts";
import type { ApiReason, MessageKey } from "#app/contracts/api-reason.ts";
import { errorResponse } from "#app/server/http/error-response.ts";
import { clientNetwork } from "#app/server/http/client-network.ts";
import { parseMeetId } from "#app/domain/ids.ts";
import { loggablePath } from "#app/server/http/loggable-path.ts";
import { readJson } from "#app/server/http/read-json.ts";
import { tooManyRequests } from "#app/server/http/too-many-requests.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { Services } from "#app/server/services.ts";
import { faultOf } from "#app/server/log.ts";

/**
 * A call of /api/acta, declared: methods, who may call, the body's schema, and the specification's message for when it
 * fails. What is not declared is refused before `answer` runs; `answer` gets typed values and returns a refusal as a
 * value, a value that goes out as JSON, or a Response of its own.
 */
type ApiCall<Who extends "user" | "anyone", Schema extends z.ZodType> = {
  methods: readonly ("GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE")[];
  who: Who;
  /** Calls a minute of one person, or of one network where nobody is signed in; each `counted` has a count of its own. */
  rate?: { limit: RateLimit; counted: string };
  /** Absent: no body is read. */
  body?: Schema;
  /** Where it may be larger than the other calls'. */
  bodyBytesMax?: number;
  /** §8: what the person reads when this call fails, where the reason has no message of its own. */
  failure: MessageKey;
  answer(call: {
    request: Request;
    params: Record<string, string | undefined>;
    services: Services;
    user: Who extends "user" ? SignedInUser : SignedInUser | null;
    /** Of the user's session: whatever streams to its page asks by it whether the session is still open. */
    sessionHash: Who extends "user" ? string : string | null;
    body: z.output<Schema>;
  }): Promise<Response | Outcome<unknown, ApiReason>>;
};

type RouteArguments = {
  request: Request;
  params: Record<string, string | undefined>;
  context: AppLoadContext;
};

/** Serves as the route's `loader` and as its `action`: which methods there are is the declaration's business. */
export function apiRoute<Who extends "user" | "anyone", Schema extends z.ZodType = z.ZodType>(
  call: ApiCall<Who, Schema>,
): (route: RouteArguments) => Promise<Response> {
  return async ({ request, params, context: { services } }) => {
    try {
      return await answerCall(call, request, params, services);
    } catch (error) {
      const upstream = error instanceof UpstreamError;
      services.log("api.failed", {
        method: request.method,
        path: loggablePath(request),
        meetId: parseMeetId(params.meetId) ?? undefined,
        error: faultOf(error),
        service: upstream ? error.service : undefined,
      });
      const reason = upstream && error.retryable ? "unavailable" : "internal";
      return errorResponse(request, reason, { message: call.failure });
    }
  };
}

async function answerCall<Who extends "user" | "anyone", Schema extends z.ZodType>(
  call: ApiCall<Who, Schema>,
  request: Request,
  params: Record<string, string | undefined>,
  services: Services,
): Promise<Response> {
  const refuse = (reason: ApiReason, details: Omit<NonNullable<Parameters<typeof errorResponse>[2]>, "message"> = {}) =>
    errorResponse(request, reason, { message: call.failure, ...details });

  if (!call.methods.some((method) => method === request.method)) {
    return refuse("method-not-allowed", { headers: { Allow: call.methods.join(", ") } });
  }
  const session = await findSession(request, services);
  const user = session?.user ?? null;
  if (call.who === "user" && !user) return refuse("signed-out");
  const caller = user?.id ?? clientNetwork(request);
  if (call.rate && caller !== null && !(await services.rates.take(call.rate.limit, call.rate.counted, caller))) {
    return tooManyRequests(request);
  }

  const read = call.body ? await readJson(request, call.body, call.bodyBytesMax) : null;
  if (read && !read.ok) return refuse(read.reason, read.fields ? { fields: read.fields } : {});

  const answered = await call.answer({
    request,
    params,
    services,
    // All are what the declaration says by now; the compiler cannot follow the conditions above into the types.
    user: user as Who extends "user" ? SignedInUser : SignedInUser | null,
    sessionHash: (session?.sessionHash ?? null) as Who extends "user" ? string : string | null,
    body: read?.value as z.output<Schema>,
  });
  if (answered instanceof Response) return answered;
  if (!answered.ok) {
    const { reason, cue, beside } = answered;
    return refuse(reason, { ...(cue && { cue }), ...(beside && { beside }) });
  }
  return Response.json(answered.value, { headers: { "Cache-Control": "no-store" } });
}
