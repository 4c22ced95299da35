import { TEXT_LANGUAGES, type TextLanguage } from "#app/domain/languages.ts";

/** In Whisper's own order but for "jv", which it calls "jw". Texts, because pages load them. */
const FIRST =
  "zh de ru ko ja pt tr pl nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu";
const LAST =
  "is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jv su yue";

type Words<Text extends string, Found = never> = Text extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | Word>
  : Found | Text;
type Other = Words<typeof FIRST> | Words<typeof LAST>;

/**
 * All languages of a meeting (ISO 639): the four, and what else Whisper knows. Their names come from `Intl.DisplayNames`.
 * `engine-languages.ts` tells which engine knows which.
 */
export const MEETING_LANGUAGES: readonly (TextLanguage | Other)[] = [
  ...TEXT_LANGUAGES,
  ...(`${FIRST} ${LAST}`.split(" ") as Other[]),
];
export type MeetingLanguage = (typeof MEETING_LANGUAGES)[number];
export const MEETING_LANGUAGE_DEFAULT: MeetingLanguage = "es";

/** Choices for a meeting that is still to be recognised: one of the languages, or that the engine hears it. */
export const DETECT_LANGUAGE = "auto";
export const LANGUAGE_CHOICES = [DETECT_LANGUAGE, ...MEETING_LANGUAGES] as const;
export type LanguageChoice = (typeof LANGUAGE_CHOICES)[number];

/** Null for what is no language of a meeting. */
export function parseMeetingLanguage(text: string | null | undefined): MeetingLanguage | null {
  return MEETING_LANGUAGES.find((language) => language === text) ?? null;
}
