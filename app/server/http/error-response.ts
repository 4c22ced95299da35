import type { ApiError } from "#app/contracts/upload-answers.ts";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { ANSWERS, type ApiReason, type MessageKey } from "#app/server/http/api-reason.ts";

/**
 * A refusal on the wire: a stable code, the specification's message in the language of who asks, and a reason where the
 * code leaves one open. Reads the language from the request and nothing else of it.
 */
export async function errorResponse(
  request: Request,
  because: ApiReason,
  details: {
    /** The message of the call, where the reason has none of its own. */
    message?: MessageKey;
    /** Paths of the payload that could not be used. */
    fields?: string[];
    headers?: Record<string, string>;
  } = {},
): Promise<Response> {
  const { status, code, message, reason } = ANSWERS[because];
  const { t } = await openI18n(await localeOf(request));
  const body: ApiError = {
    error: {
      code,
      message: t(message ?? details.message ?? "error.somethingWrong"),
      reason,
      ...(details.fields ? { fields: details.fields } : {}),
    },
  };
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...details.headers } });
}
