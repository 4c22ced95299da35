import type { ApiError } from "#app/contracts/api-error.ts";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { FREE_UPLOADS_MAX, RECORDING_DURATION_MS_MAX, UPLOAD_BYTES_MAX } from "#app/domain/limits.ts";
import type { Locale } from "#app/domain/languages.ts";
import { ANSWERS, type ApiReason, type MessageKey } from "#app/server/http/api-reason.ts";

export type RefusalDetails = {
  /** The message of the call, where the reason has none of its own. */
  message?: MessageKey;
  /** Paths of the payload that could not be used. */
  fields?: string[];
  headers?: Record<string, string>;
};

/**
 * A refusal on the wire, in the language of who asks: the specification's message, and a second line that says why unless
 * the message has said all. Reads the language from the request and nothing else of it.
 */
export async function errorResponse(
  request: Request,
  reason: ApiReason,
  details: RefusalDetails = {},
): Promise<Response> {
  const { status, message } = ANSWERS[reason];
  const locale = await localeOf(request);
  const { t } = await openI18n(locale);
  const body: ApiError = {
    error: {
      code: reason,
      message: t(message ?? details.message ?? "common:error.somethingWrong"),
      reason: reason === "signed-out" || reason === "forbidden" ? null : t(`refusal:${reason}`, limits(locale)),
      ...(details.fields ? { fields: details.fields } : {}),
    },
  };
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...details.headers } });
}

/** The limits that the texts name. */
function limits(locale: Locale) {
  const size = new Intl.NumberFormat(locale, { style: "unit", unit: "gigabyte", maximumFractionDigits: 1 });
  return {
    uploads: FREE_UPLOADS_MAX,
    hours: RECORDING_DURATION_MS_MAX / (60 * 60 * 1000),
    size: size.format(UPLOAD_BYTES_MAX / 1e9),
  };
}
