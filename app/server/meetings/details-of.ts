import type { MeetingPayload } from "#app/contracts/recording/upload.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import { DETECT_LANGUAGE } from "#app/domain/meeting-languages.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { parseTimeZone } from "#app/domain/time.ts";
import type { PersonCaller } from "#app/server/identity/session.ts";
import type { MeetingDetails } from "#app/server/ports/meeting-process.ts";
import type { Services } from "#app/server/services.ts";
import { chooseTemplate } from "#app/server/templates/choose-template.ts";

/**
 * The meeting details in a payload. The sender is not read from it (§3's clientEmail and clientName are ignored). The template is one
 * that the caller may use, kept as a snapshot in the meeting's language; it counts as used by `meetId` from here on.
 */
export async function detailsOf(
  { db, now }: Pick<Services, "db" | "now">,
  { actor, user }: PersonCaller,
  payload: Pick<MeetingPayload, "meetingName" | "meetingDate" | "meetLanguage" | "templateId" | "timeZone">,
  meetId: MeetId,
): Promise<Outcome<MeetingDetails, "template-not-found">> {
  const { templateId, meetLanguage } = payload;
  const isHeard = meetLanguage === DETECT_LANGUAGE;
  // Until it is heard, and where no engine tells it.
  const language = isHeard ? (user.meetingLanguage ?? parseLocale(user.locale) ?? LOCALE_FALLBACK) : meetLanguage;
  const chosen = await chooseTemplate({ db }, actor, { templateId, language, holder: meetId, now: now() });
  if (!chosen) return refused("template-not-found");
  return ok({
    title: payload.meetingName,
    startsAt: payload.meetingDate,
    timeZone: parseTimeZone(payload.timeZone) ?? user.timeZone,
    language,
    ...(isHeard && { hearsLanguage: true as const }),
    template: chosen.template,
  });
}
