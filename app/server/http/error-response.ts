import type { ApiError } from "#app/contracts/api-answers.ts";
import type { CuePlace } from "#app/domain/outcome.ts";
import { nameCue } from "#app/i18n/name-cue.ts";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import type { ApiReason, MessageKey } from "#app/contracts/api-reason.ts";
import { ANSWERS } from "#app/server/http/api-reason.ts";

/**
 * The response of a refusal: a stable code, the specification's message in the caller's language, and a reason if the code has
 * several. Only the language is read from the request.
 */
export async function errorResponse(
  request: Request,
  because: ApiReason,
  details: {
    /** The message of the call, where the reason has none of its own. */
    message?: MessageKey;
    /** Paths of the payload that could not be used. */
    fields?: string[];
    /** The cue of a transcript that it is about. */
    cue?: CuePlace;
    /** Additional fields that the endpoint sends with the refusal. */
    beside?: object;
    headers?: Record<string, string>;
  } = {},
): Promise<Response> {
  const { status, code, message, reason } = ANSWERS[because];
  const locale = await localeOf(request);
  const { t } = await openI18n(locale);
  const body: ApiError = {
    ...details.beside,
    error: {
      code,
      message: t(message ?? details.message ?? "error.somethingWrong", nameCue(details.cue, locale)),
      reason,
      ...(details.fields ? { fields: details.fields } : {}),
      ...(details.cue ? { cue: details.cue } : {}),
    },
  };
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...details.headers } });
}
