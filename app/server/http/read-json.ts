import type * as z from "zod";
import { BODY_BYTES_MAX } from "#app/domain/limits/requests.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { readAtMost } from "#app/server/http/read-bytes.ts";

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
