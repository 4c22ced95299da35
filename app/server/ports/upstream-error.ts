/** §8: what is raised where an outside service answers with something that is no JSON. */
export const INVALID_JSON = "Invalid JSON response from external API";

/** An outside service failed. The message is for the log; a person reads a text chosen by reason. */
export class UpstreamError extends Error {
  readonly service: string;
  readonly status: number | null;
  readonly retryable: boolean;
  /** What the service asked for (Retry-After), in milliseconds. */
  readonly retryAfterMs: number | null;
  /** It answered, with something that is no JSON. */
  readonly isInvalidJson: boolean;

  /**
   * Known by its name. The Worker holds this class twice, once in what Vite bundled (pages, use cases) and once beside it
   * (adapters, the meeting object), so that the ordinary `instanceof` is false for every error that crosses over.
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
