import type { Translate } from "#app/i18n/translate.ts";
import type { MailReader } from "#app/server/ports/mail-writer.ts";

/** A mail in words, without layout: its HTML and its plain text are both made of this, so that they say the same. */
export type MailDocument = {
  subject: string;
  heading: string;
  /** Which meeting it is about; null when it is about several, or none. */
  about: string | null;
  blocks: MailBlock[];
  /** Why the person gets it. */
  why: string;
  unsubscribe: MailLink | null;
  settings: MailLink | null;
};

export type MailLink = { text: string; url: string };
export type MailBlock =
  | { type: "text"; text: string }
  /** Words of a person with their line breaks. */
  | { type: "written"; text: string }
  /** Lines of the minutes, each with the moment that proves it. */
  | { type: "quotes"; title: string; lines: { text: string; moment: MailLink | null }[] }
  | { type: "steps"; title: string; steps: string[] }
  | { type: "list"; title?: string; items: { link: MailLink; detail: string }[] }
  /** The mail's main action: one in a mail. */
  | { type: "button"; link: MailLink }
  | { type: "link"; link: MailLink };

export const MAIL_TEXTS = ["mail", "call", "colophon", "ended", "pricing", "progress"] as const;
export type MailTexts = Translate<typeof MAIL_TEXTS>;

/** The texts in the reader's language, and who reads them. */
export type Words = { t: MailTexts; origin: string; reader: MailReader };

export function footerOf(
  why: string,
  { t, origin, reader }: Words,
): Pick<MailDocument, "why" | "unsubscribe" | "settings"> {
  const { unsubscribeUrl } = reader;
  return {
    why,
    unsubscribe: unsubscribeUrl === null ? null : { text: t("mail:footer.stop"), url: unsubscribeUrl },
    settings: { text: t("mail:footer.settings"), url: `${origin}/settings` },
  };
}
