import * as z from "zod";
import type { ApiReason } from "#app/contracts/api-reason.ts";
import type { EndpointDescription, EndpointSpec } from "#app/contracts/endpoint.ts";
import { ENDPOINTS } from "#app/contracts/endpoints/registry.ts";
import { exampleOf } from "#app/server/http/api-examples.ts";
import type { ApiDescription, ApiOperation, JsonSchema } from "#app/server/http/api-operations.ts";
import { answerOf } from "#app/server/http/error-response.ts";

/**
 * The public API as OpenAPI 3.1, made from the same values that the routes are made from. In English, as its names are. The build calls it
 * (vite-api-document.ts), so that neither it nor the schemas that it loads are in a request.
 */

export async function describeApi(origin: string): Promise<ApiDescription> {
  const paths: ApiDescription["paths"] = {};
  for (const spec of ENDPOINTS) {
    const { described } = spec;
    if (!described) continue;
    const path = spec.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [spec.method.toLowerCase()]: await operationOf(spec, described) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Acta", version: "1", description: ABOUT, license: { name: "Proprietary", url: `${origin}/terms` } },
    servers: [{ url: origin }],
    tags: [
      { name: "read", description: "With every key." },
      { name: "write", description: "With a key that can change meetings." },
    ],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer", description: "An API key from the settings." } },
      headers: HEADERS,
      schemas: { Problem: PROBLEM },
    },
  };
}

const ABOUT = `The meetings that one person can see: read, searched, made and changed by a program with an API key.
A key never has more rights than its person has at that moment. Lists are read a page at a time: send nextCursor as cursor, until it is null.`;

const PROBLEM = {
  type: "object",
  description: "RFC 9457. `code` does not change; `title` is in the language of the caller.",
  required: ["type", "title", "status", "code", "message", "reason"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    code: { type: "string" },
    message: { type: "string", description: "The same as title." },
    reason: { type: ["string", "null"], description: "Why a file was refused." },
    fields: { type: "array", items: { type: "string" }, description: "Names in the body that could not be used." },
  },
};

const text = (description: string, example: string) => ({ description, schema: { type: "string" }, example });
const HEADERS = {
  ETag: text(
    "Tag of this state: for If-None-Match, and for If-Match of a change.",
    '"6b3a55e0261b0304143f805a24924d0c"',
  ),
  "RateLimit-Policy": text("Calls (q) in so many seconds (w).", '"v1-read";q=600;w=60'),
  RateLimit: text(
    "Calls that are left (r) until the count begins anew, in so many seconds (t).",
    '"v1-read";r=599;t=60',
  ),
  "Retry-After": text("Seconds until a new try makes sense.", "60"),
  "WWW-Authenticate": text("RFC 6750: what is missing.", 'Bearer realm="acta"'),
};
const headersNamed = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

async function operationOf(spec: EndpointSpec, described: EndpointDescription): Promise<ApiOperation> {
  const { body, scopes } = spec;
  const { id, summary } = described;
  const [scope = "read"] = scopes;
  const example = exampleOf(id);
  return {
    operationId: id,
    summary,
    description: scope === "write" ? "Needs a key that can change meetings." : "Works with every key.",
    tags: [scope],
    security: [{ key: [...scopes] }],
    parameters: parametersOf(spec, described),
    ...(body === null
      ? {}
      : {
          requestBody: {
            required: true as const,
            content: {
              "application/json": {
                schema: schemaOf(await body(), "input"),
                ...(example.body === undefined ? {} : { example: example.body }),
              },
            },
          },
        }),
    responses: { ...(await successOf(spec, example.answer)), ...refusalsOf(spec, described) },
  };
}

function parametersOf({ params }: EndpointSpec, { query = {}, values = {}, ifMatch, isOnce }: EndpointDescription) {
  const oneOf = (known: readonly string[] | undefined) => ({ type: "string", ...(known ? { enum: [...known] } : {}) });
  const inPath = Object.keys(params).map((name) => ({
    name,
    in: "path" as const,
    required: true,
    schema: params[name] === "meet-id" ? { type: "string", pattern: "^[0-9a-z]{24}$" } : oneOf(values[name]),
  }));
  const inQuery = Object.entries(query).map(([name, { about, values: known }]) => ({
    name,
    in: "query" as const,
    required: false,
    description: about,
    schema: oneOf(known),
  }));
  const header = (name: string, required: boolean, description: string) => ({
    name,
    in: "header" as const,
    required,
    description,
    schema: { type: "string" },
  });
  return [
    ...inPath,
    ...inQuery,
    ...(ifMatch ? [header("If-Match", ifMatch === "needed", "The ETag that was read.")] : []),
    ...(isOnce
      ? [
          header(
            "Idempotency-Key",
            false,
            "For a day, the same key with the same body makes nothing new. A UUID is a good one.",
          ),
        ]
      : []),
  ];
}

async function successOf({ answer, method }: EndpointSpec, example: unknown): Promise<ApiOperation["responses"]> {
  const always = headersNamed("RateLimit-Policy", "RateLimit");
  if (answer === "empty") return { "204": { description: "Done.", headers: always } };
  if (typeof answer === "string") {
    return { "200": { description: "The file.", headers: always, content: { "*/*": { schema: {} } } } };
  }
  const isTagged = method !== "POST";
  const content = {
    "application/json": { schema: schemaOf(await answer(), "output"), ...(example === undefined ? {} : { example }) },
  };
  return {
    "200": {
      description: "Done.",
      headers: isTagged ? headersNamed("RateLimit-Policy", "RateLimit", "ETag") : always,
      content,
    },
    ...(method === "GET" ? { "304": { description: "The program has it already (If-None-Match)." } } : {}),
  };
}

/** Every refusal by its status, with its codes. */
function refusalsOf({ body, params, scopes }: EndpointSpec, { refusals = [], ifMatch, isOnce }: EndpointDescription) {
  const reasons: ApiReason[] = [
    "key-invalid",
    ...(scopes.includes("write") ? (["key-scope"] as const) : []),
    ...(Object.keys(params).length > 0 ? (["not-found"] as const) : []),
    ...(body === null ? [] : (["malformed-json", "not-json", "body-too-large", "invalid-payload"] as const)),
    ...refusals,
    ...(ifMatch ? (["changed-meanwhile"] as const) : []),
    ...(ifMatch === "needed" ? (["if-match-missing"] as const) : []),
    ...(isOnce ? (["idempotency-key-format", "idempotency-key-reused"] as const) : []),
    "too-many-requests",
    "internal",
    "unavailable",
  ];
  const codes = new Map<number, Set<string>>();
  for (const { status, code } of reasons.map(answerOf)) codes.set(status, (codes.get(status) ?? new Set()).add(code));
  return Object.fromEntries(
    [...codes].map(([status, named]) => [
      String(status),
      {
        description: [...named].join(", "),
        headers: headersNamed(
          "RateLimit-Policy",
          ...(status === 401 || status === 403 ? (["WWW-Authenticate"] as const) : []),
          // A key that is not accepted is not counted, nor is a request that failed before.
          ...(status === 401 || status === 403 || status >= 500 ? [] : (["RateLimit"] as const)),
          ...(status === 429 ? (["Retry-After"] as const) : []),
        ),
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    ]),
  );
}

function schemaOf(schema: z.core.$ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
