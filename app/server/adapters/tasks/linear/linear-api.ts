import * as z from "zod";
import { HOUR_MS } from "#app/domain/limits/units.ts";
import { type Answer, askService } from "#app/server/adapters/tasks/ask-service.ts";
import type { TaskClient } from "#app/server/ports/task-service.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

export function linearAddresses({ localOrigin }: Pick<TaskClient, "localOrigin">): { site: string; api: string } {
  if (localOrigin !== null) return { site: `${localOrigin}/linear`, api: `${localOrigin}/linear` };
  return { site: "https://linear.app", api: "https://api.linear.app" };
}

export type LinearQuery = { operationName: string; query: string; variables?: Record<string, unknown> };
/** `type` is Linear's own word for an error. */
export type LinearAnswer = { ok: true; data: unknown } | { ok: false; status: number; type: string; message: string };

const answered = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        extensions: z.object({ code: z.string().optional(), type: z.string().optional() }).optional(),
      }),
    )
    .optional(),
});

/**
 * One operation. Linear says most errors in `errors`, with 200 or 400: too many requests with the code RATELIMITED
 * (https://linear.app/developers/rate-limiting), and refused tokens with AUTHENTICATION_ERROR, which are 401 here.
 */
export async function askLinear(
  api: string,
  token: string,
  query: LinearQuery,
  signal?: AbortSignal,
): Promise<LinearAnswer> {
  const answer = await askService("linear", `${api}/graphql`, {
    method: "POST",
    headers: { Accept: "application/json", Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(query),
    ...(signal && { signal }),
  });
  return readAnswer(answer);
}

/** The bucket of an hour fills steadily: a part of it is enough. */
const RATE_WAIT_MS = HOUR_MS / 12;

function readAnswer({ status, body }: Answer): LinearAnswer {
  const read = answered.safeParse(body);
  if (status === 401) return { ok: false, status, type: "AUTHENTICATION_ERROR", message: "" };
  if (!read.success) {
    throw new UpstreamError({ service: "linear", status, retryable: status < 400, isInvalidJson: body === undefined });
  }
  const [first] = read.data.errors ?? [];
  if (first === undefined && status < 300) return { ok: true, data: read.data.data };
  const code = first?.extensions?.code ?? "";
  if (code === "RATELIMITED") {
    throw new UpstreamError({ service: "linear", status: 429, retryable: true, retryAfterMs: RATE_WAIT_MS });
  }
  if (code === "AUTHENTICATION_ERROR") return { ok: false, status: 401, type: code, message: "" };
  if (code === "INTERNAL_SERVER_ERROR") throw new UpstreamError({ service: "linear", status: 500, retryable: true });
  return {
    ok: false,
    status: Math.max(status, 400),
    type: first?.extensions?.type ?? code,
    message: first?.message ?? "",
  };
}
