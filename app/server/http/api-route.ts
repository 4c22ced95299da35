import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import type * as z from "zod";
import type { ApiReason } from "#app/contracts/api-reason.ts";
import type { AnswerOf, EndpointSpec, ParamKind, ReadBodyOf } from "#app/contracts/endpoint.ts";
import { keyOf } from "#app/domain/account/api-key.ts";
import { type MeetId, parseMeetId } from "#app/domain/ids.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { ok, type Outcome } from "#app/domain/outcome.ts";
import type { AnswersOf, Statements } from "#app/server/db/named-batch.ts";
import { type Along, authenticate, type Caller, type SignedInUser } from "#app/server/identity/session.ts";
import { clientNetwork } from "#app/server/http/client-network.ts";
import { taggedJson } from "#app/server/http/entity-tag.ts";
import { errorResponse, tooManyRequests } from "#app/server/http/error-response.ts";
import { loggablePath } from "#app/server/http/loggable-path.ts";
import { isOutOfRoom } from "#app/server/http/out-of-room.ts";
import { readForm, readJson } from "#app/server/http/read-body.ts";
import { authenticateKey, type KeyCaller } from "#app/server/keys/authenticate-key.ts";
import { countRequest, ratePolicy } from "#app/server/keys/count-request.ts";
import { faultOf } from "#app/server/log.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { Services } from "#app/server/services.ts";

type ParamValues = { "meet-id": MeetId; version: number; text: string };

/** Whether a caller without a session is accepted. */
type IsOpen<Spec extends EndpointSpec> =
  Extract<Spec["actors"][number], "anyone" | "share"> extends never ? false : true;

/** Whether it is called with an API key, and with nothing else. */
type IsPublic<Spec extends EndpointSpec> = Extract<Spec["actors"][number], "key"> extends never ? false : true;
type CallerOf<Spec extends EndpointSpec> = IsPublic<Spec> extends true ? KeyCaller : Caller;

/** A request that the endpoint takes, as typed values. */
type Call<Spec extends EndpointSpec, Read extends Statements> = {
  request: Request;
  services: Services;
  params: { [Name in keyof Spec["params"]]: ParamValues[Spec["params"][Name]] };
  body: ReadBodyOf<Spec>;
  /** The sender of the request. It alone decides access to meetings and rows. */
  actor: IsOpen<Spec> extends true ? Caller["actor"] | null : CallerOf<Spec>["actor"];
  /** Their profile: name, language, time zone, plan. */
  user: IsOpen<Spec> extends true ? SignedInUser | null : SignedInUser;
  /** The answers to the statements that were read along. */
  along: AnswersOf<Read>;
};

/** A refusal is a value. A result is sent as JSON or as an empty response; files and similar answers are a Response. */
type Answering<Spec extends EndpointSpec, Read extends Statements> = (
  call: Call<Spec, Read>,
) => Promise<Response | Outcome<AnswerOf<Spec>, ApiReason>>;

type RouteArguments = {
  request: Request;
  params: Record<string, string | undefined>;
  context: AppLoadContext;
};
type Served = { spec: EndpointSpec; respond: (route: RouteArguments) => Promise<Response> };

/** Serves as a route's `loader` and as its `action`. */
export type ApiRoute = ((route: RouteArguments) => Promise<Response>) & { served: readonly Served[] };

/**
 * The route of an endpoint. Callers without permission and invalid requests are refused before `answer` runs. Every error that
 * `answer` throws is logged and answered with the endpoint's failure. `along`: what it reads of the meeting that is read by a session, in the trip
 * that reads session and access.
 */
export function apiRoute<const Spec extends EndpointSpec, const Read extends Statements = Statements>(
  spec: Spec,
  answer: Answering<Spec, Read>,
  along?: Along<Read>,
): ApiRoute {
  const respond = async (route: RouteArguments) => {
    const { request, context } = route;
    const rates = ratesOf(spec);
    try {
      return readably(spec, route, withHeaders(await answerCall(spec, answer, { ...route, rates, along }), rates));
    } catch (error) {
      const upstream = error instanceof UpstreamError;
      context.services.log("api.failed", {
        method: request.method,
        path: loggablePath(request),
        meetId: parseMeetId(route.params.meetId) ?? undefined,
        error: faultOf(error),
        service: upstream ? error.service : undefined,
      });
      const refusal = await errorResponse(request, reasonOf(error), { message: spec.failure, ...formOf(spec) });
      return readably(spec, route, withHeaders(refusal, rates));
    }
  };
  return routeOf([{ spec, respond }]);
}

