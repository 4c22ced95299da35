import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { RateLimit } from "#app/domain/limits/requests.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { clientNetwork } from "#app/server/http/client-network.ts";
import { RETRY_AFTER } from "#app/server/http/error-response.ts";
import { loggablePath } from "#app/server/http/loggable-path.ts";
import { readFormData } from "#app/server/http/read-body.ts";
import { faultOf } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";

/** Refusals of RFC 6749 §5.2, RFC 7591 §3.2.2 and RFC 8707 §2, by their names there. */
export type OAuthRefusal =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "invalid_target"
  | "unsupported_grant_type"
  | "invalid_redirect_uri"
  | "invalid_client_metadata";

type Spec = {
  method: "GET" | "POST";
  /** By network, because an app is not known before it has registered. */
  rate: { limit: RateLimit; counted: string };
  status?: 200 | 201;
  answer: (request: Request, services: Services) => Promise<Outcome<object | null, OAuthRefusal>>;
};

/**
 * The route of a call of OAuth. It is no `apiRoute`: RFC 6749 prescribes form and status of its refusals, and apps read them. Serves as
 * `loader` and `action`.
 */
export function oauthRoute({ method, rate, status = 200, answer }: Spec) {
  return async ({ request, context: { services } }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> => {
    const isAnswered = request.method === method || (method === "GET" && request.method === "HEAD");
    if (!isAnswered) {
      const headers = { Allow: method === "GET" ? "GET, HEAD" : method };
      return oauthError(405, "invalid_request", `This address takes ${method} only.`, headers);
    }
    const network = clientNetwork(request);
    if (network !== null && !(await services.rates.take(rate.limit, rate.counted, network))) {
      return oauthError(429, "temporarily_unavailable", "Too many requests. Try again in a minute.", RETRY_AFTER);
    }
    try {
      const answered = await answer(request, services);
      if (!answered.ok) return refuse(request, answered.reason);
      return Response.json(answered.value ?? {}, { status, headers: NOT_STORED });
    } catch (error) {
      services.log("api.failed", { method: request.method, path: loggablePath(request), error: faultOf(error) });
      return oauthError(500, "server_error", "Acta could not answer. Try again later.");
    }
  };
}

/** RFC 6749 §5.2: an unknown client is 401, and one that came with an Authorization header is told the scheme. */
function refuse(request: Request, reason: OAuthRefusal): Response {
  const isUnknown = reason === "invalid_client";
  const hasScheme = isUnknown && request.headers.has("Authorization");
  return oauthError(isUnknown ? 401 : 400, reason, REFUSALS[reason], hasScheme ? { "WWW-Authenticate": "Basic" } : {});
}

/** The parameters of a form. RFC 6749 §3.2: none may be there twice. */
export async function readParameters(request: Request): Promise<Outcome<Record<string, string>, "invalid_request">> {
  const form = await readFormData(request);
  if (!form.ok) return refused("invalid_request");
  const fields: Record<string, string> = {};
  for (const [name, value] of form.value) {
    if (typeof value !== "string" || Object.hasOwn(fields, name)) return refused("invalid_request");
    fields[name] = value;
  }
  return ok(fields);
}

const NOT_STORED = { "Cache-Control": "no-store", Pragma: "no-cache" };

/** In English: programs read them, and their developers. */
const REFUSALS: Record<OAuthRefusal, string> = {
  invalid_request: "A parameter is missing, malformed, or there twice.",
  invalid_client: "No app is registered with this client_id. Register again.",
  invalid_grant: "The code or the token is unknown, used, expired or revoked, or is another app's.",
  invalid_scope: "The scopes are read and write.",
  invalid_target: "Tokens open the MCP server of this origin only.",
  unsupported_grant_type: "grant_type is authorization_code or refresh_token.",
  invalid_redirect_uri: "Use https, http on a loopback host, or the scheme of your app. No fragment.",
  invalid_client_metadata: "Send a JSON object with redirect_uris and, if you like, client_name.",
};

export function oauthError(status: number, error: string, text: string, headers: Record<string, string> = {}) {
  return Response.json({ error, error_description: text }, { status, headers: { ...NOT_STORED, ...headers } });
}
