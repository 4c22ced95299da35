import { expect } from "vitest";
import { createdKey } from "#app/contracts/keys.ts";
import { call, post } from "#tests/support/api.ts";

/** For worker tests: keys of the public API, and calls under them. */
export async function makeKey(cookie: string, over: object = {}) {
  const answer = await post("/api/acta/keys", cookie, { name: "Weekly report", scope: "read", days: 90, ...over });
  expect(answer.status).toBe(200);
  return createdKey.parse(await answer.json());
}

type Sent = { method?: string; json?: unknown; headers?: Record<string, string> };

export const withKey = (path: string, key: string, { method = "GET", json, headers = {} }: Sent = {}) =>
  call(path, {
    method,
    headers: { Authorization: `Bearer ${key}`, ...headers },
    ...(json === undefined ? {} : { json }),
  });
