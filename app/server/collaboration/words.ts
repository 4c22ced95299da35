import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import { openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import { EXPORT_TEXTS, type Minutes, minutesOf } from "#app/server/exports/minutes.ts";

/** Acta's own words in Slack and Notion. */
export type CollaborationWords = { open: string; more: string; note: string };

/** Minutes with the words around them, both in the language of the minutes: whoever reads them there understands it. */
export async function readInOwnLanguage(view: MeetingView): Promise<{ minutes: Minutes; words: CollaborationWords }> {
  const locale = parseLocale(view.summary?.language) ?? LOCALE_FALLBACK;
  const i18n = await openI18n(locale);
  const t = translator(i18n, locale, "collaboration");
  return {
    minutes: minutesOf(view, translator(i18n, locale, EXPORT_TEXTS), { locale }),
    words: { open: t("sent.open"), more: t("sent.more"), note: t("sent.note") },
  };
}
