import { type CallFailure, type CallResult, failed } from "#app/contracts/call-result.ts";
import { type AnswerOf, type BodyOf, type EndpointSpec, pathOf } from "#app/contracts/endpoint.ts";
import { SESSION_DOUBTED_EVENT, SESSION_ENDED_EVENT } from "#app/contracts/session.ts";
import { noteAnswer } from "#app/contracts/answering.ts";
import { RATE_PERIOD_S } from "#app/domain/limits/requests.ts";

/** The browser's one way to call the API. Schemas load with the first call: they are a fifth of a page. */

export type CallOptions<Spec extends EndpointSpec> = {
  /** Parameters behind the question mark. */
  query?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** Time limit for the answer, in ms; absent: the browser's own. Changes to a meeting set none: they must not be aborted half way. */
  timeoutMs?: number;
  /** The call may outlive its page. */
  keepalive?: true;
  /** The body of a successful answer is not read; the value is null. */
  unread?: true;
  /** The body of an endpoint that takes bytes, with its headers. */
  bytes?: { body: Blob | Uint8Array<ArrayBuffer>; headers: Readonly<Record<string, string>> };
  /** The page calls by itself: nobody waits for the answer, so an ended session is no refused action. */
  unasked?: true;
} & (keyof Spec["params"] extends never
  ? { params?: undefined }
  : { params: { readonly [Name in keyof Spec["params"]]: string | number } }) &
  (Spec["body"] extends null ? { body?: undefined } : { body: BodyOf<Spec> });

/** Events and files are read by the caller. */
type ValueOf<Spec extends EndpointSpec, Options> = Options extends { unread: true }
  ? null
  : Spec["answer"] extends "events" | "file"
    ? Response
    : AnswerOf<Spec>;

/** The same without the endpoint's types. */
type Sent = {
  query?: Readonly<Record<string, string>>;
  params?: Readonly<Record<string, string | number>> | undefined;
  body?: unknown;
  bytes?: { body: Blob | Uint8Array<ArrayBuffer>; headers: Readonly<Record<string, string>> };
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  keepalive?: true;
  unread?: true;
  unasked?: true;
};

const loadRefusal = async () => (await import("#app/contracts/api-answers.ts")).apiError;

/** Calls an endpoint. Never throws: every failure is returned as a value. */
export async function callApi<const Spec extends EndpointSpec, const Options extends CallOptions<Spec>>(
  spec: Spec,
  options: Options,
): Promise<CallResult<ValueOf<Spec, Options>>> {
  // The endpoint's schema has checked the value; TypeScript cannot follow the types of one endpoint through all of them.
  return (await send(spec, options)) as CallResult<ValueOf<Spec, Options>>;
}

async function send(spec: EndpointSpec, options: Sent): Promise<CallResult<unknown>> {
  const { signal, timeoutMs } = options;
  const timeout = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs);
  const signals = [signal, timeout].filter((each) => each instanceof AbortSignal);
  const loading = options.unread || typeof spec.answer === "string" ? null : spec.answer();
  // Awaited below; until then a rejection must not count as unhandled.
  loading?.catch(() => undefined);
  // With the call: the network that brought a refusal may be gone a moment later.
  const refusal = loadRefusal().catch(() => null);
  try {
    const asked = options.query ? `?${new URLSearchParams(options.query)}` : "";
    const response = await fetch(`${pathOf(spec, options.params)}${asked}`, {
      ...(options.bytes ?? sent(spec, options.body)),
      method: spec.method,
      credentials: "include",
      signal: signals.length === 0 ? null : AbortSignal.any(signals),
      ...(options.keepalive ? { keepalive: true } : {}),
    });
    noteAnswer(response.status < 500);
    if (!response.ok) return refusalOf(response, { text: await response.text(), schema: await refusal }, options);
    if (!options.unread && (spec.answer === "events" || spec.answer === "file")) return { ok: true, value: response };
    if (loading === null) return { ok: true, value: null };
    const json = parseJson(await response.text());
    const schema = await loading;
    const checked = json && schema.safeParse(json.value);
    return checked?.success
      ? { ok: true, value: checked.data }
      : { ...unanswered("unreadable"), status: response.status };
  } catch {
    if (signal?.aborted) return failed("aborted");
    noteAnswer(false);
    return failed(timeout?.aborted ? "timed-out" : "offline");
  }
}

/** §7: JSON both ways, credentials included. */
function sent(spec: EndpointSpec, body: unknown): RequestInit {
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  if (spec.bodyAs === "form") return { headers: { Accept: "application/json" }, body: formOf(body) };
  return body === undefined ? { headers } : { headers, body: JSON.stringify(body) };
}

function formOf(body: unknown): URLSearchParams {
  const fields = Object.entries(body ?? {}).filter(([, value]) => value !== undefined);
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
}

/** A refusal gives its reason as JSON; an answer made by something between page and server may not. */
function refusalOf(
  response: Response,
  { text, schema }: { text: string; schema: Awaited<ReturnType<typeof loadRefusal>> | null },
  { unasked }: Sent,
): { ok: false } & CallFailure {
  const { status } = response;
  const json = parseJson(text);
  const parsed = schema?.safeParse(json?.value);
  const said = parsed?.success ? parsed.data.error : null;
  const refusal = {
    status,
    code: said?.code ?? null,
    reason: said?.reason ?? null,
    message: said?.message ?? null,
    fields: said?.fields ?? [],
    cue: said?.cue ?? null,
    body: json?.value ?? null,
  };
  if (status === 429) return { ...unanswered("too-many-requests"), ...refusal, retryAfterS: retryAfterS(response) };
  if (status === 401) return signedOut(refusal, unasked ? SESSION_DOUBTED_EVENT : SESSION_ENDED_EVENT);
  return { ...unanswered(said === null ? "unreadable" : "refused"), ...refusal };
}

/** Every action tells the page in the same way that the session has ended; the page's one notice about it answers. */
function signedOut(refusal: Partial<CallFailure>, event: string): { ok: false } & CallFailure {
  if (typeof window !== "undefined") window.dispatchEvent(new Event(event));
  return { ...unanswered("signed-out"), ...refusal };
}

const unanswered = (kind: CallFailure["kind"]) => ({ ...failed("offline"), kind });

/** A rate limit is counted per minute, so RATE_PERIOD_S is the delay when the answer names no number of seconds. */
function retryAfterS(response: Response): number {
  const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : RATE_PERIOD_S;
}

/** Null when the text is not JSON. */
function parseJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** §7: what the generic GET raises. `failure` says why there is no value. */
export class CallError extends Error {
  readonly failure: CallFailure;

  constructor(failure: CallFailure) {
    const isAnswered = failure.status >= 200 && failure.status < 300;
    super(isAnswered ? "Invalid JSON response" : "Error al obtener los datos");
    this.name = "CallError";
    this.failure = failure;
  }
}

/** §7: the generic GET. Its value; throws CallError where there is none. */
export async function getData<
  const Spec extends EndpointSpec & { method: "GET" },
  const Options extends CallOptions<Spec>,
>(spec: Spec, options: Options): Promise<ValueOf<Spec, Options>> {
  const result = await callApi<Spec, Options>(spec, options);
  if (!result.ok) throw new CallError(result);
  return result.value;
}
