import { LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import {
  DETECT_LANGUAGE,
  LANGUAGE_CHOICES,
  type LanguageChoice,
  type MeetingLanguage,
} from "#app/domain/meeting-languages.ts";
import { useLanguageName } from "#app/i18n/language-name.ts";
import { useLanguageOptions } from "#app/i18n/language-options.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SelectOptions } from "#app/ui/select.tsx";

/**
 * The language of a new meeting in the dialogs: what may be chosen, and what is chosen at first: the choice of the last meeting from this
 * browser, else the language in which the team holds meetings, else that of the interface.
 */
export function useLanguageChoices({
  meetingLanguage,
  hearsLanguage,
}: {
  meetingLanguage: MeetingLanguage | null;
  hearsLanguage: boolean;
}): { first: LanguageChoice; options: SelectOptions } {
  const { t, i18n } = useTranslation("upload");
  const languages = useLanguageOptions();
  const otherwise = meetingLanguage ?? parseLocale(i18n.language) ?? LOCALE_FALLBACK;
  const last = readLastLanguage(otherwise);
  return {
    first: last !== DETECT_LANGUAGE || hearsLanguage ? last : otherwise,
    options: [...(hearsLanguage ? [{ value: DETECT_LANGUAGE, text: t("detectLanguage") }] : []), ...languages],
  };
}

/** The name of a choice, where it is stated. */
export function useChoiceName(): (choice: LanguageChoice) => string {
  const { t } = useTranslation("upload");
  const nameOf = useLanguageName();
  return (choice) => (choice === DETECT_LANGUAGE ? t("detectLanguage") : nameOf(choice));
}

const LANGUAGE_KEY = "acta.uploadLanguage";
// Even naming the storage throws where it is not allowed.
const browserStorage = () => localStorage;

export function readLastLanguage(
  otherwise: MeetingLanguage,
  storage: () => Pick<Storage, "getItem"> = browserStorage,
): LanguageChoice {
  try {
    const kept = storage().getItem(LANGUAGE_KEY);
    return LANGUAGE_CHOICES.find((language) => language === kept) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function saveLastLanguage(
  language: LanguageChoice,
  storage: () => Pick<Storage, "setItem"> = browserStorage,
): void {
  try {
    storage().setItem(LANGUAGE_KEY, language);
  } catch {
    // The storage is full or not allowed.
  }
}
