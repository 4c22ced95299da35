import { type CallResult, failed } from "#app/contracts/call-result.ts";
import type { AnswerOf, BodyOf, EndpointSpec } from "#app/contracts/endpoint.ts";

/** The browser's one way to call the API. */

export type CallOptions<Spec extends EndpointSpec> = {
  signal?: AbortSignal | undefined;
  /** How long the answer is waited for; absent: as long as the browser does. A change is not given up half way. */
  timeoutMs?: number;
  /** The call outlives its page. */
  keepalive?: true;
  /** A good answer's body is not read; the value is null. */
  unread?: true;
} & (keyof Spec["params"] extends never
  ? { params?: undefined }
  : { params: { readonly [Name in keyof Spec["params"]]: string | number } }) &
  (Spec["body"] extends null ? { body?: undefined } : { body: BodyOf<Spec> });

/** Events and files are read by the caller. */
export type ValueOf<Spec extends EndpointSpec, Options> = Options extends { unread: true }
  ? null
  : Spec["answer"] extends "events" | "file"
    ? Response
    : AnswerOf<Spec>;

/**
 * Calls an endpoint. Never throws: whatever goes wrong is a value. The code that sends and checks comes with the first call, so
 * that a page's first load does not hold it; where that script does not come, neither would an answer.
 */
export async function callApi<const Spec extends EndpointSpec, const Options extends CallOptions<Spec>>(
  spec: Spec,
  options: Options,
): Promise<CallResult<ValueOf<Spec, Options>>> {
  try {
    const { sendCall } = await import("#app/contracts/send-call.ts");
    // The endpoint's schema has checked the value; the types of one endpoint cannot be followed through all of them.
    return (await sendCall(spec, options)) as CallResult<ValueOf<Spec, Options>>;
  } catch {
    return failed(options.signal?.aborted ? "aborted" : "offline");
  }
}
