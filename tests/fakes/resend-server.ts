import { vi } from "vitest";
import * as z from "zod";

/**
 * Resend's POST /emails inside a test: it replaces the network for one origin. Statuses and error names are those of
 * https://resend.com/docs/api-reference/errors.
 */
const ORIGIN = "https://api.resend.com";
export const RESEND_KEY = "re_the_key_of_this_test";

const email = z.strictObject({
  from: z.string(),
  to: z.array(z.string()).length(1),
  reply_to: z.string().optional(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  headers: z.record(z.string(), z.string()),
});

export type ResendStandIn = {
  /** The delivered mails, in order. */
  delivered: z.output<typeof email>[];
  /** Answers of the next requests, before anything else is looked at. */
  failures: (() => Response | Promise<Response>)[];
  /** Called when a request was accepted, before the answer: throws to lose it. */
  onAccepted: () => void;
};

export function standInForResend(): ResendStandIn {
  const standIn: ResendStandIn = { delivered: [], failures: [], onAccepted: () => {} };
  const known = new Map<string, { body: string; id: string }>();
  const network = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin !== ORIGIN) return network(input, init);
    request.signal.throwIfAborted();
    return answer(standIn, known, request);
  });
  return standIn;
}

export function resendError(statusCode: number, name: string, headers: Record<string, string> = {}): Response {
  // Real messages name addresses and domains.
  return Response.json({ statusCode, name, message: "ada@acta.example was refused" }, { status: statusCode, headers });
}

async function answer(
  { delivered, failures, onAccepted }: ResendStandIn,
  known: Map<string, { body: string; id: string }>,
  request: Request,
): Promise<Response> {
  const failure = failures.shift();
  if (failure) return failure();
  if (new URL(request.url).pathname !== "/emails") return resendError(404, "not_found");
  if (request.method !== "POST") return resendError(405, "method_not_allowed");
  const authorization = request.headers.get("Authorization");
  if (authorization === null) return resendError(401, "missing_api_key");
  if (authorization !== `Bearer ${RESEND_KEY}`) return resendError(403, "invalid_api_key");
  const key = request.headers.get("Idempotency-Key");
  if (key !== null && (key.length < 1 || key.length > 256)) return resendError(400, "invalid_idempotency_key");
  const body = await request.text();
  const earlier = key === null ? undefined : known.get(key);
  if (earlier && earlier.body !== body) return resendError(409, "invalid_idempotent_request");
  if (earlier) return Response.json({ id: earlier.id });
  const read = email.safeParse(JSON.parse(body));
  if (!read.success) return resendError(422, "missing_required_field");
  delivered.push(read.data);
  const id = crypto.randomUUID();
  if (key !== null) known.set(key, { body, id });
  onAccepted();
  return Response.json({ id });
}
