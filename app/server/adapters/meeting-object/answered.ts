import { INVALID_JSON, UpstreamError } from "#app/server/ports/upstream-error.ts";

/** An error that comes out of an object has lost its class; its message begins with the name that it had there. */
const THROWN_INSIDE = /^UpstreamError: ([\w-]+) failed/;

/** Tells what may work in a moment (a service that the object asked, or the object's own machine) from a fault of ours. */
export async function answered<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (cause) {
    const service = cause instanceof Error ? THROWN_INSIDE.exec(cause.message)?.[1] : undefined;
    if (service !== undefined || isPassing(cause)) {
      const isInvalidJson = cause instanceof Error && cause.message.endsWith(INVALID_JSON);
      throw new UpstreamError({ service: service ?? "meeting-object", retryable: true, isInvalidJson, cause });
    }
    throw cause;
  }
}

/** What the platform notes on an error of its own: the object was moved, restarted, or has too much to do. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("retryable" in error && error.retryable === true) || ("overloaded" in error && error.overloaded === true);
}
