import { INVALID_JSON, UpstreamError } from "#app/server/ports/upstream-error.ts";

/** An error that crosses an object's RPC boundary loses its class; its message begins with the name of that class. */
const THROWN_INSIDE = /^UpstreamError: ([\w-]+) failed/;

/** Separates temporary failures (of a service that the object called, or of the object's machine) from faults of our code. */
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

/** Whether the platform marks the error as temporary: the object was moved, restarted or is overloaded. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("retryable" in error && error.retryable === true) || ("overloaded" in error && error.overloaded === true);
}
