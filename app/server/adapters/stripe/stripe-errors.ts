import { Stripe } from "stripe";
import { SECOND_MS } from "#app/domain/limits/units.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** Failures of Stripe as those of any outside service. Its messages are for the log of Stripe: they can hold names and addresses. */

const BAD_REQUEST = 400;
const NOT_FOUND = 404;
const CONFLICT = 409;
const TOO_MANY = 429;
const SERVER = 500;

/** Throws UpstreamError where Stripe fails or refuses. */
export async function refuseUpstream<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (error) {
    throw upstreamOf(error);
  }
}

/** Null where Stripe has no such object. */
export async function orNone<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing") return null;
    throw upstreamOf(error);
  }
}

/** Whether Stripe says that the object is not there, or cannot be changed in this way any more. */
export function isRefused(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    (error.statusCode === BAD_REQUEST || error.statusCode === NOT_FOUND)
  );
}

export function upstreamOf(error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return error instanceof Error ? error : new Error("stripe failed", { cause: error });
  }
  const status = error.statusCode ?? null;
  const wait = Number(error.headers?.["retry-after"]);
  return new UpstreamError({
    service: "stripe",
    status,
    retryable: status === null || status === CONFLICT || status === TOO_MANY || status >= SERVER,
    retryAfterMs: Number.isFinite(wait) && wait > 0 ? wait * SECOND_MS : null,
    cause: error.type,
  });
}
