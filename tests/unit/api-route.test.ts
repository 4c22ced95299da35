import { expect, test } from "vitest";
import * as z from "zod";
import { apiError } from "#app/contracts/api-answers.ts";
import { endpoint } from "#app/contracts/endpoint.ts";
import { RATE_LIMITS } from "#app/domain/limits/requests.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import { type ApiRoute, apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { Services } from "#app/server/services.ts";

/** Routes of endpoints that anyone may call: no session is read, so that there is no database behind them. */
const OPEN = {
  actors: ["anyone"],
  scopes: [],
  rate: null,
  failure: "error.saveMeeting",
} as const;
const readThing = endpoint({
  ...OPEN,
  method: "GET",
  path: "/api/test/:meetId/things/:version",
  params: { meetId: "meet-id", version: "version" },
  body: null,
  answer: async () => z.object({ version: z.number() }),
});
const changeThing = endpoint({
  ...OPEN,
  method: "PATCH",
  path: "/api/test/:meetId/things/:version",
  params: { meetId: "meet-id", version: "version" },
  body: async () => z.object({ name: z.string().min(1) }),
  answer: "empty",
});
const saveForm = endpoint({
  ...OPEN,
  method: "POST",
  path: "/api/test/form",
  params: {},
  body: async () => z.object({ name: z.string() }),
  bodyAs: "form",
  answer: async () => z.object({ name: z.string() }),
});

const MEET_ID = "0".repeat(24);
const params = { meetId: MEET_ID, version: "3" };

async function send(
  route: ApiRoute,
  init: RequestInit & { params?: Record<string, string>; rateTaken?: boolean } = {},
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const request = new Request("http://localhost/api/test", init);
  const services: Pick<Services, "log" | "rates" | "config"> = {
    log: () => undefined,
    rates: { take: () => Promise.resolve(init.rateTaken !== true) },
    config: { origin: "http://localhost" } as Services["config"],
  };
  const response = await route({
    request,
    params: init.params ?? params,
    context: { services: services as Services, nonce: "" },
  });
  const text = await response.text();
  const { status, headers } = response;
  return { status, headers, body: text === "" ? null : JSON.parse(text) };
}

const codeOf = ({ body }: { body: unknown }) => apiError.parse(body).error.code;
const JSON_TYPE = { "Content-Type": "application/json" };

test("the parameters of the path arrive as values, and the value goes out as JSON that no cache keeps", async () => {
  const answer = await send(apiRoute(readThing, async ({ params: { version } }) => ok({ version })));
  expect(answer).toMatchObject({ status: 200, body: { version: 3 } });
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
});

test.each([
  ["a meeting's id", { ...params, meetId: "nonsense" }],
  ["a version", { ...params, version: "3a" }],
])("%s that cannot be read is a 404, and the answer is not asked for", async (_name, given) => {
  const never = apiRoute(readThing, () => Promise.reject(new Error("asked")));
  const answer = await send(never, { params: given });
  expect(answer.status).toBe(404);
  expect(codeOf(answer)).toBe("not-found");
});

test("a body is read through its schema before the parameters, and its faults are named", async () => {
  const route = apiRoute(changeThing, async () => ok(null));
  const wrong = await send(route, { method: "PATCH", headers: JSON_TYPE, body: '{"name":""}', params: {} });
  expect(wrong).toMatchObject({ status: 422, body: { error: { code: "invalid-payload", fields: ["name"] } } });
  const good = await send(route, { method: "PATCH", headers: JSON_TYPE, body: '{"name":"x"}' });
  expect(good).toMatchObject({ status: 204, body: null });
});

test("a form is read where the endpoint says so", async () => {
  const route = apiRoute(saveForm, async ({ body }) => ok({ name: body.name }));
  expect(await send(route, { method: "POST", body: new URLSearchParams({ name: "x" }) })).toMatchObject({
    status: 200,
    body: { name: "x" },
  });
  expect(codeOf(await send(route, { method: "POST", headers: JSON_TYPE, body: "{}" }))).toBe("not-form");
});

test("several endpoints of one path are one route, which names all its methods to the others", async () => {
  const route = apiRoutes(
    apiRoute(readThing, async () => ok({ version: 1 })),
    apiRoute(changeThing, async () => ok(null)),
  );
  expect((await send(route, { method: "HEAD" })).status).toBe(200);
  expect((await send(route, { method: "PATCH", headers: JSON_TYPE, body: '{"name":"x"}' })).status).toBe(204);
  const refusal = await send(route, { method: "DELETE" });
  expect(refusal.status).toBe(405);
  expect(refusal.headers.get("Allow")).toBe("GET, HEAD, PATCH");
});

test("a call over the endpoint's rate is a 429 with the seconds to wait", async () => {
  const counted = endpoint({ ...readThing, rate: { limit: "poll", counted: "things" } });
  const route = apiRoute(counted, async () => ok({ version: 1 }));
  const headers = { "CF-Connecting-IP": "192.0.2.1" };
  const answer = await send(route, { headers, rateTaken: true });
  expect(answer.status).toBe(429);
  expect(answer.headers.get("Retry-After")).toBe("60");
  expect((await send(route, { headers })).status).toBe(200);
});

test("every answer of the public API says how often it may be called, also when Acta fails", async () => {
  const spec = { actors: ["key"], scopes: ["read"], rate: { limit: "poll", counted: "v1-things" } } as const;
  const route = apiRoute(endpoint({ ...readThing, ...spec }), async () => ok({ version: 1 }));
  const policy = `"v1-things";q=${RATE_LIMITS.poll};w=60`;
  const withoutKey = await send(route);
  expect([withoutKey.status, withoutKey.headers.get("RateLimit-Policy")]).toEqual([401, policy]);
  // There is no database in which the key could be looked up.
  const failed = await send(route, { headers: { Authorization: `Bearer acta_${"0".repeat(64)}` } });
  expect([failed.status, failed.headers.get("RateLimit-Policy")]).toEqual([500, policy]);
});

test("a refusal has the endpoint's text where its reason has none, and what is said beside it", async () => {
  const route = apiRoute(readThing, async () => ({ ...refused("not-retryable"), beside: { current: 7 } }));
  expect(await send(route)).toMatchObject({
    status: 409,
    body: { error: { code: "not-retryable", message: "Error saving meeting" }, current: 7 },
  });
});

test.each([
  [{ retryable: true }, 503, "unavailable", "Error saving meeting"],
  [{ retryable: false }, 500, "internal", "Error saving meeting"],
  [
    { retryable: true, isInvalidJson: true },
    502,
    "invalid-upstream-json",
    // §8
    "Invalid JSON response from external API",
  ],
])("a service that fails with %j is a %d", async (fault, status, code, message) => {
  const route = apiRoute(readThing, () => Promise.reject(new UpstreamError({ service: "recorder", ...fault })));
  expect(await send(route)).toMatchObject({ status, body: { error: { code, message } } });
});

test("anything else that is thrown is a 500 without its words", async () => {
  const route = apiRoute(readThing, () => Promise.reject(new Error("secret")));
  expect(await send(route)).toMatchObject({
    status: 500,
    body: { error: { code: "internal", message: "Error saving meeting" } },
  });
});
