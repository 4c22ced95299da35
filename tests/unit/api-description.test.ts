// oxlint-disable vitest/no-conditional-expect -- an operation has a body and an answer, or has none
import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, expect, test } from "vitest";
import type { EndpointSpec } from "#app/contracts/endpoint.ts";
import { ENDPOINTS } from "#app/contracts/endpoints/registry.ts";
import { exampleOf } from "#app/server/http/api-examples.ts";
import { type ApiDescription, operationsOf } from "#app/server/http/api-operations.ts";
import { describeApi } from "#app/server/http/describe-api.ts";

/** The OpenAPI document of the public API. */
const ORIGIN = "https://acta.example";
const PUBLIC: readonly EndpointSpec[] = ENDPOINTS.filter(({ actors }) => actors.includes("key"));

let document: ApiDescription;
beforeAll(async () => {
  document = await describeApi(ORIGIN);
});

test("the document is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

test("the document holds every operation of the public API once, and nothing else", () => {
  const operations = operationsOf(document);
  expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    PUBLIC.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`).toSorted(),
  );
  expect(new Set(operations.map(({ id }) => id)).size).toBe(PUBLIC.length);
  for (const spec of ENDPOINTS) expect(spec.described !== undefined).toBe(spec.actors.includes("key"));
});

test.each(PUBLIC)("$method $path has a valid example of its body and answer", async ({ described, body, answer }) => {
  const example = exampleOf(described?.id ?? "");
  if (body === null) expect(example.body).toBeUndefined();
  else expect((await body()).safeParse(example.body)).toMatchObject({ success: true });
  if (typeof answer === "string") expect(example.answer).toBeUndefined();
  else expect((await answer()).safeParse(example.answer)).toEqual({ success: true, data: example.answer });
});

test("an operation names its scope, its headers, and its refusals by status and code", () => {
  const change = document.paths["/api/v1/meetings/{meetId}/tasks/{taskId}"]?.patch;
  expect(change?.security).toEqual([{ key: ["write"] }]);
  expect(change?.parameters).toContainEqual(
    expect.objectContaining({ name: "If-Match", in: "header", required: true }),
  );
  const codes = Object.fromEntries(
    Object.entries(change?.responses ?? {}).map(([status, { description }]) => [status, description]),
  );
  expect(codes).toMatchObject({
    "200": "Done.",
    "401": "key-invalid",
    "403": "key-scope",
    "404": "not-found",
    "412": "changed-meanwhile",
    "428": "if-match-missing",
    "429": "too-many-requests",
  });
  const upload = document.paths["/api/v1/uploads"]?.post;
  expect(upload?.parameters).toContainEqual(expect.objectContaining({ name: "Idempotency-Key", required: false }));
});
