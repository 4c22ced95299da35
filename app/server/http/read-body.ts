import type * as z from "zod";
import { BODY_BYTES_MAX } from "#app/domain/limits/requests.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { readBodyAtMost } from "#app/server/ports/ask-upstream.ts";

/** The body, or null where it is longer; nothing past the limit is held, whatever Content-Length said. */
export async function readAtMost(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const isLonger = Number(request.headers.get("Content-Length") ?? 0) > bytesMax;
  return isLonger ? null : readBodyAtMost(request.body, bytesMax);
}

export type FormRefusal = "not-form" | "body-too-large" | "invalid-form";

/** A request's form through its schema; of a name that stands there twice, the last. */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<Outcome<z.output<Schema>, FormRefusal>> {
  const form = await readFormData(request);
  if (!form.ok) return form;
  const parsed = schema.safeParse(Object.fromEntries(form.value));
  return parsed.success ? ok(parsed.data) : refused("invalid-form");
}

/** A request's form as it is, for a page that shows the form again with what is wrong in it. */
export async function readFormData(request: Request): Promise<Outcome<FormData, FormRefusal>> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type)) return refused("not-form");
  const bytes = await readAtMost(request, BODY_BYTES_MAX);
  if (!bytes) return refused("body-too-large");
  try {
    return ok(await new Response(bytes, { headers: { "Content-Type": type } }).formData());
  } catch {
    return refused("invalid-form");
  }
}

export type BodyRefusal = "not-json" | "body-too-large" | "malformed-json" | "invalid-payload";

/** A request's JSON body through its schema. `fields` names what could not be used; the values are never repeated. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  bytesMax = BODY_BYTES_MAX,
): Promise<Outcome<z.output<Schema>, BodyRefusal> & { fields?: string[] }> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) return refused("not-json");
  const bytes = await readAtMost(request, bytesMax);
  if (!bytes) return refused("body-too-large");

  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return refused("malformed-json");
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  const fields = new Set(parsed.error.issues.map((issue) => issue.path.slice(0, 3).join(".")));
  return { ...refused("invalid-payload"), fields: [...fields] };
}
