import { CRM_ANSWER_BYTES_MAX, CRM_CALL_MS_MAX } from "#app/domain/limits/deliveries.ts";
import type { Crm } from "#app/server/ports/crm.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** Too many requests; and HubSpot's 423 (locked for seconds) and 477 (the account is being moved, for up to a day). */
const WAITS = new Set([423, 429, 477]);

type Answer = { status: number; body: unknown };

/** A call with the token of one account. */
export type AskAccount = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** Calls of one CRM over HTTP. `service` names it in errors. */
export function crmRequests(service: string) {
  /**
   * One call: bounded in time and size, no redirects. Throws UpstreamError where the CRM does not answer, asks to wait or fails (5xx).
   * Its words about an error stay here: they may hold what was sent.
   */
  async function ask(url: string, init: RequestInit, signal?: AbortSignal): Promise<Answer> {
    const limit = AbortSignal.timeout(CRM_CALL_MS_MAX);
    let response: Response;
    let text: string | null;
    try {
      const until = signal ? AbortSignal.any([signal, limit]) : limit;
      response = await fetch(url, { ...init, redirect: "manual", signal: until });
      text = await readText(response);
    } catch (cause) {
      throw new UpstreamError({ service, retryable: true, cause });
    }
    const { status } = response;
    if (WAITS.has(status) || status >= 500) {
      throw new UpstreamError({ service, status, retryable: true, retryAfterMs: retryAfter(response) });
    }
    if (text === null) throw new UpstreamError({ service, status, retryable: false });
    return { status, body: parseJson(text) };
  }

  /**
   * Calls with the token of one account, by paths below `base`. A token that is refused is refreshed once: HubSpot ends tokens early when an
   * app's scopes change.
   */
  function askAs(
    { access, signal }: Pick<Parameters<Crm["account"]>[0], "access" | "signal">,
    base: string,
  ): AskAccount {
    return async (method, path, body) => {
      const send = async (fresh: boolean) => {
        const token = await access(fresh);
        if (token === null) throw new UpstreamError({ service, status: 401, retryable: false });
        const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
        const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
        return ask(`${base}/${path}`, init, signal);
      };
      const answer = await send(false);
      return answer.status === 401 ? send(true) : answer;
    };
  }

  /** Reads a good answer; anything else is an UpstreamError of its status. */
  function goodAnswer<Value>(
    { status, body }: Answer,
    schema: { safeParse: (body: unknown) => { success: true; data: Value } | { success: false } },
  ): Value {
    const read = status < 300 ? schema.safeParse(body) : null;
    if (read === null) throw new UpstreamError({ service, status, retryable: false });
    if (!read.success) throw new UpstreamError({ service, status: 502, retryable: true, isInvalidJson: true });
    return read.data;
  }

  return { ask, askAs, goodAnswer };
}

/** Null where it is longer than CRM_ANSWER_BYTES_MAX: the rest is not read, so that an answer without end fills no memory. */
async function readText({ body }: Response): Promise<string | null> {
  if (body === null) return "";
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > CRM_ANSWER_BYTES_MAX) {
      await reader.cancel().catch(() => undefined);
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
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
