import { expect, test } from "vitest";
import { ENDPOINTS } from "#app/contracts/endpoints/registry.ts";
import { ACTA_PATHS } from "#tests/support/route-paths.ts";

const described = (endpoints: typeof ENDPOINTS) => endpoints.map(({ method, path }) => `${method} ${path}`);

test("every route under /api/acta is declared as an endpoint, and every such endpoint has a route", () => {
  const declared = new Set(ENDPOINTS.map(({ path }) => path).filter((path) => path.startsWith("/api/acta/")));
  expect([...declared].toSorted()).toEqual(ACTA_PATHS.toSorted());
});

test("no two endpoints have the same method and path", () => {
  expect(described(ENDPOINTS)).toEqual([...new Set(described(ENDPOINTS))]);
});

test.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  "%s reads what it declares",
  async (_name, { method, path, params, body, answer }) => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(params)).toEqual(names);
    if (method === "GET") expect(body).toBeNull();
    // The schemas come with a dynamic import, so a wrong name would only show when a call is made.
    if (body !== null) expect((await body()).safeParse).toBeTypeOf("function");
    if (typeof answer !== "string") expect((await answer()).safeParse).toBeTypeOf("function");
  },
);

test("a change is counted, except saving preferences", () => {
  const uncounted = ENDPOINTS.filter(({ method, rate }) => method !== "GET" && rate === null);
  expect(described(uncounted)).toEqual(["POST /api/acta/user/preferences"]);
});