/**
 * A file that a person opens by a link, as in a mail, would be refused in JSON on their screen. The page of its meeting says in words what
 * there is, and leads to sign-in and back.
 */
function readably({ answer, actors }: EndpointSpec, { request, params }: RouteArguments, response: Response): Response {
  const meetId = parseMeetId(params.meetId);
  const isOpened = request.headers.get("Sec-Fetch-Dest") === "document";
  const isLinked = answer === "file" && actors.includes("session");
  if (!isLinked || response.status < 400 || !isOpened || meetId === null) return response;
  return redirect(`/${meetId}`, { status: 303, headers: { "Cache-Control": "no-store" } });
}

/** Reason reported for an error: whether a retry makes sense, or that a service's answer was no valid JSON (§8). */
function reasonOf(error: unknown): ApiReason {
  if (isOutOfRoom(error)) return "disk-full";
  if (!(error instanceof UpstreamError)) return "internal";
  if (error.isInvalidJson) return "invalid-upstream-json";
  return error.retryable ? "unavailable" : "internal";
}

/** The endpoints of one path as one route. */
export function apiRoutes(...routes: ApiRoute[]): ApiRoute {
  return routeOf(routes.flatMap(({ served }) => served));
}

function routeOf(served: readonly Served[]): ApiRoute {
  const route = async (call: RouteArguments) => {
    const found = served.find(({ spec }) => methodsOf(spec).includes(call.request.method));
    if (found) return found.respond(call);
    const allow = served.flatMap(({ spec }) => methodsOf(spec)).join(", ");
    const last: EndpointSpec | undefined = served.at(-1)?.spec;
    return errorResponse(call.request, "method-not-allowed", {
      ...(last && { message: last.failure, ...formOf(last) }),
      headers: { Allow: allow },
    });
  };
  return Object.assign(route, { served });
}

const isOfPublicApi = ({ actors }: EndpointSpec) => actors.includes("key");
/** The form of an endpoint's refusals. */
const formOf = (spec: EndpointSpec) => ({ detailed: spec.detailed === true });
const methodsOf = ({ method }: EndpointSpec): string[] => (method === "GET" ? ["GET", "HEAD"] : [method]);

async function answerCall<const Spec extends EndpointSpec, const Read extends Statements>(
  spec: Spec,
  answer: Answering<Spec, Read>,
  {
    request,
    params,
    context: { services },
    rates,
    along,
  }: RouteArguments & { rates: Record<string, string>; along: Along<Read> | undefined },
): Promise<Response> {
  const refuse = (reason: ApiReason, details: Omit<NonNullable<Parameters<typeof errorResponse>[2]>, "message"> = {}) =>
    errorResponse(request, reason, { message: spec.failure, ...formOf(spec), ...details });

  const { actors, rate, scopes }: EndpointSpec = spec;
  const isPublic = isOfPublicApi(spec);
  const opens = spec.method === "GET" && spec.params.meetId === "meet-id" ? parseMeetId(params.meetId) : null;
  const person = isPublic ? null : await authenticate(request, services, { opens, along });
  const caller = isPublic ? await authenticateKey(request, services) : person;
  const isOpen = actors.includes("anyone") || actors.includes("share");
  if (!isOpen && !caller)
    return isPublic ? refuse("key-invalid", { headers: challenge(request) }) : refuse("signed-out");
  if (caller && !scopes.every((scope) => caller.actor.scopes.includes(scope)))
    return refuse("key-scope", { headers: scopeChallenge(scopes) });
  if (rate && isPublic && caller) {
    const { isWithin, headers } = await countRequest(services, rate, caller.actor.userId);
    Object.assign(rates, headers);
    if (!isWithin) return tooManyRequests(request, formOf(spec));
  } else if (rate) {
    const counted = caller?.actor.userId ?? clientNetwork(request);
    if (counted !== null && !(await services.rates.take(rate.limit, rate.counted, counted))) {
      return tooManyRequests(request, formOf(spec));
    }
  }

  const read = await readBody(spec, request);
  if (!read.ok) return refuse(read.reason, read.fields ? { fields: read.fields } : {});
  const parsed: unknown = parseParams(spec.params, params);
  if (parsed === null) return refuse("not-found");

  const answered = await answer({
    request,
    services,
    // The values match the endpoint's types here; the compiler cannot follow the conditions above into the types.
    params: parsed as Call<Spec, Read>["params"],
    body: read.value as Call<Spec, Read>["body"],
    actor: (caller?.actor ?? null) as Call<Spec, Read>["actor"],
    user: (caller?.user ?? null) as Call<Spec, Read>["user"],
    along: (person?.along ?? {}) as AnswersOf<Read>,
  });
  if (caller && changesPages(spec)) services.waitUntil(services.pages.tell(caller.actor.userId));
  if (answered instanceof Response) return answered;
  if (!answered.ok) {
    const { reason, cue, beside } = answered;
    return refuse(reason, { ...(cue && { cue }), ...(beside && { beside }) });
  }
  // A thing that a program made by a POST is read at its own address.
  if (isPublic && spec.answer !== "empty" && spec.method !== "POST") return taggedJson(request, answered.value);
  const headers = { "Cache-Control": "no-store" };
  if (spec.answer === "empty") return new Response(null, { status: 204, headers });
  return Response.json(answered.value, { headers });
}

