/** §8: the message of the error when an external service answers with invalid JSON. */
export const INVALID_JSON = "Invalid JSON response from external API";

/** An outside service failed. The message is for the log; a person reads a text chosen by reason. */
export class UpstreamError extends Error {
  readonly service: string;
  readonly status: number | null;
  readonly retryable: boolean;
  /** Delay that the service requested (Retry-After), in milliseconds. */
  readonly retryAfterMs: number | null;
  /** The service answered, but with invalid JSON. */
  readonly isInvalidJson: boolean;

  /**
   * Recognised by its name: an error that crosses RPC of an object has lost its class, and a bundle that does not share its modules (decision
   * 007) holds this class a second time. The ordinary `instanceof` would be false for both.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "UpstreamError";
  }

  constructor(input: {
    service: string;
    status?: number | null;
    retryable: boolean;
    retryAfterMs?: number | null;
    isInvalidJson?: boolean;
    cause?: unknown;
  }) {
    const status = input.status ? ` (${input.status})` : "";
    const said = input.isInvalidJson ? `: ${INVALID_JSON}` : "";
    super(`${input.service} failed${status}${said}`, { cause: input.cause });
    this.name = "UpstreamError";
    this.service = input.service;
    this.status = input.status ?? null;
    this.retryable = input.retryable;
    this.retryAfterMs = input.retryAfterMs ?? null;
    this.isInvalidJson = input.isInvalidJson ?? false;
  }
}
