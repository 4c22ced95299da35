import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { expect, test } from "vitest";
import { v1ListTemplates } from "#app/contracts/endpoints/public.ts";
import { RATE_LIMITS } from "#app/domain/limits/requests.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { ORIGIN } from "#tests/support/api.ts";
import { makeKey, withKey } from "#tests/support/api-key.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { services } from "#tests/support/webhook-bench.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import worker from "#workers/entry.ts";

/** The limits of programs, and refusals that no endpoint makes. */
const codeOf = async (answer: Response) => [answer.status, (await answer.json<{ code: string }>()).code];

test("a program that asks too often is told how long to wait", async () => {
  const { cookie } = await signIn();
  const { key: busy } = await makeKey(cookie, { scope: "write" });
  const { key: other } = await makeKey(cookie, { scope: "write" });
  const remove = (by: string) => withKey(`/api/v1/meetings/${"0".repeat(24)}`, by, { method: "DELETE" });
  // Both keys are the same person's.
  for (let left = RATE_LIMITS.retry - 1; left >= 0; left -= 1) {
    const { status, headers } = await remove(left % 2 === 0 ? busy : other);
    expect([status, headers.get("RateLimit")]).toEqual([
      404,
      expect.stringMatching(new RegExp(`^"v1-delete";r=${left};t=(?:[1-9]|[1-5]\\d|60)$`, "u")),
    ]);
  }
  const refused = await remove(busy);
  const { headers } = refused;
  expect(await codeOf(refused)).toEqual([429, "too-many-requests"]);
  expect(headers.get("RateLimit-Policy")).toBe(`"v1-delete";q=${RATE_LIMITS.retry};w=60`);
  expect(headers.get("RateLimit")).toBe(`"v1-delete";r=0;t=${headers.get("Retry-After")}`);
  // Another limit has a count of its own, and so has another person.
  const read = await withKey("/api/v1/templates", busy);
  expect([read.status, read.headers.get("RateLimit")]).toEqual([200, expect.stringMatching(/^"v1-read";r=599;t=60$/u)]);
  const stranger = await makeKey((await signIn()).cookie, { scope: "write" });
  expect((await remove(stranger.key)).status).toBe(404);
});

test("a network that asks too often is refused with a problem before its keys are looked at, and others are not", async () => {
  // A real count with a lower limit; a test compares the limit of a network with wrangler.toml.
  const env = { ...workerEnv, RATE_NETWORK: workerEnv.RATE_CHAT };
  const from = async (address: string, path = "/api/v1/meetings") => {
    const headers = { "CF-Connecting-IP": address, Authorization: "Bearer acta_none" };
    const context = createExecutionContext();
    const answer = await worker.fetch(new Request(`${ORIGIN}${path}`, { headers }), env, context);
    await waitOnExecutionContext(context);
    return answer;
  };
  let last = await from("2001:db8:7:2::1");
  const before = new Set([last.status]);
  // Twice the limit: a minute may end on the way.
  for (let asked = 0; asked <= 2 * RATE_LIMITS.chat && last.status !== 429; asked += 1) {
    before.add(last.status);
    await last.body?.cancel();
    last = await from(`2001:db8:7:2::${asked.toString(16)}`, asked % 2 === 0 ? "/api/v1/tasks" : "/api/v1/nothing");
  }
  expect(before).toEqual(new Set([401, 404]));
  expect([last.status, last.headers.get("Retry-After")]).toEqual([429, "60"]);
  expect(last.headers.get("Content-Type")).toBe("application/problem+json");
  expect(await last.json()).toMatchObject({
    status: 429,
    code: "too-many-requests",
    title: "Too many requests. Wait a moment and try again.",
  });
  expect((await from("2001:db8:7:3::1")).status).toBe(401);
});

test("an answer that fails says what is left too, and a key that is not accepted is not counted", async () => {
  const { cookie } = await signIn();
  const { key: own } = await makeKey(cookie);
  const failing = apiRoute(v1ListTemplates, () => Promise.reject(new Error("broken")));
  const silent = { ...services, log: () => undefined };
  const request = new Request(`${ORIGIN}/api/v1/templates`, { headers: { Authorization: `Bearer ${own}` } });
  const failed = await failing({ request, params: {}, context: { services: silent, nonce: "" } });
  expect([failed.status, failed.headers.get("RateLimit")]).toEqual([500, '"v1-read";r=599;t=60']);
  for (const path of ["/api/v1/templates", "/api/v1/tasks"]) {
    const refused = await withKey(path, `${own}0`);
    expect([refused.status, refused.headers.get("RateLimit")]).toEqual([401, null]);
  }
  const read = await withKey("/api/v1/templates", own);
  expect(read.headers.get("RateLimit")).toMatch(/^"v1-read";r=598;t=/u);
});

test("refusals that no endpoint makes are problems too", async () => {
  const { key } = await makeKey((await signIn()).cookie, { scope: "write" });
  expect(await codeOf(await withKey("/api/v1/nothing", key))).toEqual([404, "not-found"]);
  const foreign = await withKey("/api/v1/calls", key, {
    method: "POST",
    json: {},
    headers: { Origin: "https://evil.example" },
  });
  expect(foreign.headers.get("Content-Type")).toBe("application/problem+json");
  expect(await codeOf(foreign)).toEqual([403, "forbidden"]);
});
