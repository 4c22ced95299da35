import type * as z from "zod";
import type { ApiReason, MessageKey } from "#app/contracts/api-reason.ts";
import type { RateLimit } from "#app/domain/limits/requests.ts";

/**
 * A call of the HTTP API as data. The route, the browser's call and the authorisation table are derived from it. Schemas are loaded on
 * demand: a page that only knows an endpoint's path does not load its schema.
 */
export type EndpointSpec = {
  /** A GET endpoint answers HEAD too. */
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With a leading slash: "/api/acta/meetings/:meetId". */
  path: `/${string}`;
  /** The parameters of the path. An invalid parameter is answered like an unknown one: 404. */
  params: Readonly<Record<string, ParamKind>>;
  /** The request's body; null: no body is read. */
  body: LoadSchema<z.ZodType> | null;
  /** JSON when absent. `bytes`: `body` is null, and the route reads the bytes. */
  bodyAs?: "form" | "bytes";
  /** In bytes; set when the limit is above BODY_BYTES_MAX. */
  bodyBytesMax?: number;
  /** The answer of a successful call: JSON of this schema, or something other than JSON. */
  answer: LoadSchema | "empty" | "events" | "file" | "redirect";
  /** Callers that are allowed. A session is required unless another kind of caller is listed too. */
  actors: readonly EndpointActor[];
  /** The scopes that a caller's token must have. */
  scopes: readonly EndpointScope[];
  /** Calls per minute of one person, or of one network for callers who are not signed in; each `counted` has its own count. */
  rate: { limit: RateLimit; counted: string } | null;
  /** §7: a failure has its text in the field `detail` too. */
  detailed?: true;
  /** §8: the text shown to the person when the call fails and the reason has no text of its own. */
  failure: MessageKey;
  /** Set for the public API only. */
  described?: EndpointDescription;
};

/** An operation in the description of the public API (describe-api.ts), and its rules about headers. */
export type EndpointDescription = {
  /** Name of the operation in generated clients. */
  id: string;
  summary: string;
  /** Parameters after "?". An unknown value is like none. */
  query?: Readonly<Record<string, { about: string; values?: readonly string[] }>>;
  /** Values of a parameter of the path, where there are few. */
  values?: Readonly<Record<string, readonly string[]>>;
  /** Refusals beyond those that follow from the endpoint. */
  refusals?: readonly ApiReason[];
  /** Whether If-Match has to be sent, or is only read where it is sent. */
  ifMatch?: "needed" | "optional";
  /** Reads the Idempotency-Key. */
  isOnce?: true;
};

/** `key`: a program with an API key; such an endpoint is of the public API, and answers refusals as application/problem+json. */
type EndpointActor = "session" | "share" | "anyone" | "key";
type EndpointScope = "read" | "write";
/** The way the server parses a parameter: the id of a meeting, the version number of minutes, or plain text. */
export type ParamKind = "meet-id" | "version" | "text";

/** A schema of zod or zod/mini. */
type Schema = z.core.$ZodType & {
  safeParse(value: unknown): { success: true; data: unknown } | { success: false };
};
type LoadSchema<Loaded extends Schema = Schema> = () => Promise<Loaded>;

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Declares an endpoint. The types follow from its schemas. */
// @__NO_SIDE_EFFECTS__
export function endpoint<const Spec extends EndpointSpec>(
  spec: Spec & { params: Readonly<Record<NamesIn<Spec["path"]>, ParamKind>> },
): Spec {
  return spec;
}

/** An endpoint begins with one of these, and states where it differs: `{ ...READS, path, answer, failure }`. */

/** A signed-in person reads. Their calls are not counted. */
export const READS = {
  method: "GET",
  params: {},
  body: null,
  actors: ["session"],
  scopes: ["read"],
  rate: null,
} as const;
/** A signed-in person changes something. */
export const CHANGES = { params: {}, body: null, actors: ["session"], scopes: ["write"] } as const;
/** One of the files of a link, for anyone who has it. */
export const LINK_FILE = {
  method: "GET",
  body: null,
  answer: "file",
  actors: ["share"],
  scopes: ["read"],
  rate: { limit: "share", counted: "share" },
  failure: "error.notAvailable",
} as const;

/** The body as the caller sends it. */
export type BodyOf<Spec extends EndpointSpec> =
  Spec["body"] extends LoadSchema<infer Loaded> ? z.input<Loaded> : undefined;
/** The body as the server reads it, after parsing. */
export type ReadBodyOf<Spec extends EndpointSpec> =
  Spec["body"] extends LoadSchema<infer Loaded> ? z.output<Loaded> : undefined;
/** The answer as the caller receives it; null when the answer is not JSON. */
export type AnswerOf<Spec extends EndpointSpec> =
  Spec["answer"] extends LoadSchema<infer Loaded> ? z.output<Loaded> : null;

/** The endpoint's address for these parameters. */
export function pathOf(
  spec: Pick<EndpointSpec, "path">,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return spec.path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ""));
}
