import { CRM_ANSWER_BYTES_MAX, CRM_CALL_MS_MAX } from "#app/domain/limits/deliveries.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** Too many requests; and HubSpot's 423 (locked for seconds) and 477 (the account is being moved, for up to a day). */
const WAITS = new Set([423, 429, 477]);

/** Calls of one CRM over HTTP. `service` names it in errors. */
export function crmRequests(service: string) {
  /**
   * One call: bounded in time and size, no redirects. Throws UpstreamError where the CRM does not answer, asks to wait or fails (5xx).
   * Its words about an error stay here: they may hold what was sent.
   */
  async function ask(url: string, init: RequestInit, signal?: AbortSignal): Promise<{ status: number; body: unknown }> {
    const limit = AbortSignal.timeout(CRM_CALL_MS_MAX);
    let response: Response;
    let text: string;
    try {
      const until = signal ? AbortSignal.any([signal, limit]) : limit;
      response = await fetch(url, { ...init, redirect: "manual", signal: until });
      text = await response.text();
    } catch (cause) {
      throw new UpstreamError({ service, retryable: true, cause });
    }
    const { status } = response;
    if (WAITS.has(status) || status >= 500) {
      throw new UpstreamError({ service, status, retryable: true, retryAfterMs: retryAfter(response) });
    }
    if (text.length > CRM_ANSWER_BYTES_MAX) throw new UpstreamError({ service, status, retryable: false });
    return { status, body: parseJson(text) };
  }

  /** Reads a good answer; anything else is an UpstreamError of its status. */
  function goodAnswer<Value>(
    { status, body }: { status: number; body: unknown },
    schema: { safeParse: (body: unknown) => { success: true; data: Value } | { success: false } },
  ): Value {
    const read = status < 300 ? schema.safeParse(body) : null;
    if (read === null) throw new UpstreamError({ service, status, retryable: false });
    if (!read.success) throw new UpstreamError({ service, status: 502, retryable: true, isInvalidJson: true });
    return read.data;
  }

  return { ask, goodAnswer };
}

function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get("Retry-After") ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
