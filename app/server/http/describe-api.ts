import * as z from "zod";
import type { EndpointSpec } from "#app/contracts/endpoint.ts";
import { ENDPOINTS } from "#app/contracts/endpoints/registry.ts";

/** The public API as OpenAPI 3.1, made from the same values that the routes are made from. */

const SECURITY = [{ key: [] }];
const PROBLEM = { $ref: "#/components/responses/Problem" };

export async function describeApi(origin: string): Promise<object> {
  const paths: Record<string, Record<string, object>> = {};
  for (const spec of ENDPOINTS.filter(({ actors }) => actors.includes("key"))) {
    const path = spec.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [spec.method.toLowerCase()]: await operationOf(spec) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Acta", version: "1", description: "Meetings, transcripts and minutes of one person, under a key." },
    servers: [{ url: origin }],
    security: SECURITY,
    paths,
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer", description: "An API key from the settings." } },
      responses: {
        Problem: {
          description: "A refusal. `code` does not change; `title` is in the caller's language.",
          content: {
            "application/problem+json": {
              schema: {
                type: "object",
                required: ["type", "title", "status", "code"],
                properties: {
                  type: { type: "string" },
                  title: { type: "string" },
                  status: { type: "integer" },
                  code: { type: "string" },
                },
              },
            },
          },
        },
      },
    },
  };
}

async function operationOf({ path, method, params, query = [], body, answer, scopes }: EndpointSpec): Promise<object> {
  const inPath = Object.keys(params).map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
  const inQuery = query.map((name) => ({ name, in: "query", schema: { type: "string" } }));
  return {
    operationId: `${method.toLowerCase()}${path.replace(/\/api\/v1|[/:_]+(\w)/g, (_whole, next?: string) => (next ?? "").toUpperCase())}`,
    description: `Scope: ${scopes.join(", ")}`,
    parameters: [...inPath, ...inQuery],
    ...(body === null
      ? {}
      : {
          requestBody: { required: true, content: { "application/json": { schema: schemaOf(await body(), "input") } } },
        }),
    responses: {
      "200": {
        description: "Done",
        ...(typeof answer === "function"
          ? { content: { "application/json": { schema: schemaOf(await answer(), "output") } } }
          : { content: { "*/*": {} } }),
      },
      "4XX": PROBLEM,
      "5XX": PROBLEM,
    },
  };
}

function schemaOf(schema: z.core.$ZodType, io: "input" | "output"): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
