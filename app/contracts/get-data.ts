import { callApi, type CallOptions, type ValueOf } from "#app/contracts/call-api.ts";
import type { CallFailure } from "#app/contracts/call-result.ts";
import type { EndpointSpec } from "#app/contracts/endpoint.ts";

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
