import type * as z from "zod";
import { BODY_BYTES_MAX } from "#app/domain/limits/requests.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { readAtMost } from "#app/server/http/read-bytes.ts";

export type FormRefusal = "not-form" | "body-too-large" | "invalid-form";

/** A request's form through its schema; of a name that stands there twice, the last. */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<Outcome<z.output<Schema>, FormRefusal>> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type)) return refused("not-form");
  const bytes = await readAtMost(request, BODY_BYTES_MAX);
  if (!bytes) return refused("body-too-large");
  let form: FormData;
  try {
    form = await new Response(bytes, { headers: { "Content-Type": type } }).formData();
  } catch {
    return refused("invalid-form");
  }
  const parsed = schema.safeParse(Object.fromEntries(form));
  return parsed.success ? ok(parsed.data) : refused("invalid-form");
}
