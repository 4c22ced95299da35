/** The OpenAPI document of the public API as the build has made it, and its operations for the page about the API. */

/** Stands in the document for the address of an Acta, which the build does not know. RFC 2606: no host has this name. */
export const ORIGIN_PLACEHOLDER = "https://acta.invalid";

/** The document as JSON, for the Acta at this address. */
export function documentAt(origin: string, document: string): string {
  return document.replaceAll(ORIGIN_PLACEHOLDER, origin);
}

export type JsonSchema = { properties?: Record<string, unknown>; required?: string[] };
type Content<Schema extends object = object> = Record<string, { schema: Schema; example?: unknown }>;
export type ApiOperation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: { key: string[] }[];
  parameters: {
    name: string;
    in: "path" | "query" | "header";
    required: boolean;
    description?: string;
    schema: { type: string; enum?: string[]; pattern?: string };
  }[];
  requestBody?: { required: true; content: Content<JsonSchema> };
  responses: Record<string, { description: string; headers?: object; content?: Content }>;
};
export type ApiDescription = { paths: Record<string, Record<string, ApiOperation>> } & Record<string, unknown>;

/** The operations for the page about the API, in the order of the document. */
export function operationsOf({ paths }: ApiDescription) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      scope: operation.security.some(({ key }) => key.includes("write")) ? ("write" as const) : ("read" as const),
      summary: operation.summary,
      parameters: [...operation.parameters.map(shownParameter), ...bodyParameters(operation)],
      body: exampleText(operation.requestBody),
      answer: exampleText(operation.responses["200"]),
      errors: Object.entries(operation.responses)
        .filter(([status]) => Number(status) >= 400)
        .map(([status, { description }]) => ({ status, codes: description })),
    })),
  );
}

function exampleText(of: { content?: Content } | undefined): string | null {
  const example = of?.content?.["application/json"]?.example;
  return example === undefined ? null : JSON.stringify(example, null, 2);
}

function shownParameter({ name, in: place, required, description = "", schema }: ApiOperation["parameters"][number]) {
  const values = schema.enum ? `${schema.enum.join(", ")}.` : "";
  return { name, place, required, about: [description, values].filter((part) => part !== "").join(" ") };
}

function bodyParameters({ requestBody }: ApiOperation) {
  const { properties = {}, required = [] } = requestBody?.content["application/json"]?.schema ?? {};
  return Object.keys(properties).map((name) => ({
    name,
    place: "body" as const,
    required: required.includes(name),
    about: "",
  }));
}
