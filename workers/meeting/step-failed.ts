import type { EndReason } from "#app/domain/meeting/status.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { type Failure, failureOf } from "#workers/durable/runner.ts";

/** A step could not do its work: why, as the screen will say it, and whether trying again by ourselves makes sense. */
export class StepFailed extends Error {
  readonly reason: EndReason;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;

  constructor(input: { reason: EndReason; retryable: boolean; retryAfterMs?: number | null; cause?: unknown }) {
    super(`step failed: ${input.reason}`, { cause: input.cause });
    this.name = "StepFailed";
    this.reason = input.reason;
    this.retryable = input.retryable;
    this.retryAfterMs = input.retryAfterMs ?? null;
  }
}

/** A step says why it failed; a store that does not answer is our own fault, and worth another try whatever it says. */
export function stepFailureOf(error: unknown): Failure<EndReason> {
  if (error instanceof StepFailed) {
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    return { reason: error.reason, retryable: error.retryable, retryAfterMs: error.retryAfterMs, error: cause };
  }
  const failure = failureOf(error);
  return error instanceof UpstreamError ? { ...failure, retryable: true, error: error.message } : failure;
}
