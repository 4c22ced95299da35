import { TEXT_LANGUAGES, textLanguage } from "#app/domain/languages.ts";
import { MEETING_LANGUAGES, type MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { useLanguageName } from "#app/i18n/language-name.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

type LanguageOption = { value: MeetingLanguage; text: string };

/** The options of a select of languages: the four, then a group of all others by their names. */
export function useLanguageOptions(): (LanguageOption | { label: string; options: LanguageOption[] })[] {
  const { t, i18n } = useTranslation("common");
  const nameOf = useLanguageName();
  const option = (value: MeetingLanguage): LanguageOption => ({ value, text: nameOf(value) });
  const { compare } = new Intl.Collator(i18n.language);
  const others = MEETING_LANGUAGES.filter((language) => textLanguage(language) === null).map(option);
  return [
    ...TEXT_LANGUAGES.map(option),
    { label: t("moreLanguages"), options: others.toSorted((one, other) => compare(one.text, other.text)) },
  ];
}
