import { BOT_STREAMS, botEvents } from "#app/contracts/recording/recorder.ts";
import { type CallId, parseCallId } from "#app/domain/ids.ts";
import {
  BOT_EVENTS_BYTES_MAX,
  CALL_SCREENSHOT_BYTES_MAX,
  PIECE_BYTES_MAX,
  PIECES_OF_SEGMENT_MAX,
  RECORDER_WEBHOOK_BYTES_MAX,
} from "#app/domain/limits/calls.ts";
import { clientNetwork } from "#app/server/http/client-network.ts";
import { RETRY_AFTER, tooManyRequests } from "#app/server/http/error-response.ts";
import { readAtMost, readJson } from "#app/server/http/read-body.ts";
import type { CallIngest, CallPiece } from "#app/server/ports/call-process.ts";
import { toHex, verifySink } from "#app/server/tokens/sink-token.ts";
import type { Services } from "#app/server/services.ts";
import { callObjectOf } from "#workers/compose/objects.ts";
import { recorderOf } from "#workers/compose/engines.ts";
import type { Config, Env } from "#workers/config.ts";
import { RECORDER_CALLS_PATH, RECORDER_WEBHOOK_PATH } from "#workers/recorder-paths.ts";

/**
 * Requests from recorders: they come from no page and no person, so they have no origin and no session. The recorder of a call proves
 * itself with the token that came with its order; hosted recorders sign their webhooks. All other requests are refused.
 */
type Needs = { env: Env; config: Config; services: Pick<Services, "rates" | "log" | "now"> };

export function isRecorderCall(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return pathname.startsWith(RECORDER_CALLS_PATH) || pathname.startsWith(RECORDER_WEBHOOK_PATH);
}

export async function answerRecorder(request: Request, needs: Needs): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith(RECORDER_WEBHOOK_PATH)) {
    return answerWebhook(request, needs);
  }
  const asked = pathname.slice(RECORDER_CALLS_PATH.length).split("/");
  const callId = parseCallId(asked[0]);
  const object = callId === null ? null : await provenObject(request, callId, needs);
  if (callId === null || object === null) return refuseStranger(request, needs);
  const calls = callObjectOf(needs.env, object);
  if (calls === null) return refusal(410, "over");
  const [, what, ...rest] = asked;
  if (what === "pieces" && rest.length === 3) return takePiece(request, { callId, calls, rest });
  if (what === "events" && rest.length === 0) return takeEvents(request, { callId, calls });
  if (what === "screenshot" && rest.length === 0) return takeScreenshot(request, { callId, calls });
  return refusal(404, "not-found");
}

/** The object of the call, when the request carries the call's own token. */
async function provenObject(request: Request, callId: CallId, { config }: Needs): Promise<string | null> {
  const token = /^Bearer ([\x21-\x7e]{16,200})$/.exec(request.headers.get("Authorization") ?? "")?.[1];
  return token === undefined ? null : verifySink(config.recorder.callSecret, callId, token);
}

/** Only requests without proof count against the rate limit: a running recording is never held up. */
async function refuseStranger(request: Request, { services }: Needs): Promise<Response> {
  const network = clientNetwork(request);
  if (network !== null && !(await services.rates.take("network", "recorder", network))) return tooManyRequests(request);
  return refusal(401, "unproven", { "WWW-Authenticate": "Bearer" });
}

type Call = { callId: CallId; calls: CallIngest };

async function takePiece(request: Request, { callId, calls, rest }: Call & { rest: string[] }): Promise<Response> {
  if (request.method !== "PUT") return refusal(405, "method-not-allowed", { Allow: "PUT" });
  const sha256 = request.headers.get("x-acta-sha256") ?? "";
  const name = pieceOf(rest);
  if (name === null || !/^[0-9a-f]{64}$/.test(sha256)) return refusal(400, "malformed");
  const bytes = await readAtMost(request, PIECE_BYTES_MAX);
  if (bytes === null) return refusal(413, "too-large");
  if (bytes.byteLength === 0) return refusal(400, "empty");
  const found = toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  // The piece was damaged on the way: the recorder still has it whole, and sends it again.
  if (found !== sha256) return refusal(400, "digest");
  const answer = await calls.takePiece(callId, { ...name, sha256 }, bytes);
  if (answer === "conflict") return refusal(409, "conflict");
  // The recorder sends it again.
  if (answer === "not-yet") return refusal(503, "not-yet");
  return answer === "over" ? refusal(410, "over") : answered({ ok: true });
}

