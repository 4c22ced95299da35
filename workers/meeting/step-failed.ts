import type { EndReason } from "#app/domain/meeting/status.ts";

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
