import { expect, test } from "vitest";
import { v1Describe } from "#app/contracts/endpoints/public.ts";
import { ENDPOINTS } from "#app/contracts/endpoints/registry.ts";
import { API } from "#app/routes/api/table.ts";
import { ACTA_PATHS } from "#tests/support/route-paths.ts";
const described = (endpoints: typeof ENDPOINTS) => endpoints.map(({ method, path }) => `${method} ${path}`);

test("every route under /api/acta is declared as an endpoint, and every such endpoint has a route", () => {
  const declared = new Set(ENDPOINTS.map(({ path }) => path).filter((path) => path.startsWith("/api/acta/")));
  expect([...declared].toSorted()).toEqual(ACTA_PATHS.toSorted());
});

test("every declared endpoint is answered once by the table of the API, and the table answers no other", () => {
  const answered = new Set(API.flatMap(({ answer }) => answer.served.map(({ spec }) => spec)));
  // The description of the public API is a route of its own.
  expect(answered).toEqual(new Set(ENDPOINTS.filter((endpoint) => endpoint !== v1Describe)));
});

test("no two endpoints have the same method and path", () => {
  expect(described(ENDPOINTS)).toEqual([...new Set(described(ENDPOINTS))]);
});

const cases = ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

test.each(cases)("%s declares the parameters of its path, and its schemas can be loaded", async (_name, endpoint) => {
  const { path, params, body, answer } = endpoint;
  expect(Object.keys(params)).toEqual([...path.matchAll(/:(\w+)/g)].map(([, name]) => name));
  // The schemas come with a dynamic import, so a wrong name would only show when a call is made.
  const loaders = [body, answer].filter((load) => typeof load === "function");
  const schemas = await Promise.all(loaders.map((load) => load()));
  for (const schema of schemas) expect(schema).toMatchObject({ safeParse: expect.any(Function) });
});

test("no GET reads a body", () => {
  expect(described(ENDPOINTS.filter(({ method, body }) => method === "GET" && body !== null))).toEqual([]);
});

test("a change is counted, except saving preferences", () => {
  const uncounted = ENDPOINTS.filter(({ method, rate }) => method !== "GET" && rate === null);
  expect(described(uncounted)).toEqual(["POST /api/acta/user/preferences"]);
});
