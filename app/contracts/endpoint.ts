import type * as z from "zod";
import type { MessageKey } from "#app/contracts/api-reason.ts";
import type { RateLimit } from "#app/domain/limits/requests.ts";

/**
 * A call of the HTTP API as data. The route, the browser's call and the authorisation table are derived from it. Schemas are
 * loaded when they are needed: a page that only knows an endpoint's path does not load its schema.
 */
export type EndpointSpec = {
  /** A GET is answered to HEAD too. */
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** As in app/routes.ts, with a leading slash: "/api/acta/meetings/:meetId". */
  path: `/${string}`;
  /** The parameters of the path. One that cannot be read is answered like one that names nothing: 404. */
  params: Readonly<Record<string, ParamKind>>;
  /** The request's body; null: no body is read. */
  body: LoadSchema<z.ZodType> | null;
  /** JSON where absent. */
  bodyAs?: "form";
  /** Bytes, where more than BODY_BYTES_MAX are read. */
  bodyBytesMax?: number;
  /** The answer of a call that went well: JSON of this schema, or something that is no JSON. */
  answer: LoadSchema | "empty" | "events" | "file" | "redirect";
  /** Callers that are answered. A session is asked for unless somebody else may call too. */
  actors: readonly EndpointActor[];
  /** What a caller's token has to allow. */
  scopes: readonly EndpointScope[];
  /** Calls a minute of one person, or of one network where nobody is signed in; each `counted` has a count of its own. */
  rate: { limit: RateLimit; counted: string } | null;
  /** §8: the text for the person when the call fails, where the reason has none of its own. */
  failure: MessageKey;
};

type EndpointActor = "session" | "share" | "anyone";
type EndpointScope = "read" | "write";
/** How a parameter is read on the server: an id of a meeting, the number of a version of minutes, or text as it stands. */
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

/** What a caller sends. */
export type BodyOf<Spec extends EndpointSpec> =
  Spec["body"] extends LoadSchema<infer Loaded> ? z.input<Loaded> : undefined;
/** What the server reads. */
export type ReadBodyOf<Spec extends EndpointSpec> =
  Spec["body"] extends LoadSchema<infer Loaded> ? z.output<Loaded> : undefined;
/** What a caller is answered; null where the answer is no JSON. */
export type AnswerOf<Spec extends EndpointSpec> =
  Spec["answer"] extends LoadSchema<infer Loaded> ? z.output<Loaded> : null;

/** The endpoint's address for these parameters. */
export function pathOf(
  spec: Pick<EndpointSpec, "path">,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return spec.path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ""));
}