function pieceOf([stream, segment, seq]: string[]): Omit<CallPiece, "sha256"> | null {
  const known = BOT_STREAMS.find((one) => one === stream);
  const [segmentNumber, seqNumber] = [wholeNumber(segment), wholeNumber(seq)];
  if (known === undefined || segmentNumber === null || seqNumber === null) return null;
  return { stream: known, segment: segmentNumber, seq: seqNumber };
}

/** Accepts one spelling of each number, so that nothing is stored under two names. */
function wholeNumber(text: string | undefined): number | null {
  if (text === undefined || !/^(0|[1-9]\d{0,6})$/.test(text)) return null;
  const value = Number(text);
  return value <= PIECES_OF_SEGMENT_MAX ? value : null;
}

async function takeEvents(request: Request, { callId, calls }: Call): Promise<Response> {
  if (request.method !== "POST") return refusal(405, "method-not-allowed", { Allow: "POST" });
  const read = await readJson(request, botEvents, BOT_EVENTS_BYTES_MAX);
  if (!read.ok) return refusal(read.reason === "body-too-large" ? 413 : 400, read.reason);
  const answer = await calls.takeEvents(callId, read.value);
  return answer === null ? refusal(410, "over") : answered(answer);
}

async function takeScreenshot(request: Request, { callId, calls }: Call): Promise<Response> {
  if (request.method !== "PUT") return refusal(405, "method-not-allowed", { Allow: "PUT" });
  const type = request.headers.get("Content-Type") ?? "";
  if (type !== "image/png" && type !== "image/jpeg") return refusal(415, "not-a-picture");
  const bytes = await readAtMost(request, CALL_SCREENSHOT_BYTES_MAX);
  if (bytes === null) return refusal(413, "too-large");
  if (bytes.byteLength === 0) return refusal(400, "empty");
  const taken = await calls.takeScreenshot(callId, type, bytes);
  return taken ? new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } }) : refusal(410, "over");
}

/**
 * Webhooks of a hosted recorder. Anybody can send bytes here, so the cheap checks come first: rate, then size, then the
 * signature; only what is signed is parsed. A message that is genuine and useless, or that was heard before, is answered with 200:
 * any other answer would make the sender repeat it.
 */
async function answerWebhook(
  request: Request,
  { env, services }: { env: Env; services: Pick<Services, "rates" | "log" | "now"> },
): Promise<Response> {
  const network = clientNetwork(request);
  if (network !== null && !(await services.rates.take("network", "webhook", network))) return tooManyRequests(request);
  const recorder = recorderOf(env);
  const engine = new URL(request.url).pathname.slice(RECORDER_WEBHOOK_PATH.length);
  if (recorder === null || recorder.readWebhook === null || recorder.engine !== engine) return refused("unproven");
  if (request.method !== "POST") return refusal(405, "method-not-allowed", { Allow: "POST" });
  const body = await readAtMost(request, RECORDER_WEBHOOK_BYTES_MAX);
  if (body === null) return refusal(413, "too-large");
  const read = await recorder.readWebhook({ headers: request.headers, body, now: services.now() });
  if (read === "unproven") return refused("unproven");
  if (read === "stale") {
    // Also what a clock that is wrong by minutes looks like, here or there.
    services.log("recorder.webhook.stale", { engine });
    return refused("stale");
  }
  if (read === "meaningless") return answered({ ok: true });
  const { address, ...said } = read;
  const callId = parseCallId(address.callId);
  const calls = callObjectOf(env, address.object);
  const outcome = callId === null || calls === null ? "gone" : await calls.receiveBotReport(callId, said);
  if (outcome !== "received") services.log("recorder.webhook.unmatched", { engine, state: said.state, outcome });
  // The sender repeats it, and the bot is told to leave then.
  if (outcome === "not-dismissed") return refusal(503, "recorder-unavailable", RETRY_AFTER);
  return answered({ ok: true });
}

function refused(reason: "unproven" | "stale"): Response {
  return refusal(401, reason, { "WWW-Authenticate": "Signature" });
}

/** Answers for recorders. They are programs, which read a status and a word. */
function answered(value: unknown): Response {
  return Response.json(value, { headers: { "Cache-Control": "no-store" } });
}

function refusal(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status, headers: { "Cache-Control": "no-store", ...headers } });
}
