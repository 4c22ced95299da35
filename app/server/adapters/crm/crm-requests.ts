import { CRM_ANSWER_BYTES_MAX, CRM_CALL_MS_MAX } from "#app/domain/limits/deliveries.ts";
import { askUpstream, parseJson } from "#app/server/ports/ask-upstream.ts";
import type { Crm } from "#app/server/ports/crm.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** Too many requests; and HubSpot's 423 (locked for seconds) and 477 (the account is being moved, for up to a day). */
const WAITS = [423, 429, 477];
const LIMITS = { msMax: CRM_CALL_MS_MAX, bytesMax: CRM_ANSWER_BYTES_MAX, waits: WAITS };

type Answer = { status: number; body: unknown };

/** A call with the token of one account. */
export type AskAccount = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** Calls of one CRM over HTTP. `service` names it in errors. */
export function crmRequests(service: string) {
  async function ask(url: string, init: RequestInit): Promise<Answer> {
    const { status, text } = await askUpstream({ service, ...LIMITS }, url, init);
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
        return ask(`${base}/${path}`, signal ? { ...init, signal } : init);
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
