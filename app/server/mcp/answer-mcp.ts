import * as z from "zod";
import { BODY_BYTES_MAX } from "#app/domain/limits/requests.ts";
import { authenticateProgram } from "#app/server/apps/authenticate-program.ts";
import { bearerChallenge } from "#app/server/apps/describe-server.ts";
import { oauthError } from "#app/server/apps/oauth-route.ts";
import { clientNetwork } from "#app/server/http/client-network.ts";
import { RETRY_AFTER } from "#app/server/http/error-response.ts";
import { readAtMost } from "#app/server/http/read-body.ts";
import type { KeyCaller } from "#app/server/keys/authenticate-key.ts";
import { countRequest, ratePolicy } from "#app/server/keys/count-request.ts";
import { faultOf } from "#app/server/log.ts";
import { TOOLS } from "#app/server/mcp/tools.ts";
import type { Services } from "#app/server/services.ts";

/** Codes of JSON-RPC 2.0 for messages that no tool sees. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const SERVER_ERROR = -32000;
const INTERNAL_ERROR = -32603;

const RATE = { limit: "poll", counted: "mcp" } as const;

const toolCall = z.object({ method: z.literal("tools/call"), params: z.object({ name: z.string() }) });

/**
 * The MCP server (streamable HTTP, stateless): who asks, how often, and how much; serve-tools.ts answers. workers/entry.ts has refused
 * requests of other origins before. There is no GET: the server starts no messages of its own.
 */
export async function answerMcp(request: Request, services: Services): Promise<Response> {
  if (request.method !== "POST") {
    return oauthError(405, "invalid_request", "Send JSON-RPC messages by POST.", { Allow: "POST" });
  }
  const network = clientNetwork(request);
  if (network !== null && !(await services.rates.take("network", "mcp", network))) return tooMany(RETRY_AFTER);
  const caller = await authenticateProgram(request, services);
  if (!caller) {
    const hasToken = request.headers.has("Authorization");
    const headers = bearerChallenge(services.config, hasToken ? "invalid_token" : "");
    const text = "Send an API key, or an access token of OAuth, in the Authorization header.";
    return oauthError(401, "invalid_token", text, headers);
  }
  const { isWithin, headers } = await countRequest(services, RATE, caller.actor.userId);
  return withHeaders(isWithin ? await answerCaller(request, services, caller) : tooMany(), headers);
}

async function answerCaller(request: Request, services: Services, caller: KeyCaller): Promise<Response> {
  const bytes = await readAtMost(request, BODY_BYTES_MAX);
  if (!bytes) return rpcError(413, INVALID_REQUEST, `A message has at most ${BODY_BYTES_MAX} bytes.`);
  const message = parse(bytes);
  if (message === undefined) return rpcError(400, PARSE_ERROR, "The body is no JSON.");
  if (Array.isArray(message)) return rpcError(400, INVALID_REQUEST, "Send one message at a time.");
  try {
    // The protocol's schemas are evaluated with the first call, not at each start of the Worker.
    const { serveMessage } = await import("#app/server/mcp/serve-tools.ts");
    const called = toolCall.safeParse(message).data?.params.name;
    const needed = TOOLS.find(({ name }) => name === called)?.scope;
    if (needed && !caller.actor.scopes.includes(needed)) {
      const headers = bearerChallenge(services.config, "insufficient_scope");
      return rpcError(403, SERVER_ERROR, "This key or connection can only read.", headers);
    }
    return await serveMessage(services, caller, { request, message });
  } catch (error) {
    services.log("mcp.failed", { error: faultOf(error) });
    return rpcError(500, INTERNAL_ERROR, "Acta could not answer. Try again later.");
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function rpcError(status: number, code: number, text: string, headers: Record<string, string> = {}): Response {
  const body = { jsonrpc: "2.0", error: { code, message: text }, id: null };
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...headers } });
}

function tooMany(headers: Record<string, string> = {}): Response {
  return rpcError(429, SERVER_ERROR, "Too many requests. Try again in a minute.", headers);
}

/** The transport makes its own answers, whose headers cannot be changed. */
function withHeaders({ body, status, headers: own }: Response, rates: Record<string, string>): Response {
  const headers = new Headers(own);
  const all = { ...ratePolicy(RATE), ...rates, "Cache-Control": "no-store" };
  for (const [name, value] of Object.entries(all)) headers.set(name, value);
  return new Response(body, { status, headers });
}
