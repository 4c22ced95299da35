import { type Answer, askService } from "#app/server/adapters/tasks/ask-service.ts";
import type { TaskService } from "#app/server/ports/task-service.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** Requests in the name of a connected account. */

export type OfAccount = Parameters<TaskService["account"]>[0];

/** Asks with the token in hand; one that is refused is refreshed once. Throws 401 where the person must connect again. */
export async function withToken<Given>(
  service: string,
  access: OfAccount["access"],
  { ask, isRefused }: { ask: (token: string) => Promise<Given>; isRefused: (answer: Given) => boolean },
): Promise<Given> {
  for (const fresh of [false, true]) {
    const token = await access(fresh);
    if (token === null) break;
    const answer = await ask(token);
    if (!isRefused(answer)) return answer;
  }
  throw new UpstreamError({ service, status: 401, retryable: false });
}

export type RestRequest = { query?: Record<string, string>; json?: unknown; headers?: Record<string, string> };
export type Rest = (method: "GET" | "POST", path: string, request?: RestRequest) => Promise<Answer>;

/** Requests with JSON below `api`. Statuses below 500 are answers, but for 401 and 429. */
export function restOf(service: string, api: string, { access, signal }: OfAccount): Rest {
  return (method, path, { query, json, headers } = {}) => {
    const url = `${api}${path}${query ? `?${new URLSearchParams(query)}` : ""}`;
    const ask = (token: string) =>
      askService(service, url, {
        method,
        headers: {
          Accept: "application/json",
          Authorization: `Bearer ${token}`,
          ...(json !== undefined && { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
        ...(signal && { signal }),
      });
    return withToken(service, access, { ask, isRefused: ({ status }) => status === 401 });
  };
}

export type Page<Value> = { found: Value[]; next: string | null };

/** All values of a list that comes in pages, `max` at the most. `next` of a page asks for the one after it. */
export async function allPages<Value>(
  max: number,
  read: (after: string | null) => Promise<Page<Value>>,
): Promise<Value[]> {
  const all: Value[] = [];
  let after: string | null = null;
  while (all.length < max) {
    const { found, next }: Page<Value> = await read(after);
    all.push(...found);
    // A page without an entry is the last one, whatever it says.
    if (next === null || found.length === 0) break;
    after = next;
  }
  return all.slice(0, max);
}
