import i18next from "i18next";
import { LOCALE_FALLBACK, type Locale, parseLocale } from "#app/domain/languages.ts";
import type { Texts } from "#app/i18n/types.ts";

/** A feature's name in the texts. */
export type Feature = keyof Texts;

type Files = { [Name in Feature]: () => Promise<{ [Each in Name]: Texts[Name] }> };

/** A script for each language and feature: a page loads the texts that its parts name, in its reader's language. */
const FILES: Record<Locale, Files> = {
  en: {
    call: () => import("#app/i18n/en/call.ts"),
    chatPanel: () => import("#app/i18n/en/chat-panel.ts"),
    chat: () => import("#app/i18n/en/chat.ts"),
    common: () => import("#app/i18n/en/common.ts"),
    deleting: () => import("#app/i18n/en/deleting.ts"),
    editActions: () => import("#app/i18n/en/edit-actions.ts"),
    edit: () => import("#app/i18n/en/edit.ts"),
    ended: () => import("#app/i18n/en/ended.ts"),
    exporting: () => import("#app/i18n/en/exporting.ts"),
    history: () => import("#app/i18n/en/history.ts"),
    home: () => import("#app/i18n/en/home.ts"),
    invite: () => import("#app/i18n/en/invite.ts"),
    keys: () => import("#app/i18n/en/keys.ts"),
    legal: () => import("#app/i18n/en/legal.ts"),
    meeting: () => import("#app/i18n/en/meeting.ts"),
    plan: () => import("#app/i18n/en/plan.ts"),
    pricing: () => import("#app/i18n/en/pricing.ts"),
    progress: () => import("#app/i18n/en/progress.ts"),
    reading: () => import("#app/i18n/en/reading.ts"),
    settings: () => import("#app/i18n/en/settings.ts"),
    share: () => import("#app/i18n/en/share.ts"),
    shared: () => import("#app/i18n/en/shared.ts"),
    sharing: () => import("#app/i18n/en/sharing.ts"),
    signIn: () => import("#app/i18n/en/sign-in.ts"),
    spoken: () => import("#app/i18n/en/spoken.ts"),
    upload: () => import("#app/i18n/en/upload.ts"),
    video: () => import("#app/i18n/en/video.ts"),
  },
  es: {
    call: () => import("#app/i18n/es/call.ts"),
    chatPanel: () => import("#app/i18n/es/chat-panel.ts"),
    chat: () => import("#app/i18n/es/chat.ts"),
    common: () => import("#app/i18n/es/common.ts"),
    deleting: () => import("#app/i18n/es/deleting.ts"),
    editActions: () => import("#app/i18n/es/edit-actions.ts"),
    edit: () => import("#app/i18n/es/edit.ts"),
    ended: () => import("#app/i18n/es/ended.ts"),
    exporting: () => import("#app/i18n/es/exporting.ts"),
    history: () => import("#app/i18n/es/history.ts"),
    home: () => import("#app/i18n/es/home.ts"),
    invite: () => import("#app/i18n/es/invite.ts"),
    keys: () => import("#app/i18n/es/keys.ts"),
    legal: () => import("#app/i18n/es/legal.ts"),
    meeting: () => import("#app/i18n/es/meeting.ts"),
    plan: () => import("#app/i18n/es/plan.ts"),
    pricing: () => import("#app/i18n/es/pricing.ts"),
    progress: () => import("#app/i18n/es/progress.ts"),
    reading: () => import("#app/i18n/es/reading.ts"),
    settings: () => import("#app/i18n/es/settings.ts"),
    share: () => import("#app/i18n/es/share.ts"),
    shared: () => import("#app/i18n/es/shared.ts"),
    sharing: () => import("#app/i18n/es/sharing.ts"),
    signIn: () => import("#app/i18n/es/sign-in.ts"),
    spoken: () => import("#app/i18n/es/spoken.ts"),
    upload: () => import("#app/i18n/es/upload.ts"),
    video: () => import("#app/i18n/es/video.ts"),
  },
  ca: {
    call: () => import("#app/i18n/ca/call.ts"),
    chatPanel: () => import("#app/i18n/ca/chat-panel.ts"),
    chat: () => import("#app/i18n/ca/chat.ts"),
    common: () => import("#app/i18n/ca/common.ts"),
    deleting: () => import("#app/i18n/ca/deleting.ts"),
    editActions: () => import("#app/i18n/ca/edit-actions.ts"),
    edit: () => import("#app/i18n/ca/edit.ts"),
    ended: () => import("#app/i18n/ca/ended.ts"),
    exporting: () => import("#app/i18n/ca/exporting.ts"),
    history: () => import("#app/i18n/ca/history.ts"),
    home: () => import("#app/i18n/ca/home.ts"),
    invite: () => import("#app/i18n/ca/invite.ts"),
    keys: () => import("#app/i18n/ca/keys.ts"),
    legal: () => import("#app/i18n/ca/legal.ts"),
    meeting: () => import("#app/i18n/ca/meeting.ts"),
    plan: () => import("#app/i18n/ca/plan.ts"),
    pricing: () => import("#app/i18n/ca/pricing.ts"),
    progress: () => import("#app/i18n/ca/progress.ts"),
    reading: () => import("#app/i18n/ca/reading.ts"),
    settings: () => import("#app/i18n/ca/settings.ts"),
    share: () => import("#app/i18n/ca/share.ts"),
    shared: () => import("#app/i18n/ca/shared.ts"),
    sharing: () => import("#app/i18n/ca/sharing.ts"),
    signIn: () => import("#app/i18n/ca/sign-in.ts"),
    spoken: () => import("#app/i18n/ca/spoken.ts"),
    upload: () => import("#app/i18n/ca/upload.ts"),
    video: () => import("#app/i18n/ca/video.ts"),
  },
  fr: {
    call: () => import("#app/i18n/fr/call.ts"),
    chatPanel: () => import("#app/i18n/fr/chat-panel.ts"),
    chat: () => import("#app/i18n/fr/chat.ts"),
    common: () => import("#app/i18n/fr/common.ts"),
    deleting: () => import("#app/i18n/fr/deleting.ts"),
    editActions: () => import("#app/i18n/fr/edit-actions.ts"),
    edit: () => import("#app/i18n/fr/edit.ts"),
    ended: () => import("#app/i18n/fr/ended.ts"),
    exporting: () => import("#app/i18n/fr/exporting.ts"),
    history: () => import("#app/i18n/fr/history.ts"),
    home: () => import("#app/i18n/fr/home.ts"),
    invite: () => import("#app/i18n/fr/invite.ts"),
    keys: () => import("#app/i18n/fr/keys.ts"),
    legal: () => import("#app/i18n/fr/legal.ts"),
    meeting: () => import("#app/i18n/fr/meeting.ts"),
    plan: () => import("#app/i18n/fr/plan.ts"),
    pricing: () => import("#app/i18n/fr/pricing.ts"),
    progress: () => import("#app/i18n/fr/progress.ts"),
    reading: () => import("#app/i18n/fr/reading.ts"),
    settings: () => import("#app/i18n/fr/settings.ts"),
    share: () => import("#app/i18n/fr/share.ts"),
    shared: () => import("#app/i18n/fr/shared.ts"),
    sharing: () => import("#app/i18n/fr/sharing.ts"),
    signIn: () => import("#app/i18n/fr/sign-in.ts"),
    spoken: () => import("#app/i18n/fr/spoken.ts"),
    upload: () => import("#app/i18n/fr/upload.ts"),
    video: () => import("#app/i18n/fr/video.ts"),
  },
};

/** The texts of some features. Rejects if one of them did not load. */
export async function fetchTexts(locale: Locale, features: readonly Feature[]): Promise<Partial<Texts>> {
  const files = FILES[locale];
  const texts: Partial<Texts>[] = await Promise.all([...new Set(features)].map((name) => files[name]()));
  return Object.assign({}, ...texts);
}

/** Whether the page has the texts of these features. The server has all texts. */
export function hasTexts(features: readonly Feature[]): boolean {
  if (typeof document === "undefined") return true;
  return features.every((name) => i18next.hasResourceBundle(localeOfPage(), name));
}

/** Loads the texts that the page does not have yet. Rejects if one of them did not load. */
export async function loadTexts(features: readonly Feature[]): Promise<void> {
  const locale = localeOfPage();
  const texts = await fetchTexts(
    locale,
    features.filter((name) => !hasTexts([name])),
  );
  for (const [name, bundle] of Object.entries(texts)) i18next.addResourceBundle(locale, name, bundle);
}

function localeOfPage(): Locale {
  return parseLocale(i18next.language) ?? LOCALE_FALLBACK;
}