/** Tells whether the person's other pages may show something else since. Not after pieces of a recording and reports, which come by the clock. */
function changesPages({ method, bodyAs, rate }: EndpointSpec): boolean {
  return method !== "GET" && bodyAs !== "bytes" && rate?.limit !== "poll";
}

async function readBody({ body, bodyAs, bodyBytesMax }: EndpointSpec, request: Request) {
  if (body === null) return { ...ok(undefined), fields: undefined };
  const schema = SCHEMAS.get(body) ?? (await body());
  SCHEMAS.set(body, schema);
  if (bodyAs === "form") return { ...(await readForm(request, schema)), fields: undefined };
  return readJson(request, schema, bodyBytesMax);
}

/**
 * Schemas that were loaded. Each load would be an import of its own, and a module runner (as of the tests) gives imports of one module at
 * the same time one promise: on Workers a promise belongs to the request that made it, and the others cannot read their bodies after it.
 */
const SCHEMAS = new WeakMap<NonNullable<EndpointSpec["body"]>, z.ZodType>();

/** Null when a parameter cannot be parsed, because it names nothing. */
function parseParams(kinds: EndpointSpec["params"], texts: Record<string, string | undefined>) {
  const values: Record<string, string | number> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const value = parseParam(kind, texts[name]);
    if (value === null) return null;
    values[name] = value;
  }
  return values;
}

function parseParam(kind: ParamKind, text: string | undefined): string | number | null {
  switch (kind) {
    case "meet-id":
      return parseMeetId(text);
    case "version":
      return parseVersion(text);
    case "text":
      return text ?? "";
    default:
      return assertNever(kind);
  }
}

/** The number of a version in a path; null where it cannot be one. */
function parseVersion(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** Headers of the public API that tell a program what it has to send, and how often it may ask. */

/** RFC 6750: a request without a key is told the scheme; one with a key that opens nothing is told that, too. */
export function challenge(request: Request): Record<string, string> {
  const error = keyOf(request.headers.get("Authorization")) === null ? "" : ', error="invalid_token"';
  return { "WWW-Authenticate": `Bearer realm="acta"${error}` };
}

/** RFC 6750: the scopes that the key lacks. */
export function scopeChallenge(scopes: readonly string[]): Record<string, string> {
  return { "WWW-Authenticate": `Bearer realm="acta", error="insufficient_scope", scope="${scopes.join(" ")}"` };
}

/** Of an endpoint of the public API: what each of its answers says of its limit. What is left is added once the request is counted. */
function ratesOf(spec: EndpointSpec): Record<string, string> {
  return spec.rate && isOfPublicApi(spec) ? ratePolicy(spec.rate) : {};
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
