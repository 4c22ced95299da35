import type { CallFailure } from "#app/contracts/call-result.ts";

/**
 * §7: a failed call of calendars is logged, and its text is the answer's field `detail`. Null where the answer has none, as where none came.
 * The text is the server's own, in the reader's language; the log says nothing else of the person.
 */
export function failureDetail({ kind, status, code, body }: CallFailure): string | null {
  const detail = typeof body === "object" && body !== null && "detail" in body ? body.detail : null;
  const text = typeof detail === "string" && detail !== "" ? detail : null;
  // oxlint-disable-next-line no-console -- §7 asks for a log, which here is the browser's
  if (kind !== "aborted" && kind !== "signed-out") console.info("calendar call failed", { status, code, detail: text });
  return text;
}
