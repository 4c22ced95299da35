import { type TextLanguage, textLanguage } from "#app/domain/languages.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

/** The name of a language to a reader: `own` has the four names in Acta's texts, all others come from `Intl`. */
export function languageName(
  language: MeetingLanguage,
  locale: string,
  own: (language: TextLanguage) => string,
): string {
  const known = textLanguage(language);
  if (known !== null) return own(known);
  const name = new Intl.DisplayNames(locale, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** The same in the language of the page. `inText`: within a sentence, where English alone writes it with a capital. */
export function useLanguageName(): (language: MeetingLanguage, place?: "inText") => string {
  const { t, i18n } = useTranslation("common");
  return (language, place) => {
    const name = languageName(language, i18n.language, (known) => t(`language.${known}`));
    return place === "inText" && i18n.language !== "en"
      ? name.charAt(0).toLocaleLowerCase(i18n.language) + name.slice(1)
      : name;
  };
}
