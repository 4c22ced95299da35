import { type MeetingLanguage, parseMeetingLanguage } from "#app/domain/meeting-languages.ts";
import { spokenLanguage } from "#app/domain/transcript/spoken-language.ts";
import { HEARD_SPEECH_MS_MIN, HEARD_WINDOWS_MIN } from "#app/domain/limits/media.ts";

/**
 * The language of a recording as its engine has heard it, window by window. One short window may be mistaken (a Catalan one comes as
 * Spanish now and then), so the first minutes of speech decide together, and the rest is recognised in that language.
 */

/**
 * The language of a window: that of its words where they show one (small words of the four languages, or a script that one language has),
 * else the one that the engine told. Some servers tell the same language for every sound, and related languages are taken for each other.
 */
export function windowLanguage(heard: string, segments: readonly { text: string }[]): string {
  return languageOfScript(heard, segments) ?? spokenLanguage(segments, parseMeetingLanguage(heard)) ?? heard;
}

/** Scripts, and the language that most of their talk is in. */
const SCRIPTS: readonly [RegExp, MeetingLanguage][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, "ja"],
  [/\p{Script=Hangul}/gu, "ko"],
  [/\p{Script=Thai}/gu, "th"],
  [/\p{Script=Hebrew}/gu, "he"],
  [/\p{Script=Greek}/gu, "el"],
  [/\p{Script=Arabic}/gu, "ar"],
  [/\p{Script=Devanagari}/gu, "hi"],
  [/\p{Script=Cyrillic}/gu, "ru"],
  [/\p{Script=Han}/gu, "zh"],
];
const SCRIPT_LETTERS_MIN = 20;
/** Kana are a third to a half of Japanese. */
const SCRIPT_SHARE_MIN = 0.3;

/**
 * Cyrillic letters that Russian does not have: five in a hundred or more of Ukrainian, Serbian, Uzbek, Kazakh and most others. Bulgarian has none of
 * them, and no "ы" either, which is every fiftieth letter of Russian.
 */
const NOT_RUSSIAN = /(?![а-яё])\p{Script=Cyrillic}/giu;
const NOT_RUSSIAN_SHARE_MAX = 0.01;
const RUSSIAN_ALONE = /ы/giu;
const RUSSIAN_ALONE_SHARE_MIN = 0.005;

/** Null for Latin letters, where little was said or its letters do not tell, and where the language that was told is written in this script. */
function languageOfScript(heard: string, segments: readonly { text: string }[]): MeetingLanguage | null {
  const text = segments.map((segment) => segment.text).join(" ");
  const countOf = (letters: RegExp) => text.match(letters)?.length ?? 0;
  const all = countOf(/\p{L}/gu);
  if (all < SCRIPT_LETTERS_MIN) return null;
  const [, language] = SCRIPTS.find(([script]) => countOf(script) >= all * SCRIPT_SHARE_MIN) ?? [];
  if (language === undefined || isWrittenIn(heard, language)) return null;
  const isRussian =
    countOf(NOT_RUSSIAN) <= all * NOT_RUSSIAN_SHARE_MAX && countOf(RUSSIAN_ALONE) >= all * RUSSIAN_ALONE_SHARE_MIN;
  return language === "ru" && !isRussian ? null : language;
}

function isWrittenIn(language: string, other: MeetingLanguage): boolean {
  // Both kinds of Chinese characters are one script here.
  const scriptOf = (code: string) => new Intl.Locale(code).maximize().script?.replace(/^Han[st]$/u, "Han");
  return scriptOf(language) === scriptOf(other);
}

/** The language that one window was heard in, ISO 639-1, and how long somebody spoke in it. */
export type HeardWindow = { language: string; spokenMs: number };

/** Of the speech that was heard, so much has to be in one language before the rest is recognised in it. */
const DECIDING_SHARE_MIN = 2 / 3;

/** Languages of no meeting. Whisper hears Latin where it does not understand (Portuguese and Russian of a synthetic voice, docs/measurements.md). */
const UNLIKELY: ReadonlySet<string> = new Set(["la", "sa"]);

/**
 * The language in which most was spoken; null while too little was, or no language leads clearly (`isAll`: nothing more comes), or where no
 * meeting is in it.
 */
export function decideLanguage(heard: readonly HeardWindow[], isAll: boolean): MeetingLanguage | null {
  const spoken = new Map<string, number>();
  for (const { language, spokenMs } of heard) spoken.set(language, (spoken.get(language) ?? 0) + spokenMs);
  const totalMs = [...spoken.values()].reduce((sum, ms) => sum + ms, 0);
  const [most] = [...spoken].toSorted(([, one], [, other]) => other - one);
  if (!most || totalMs === 0) return null;
  const [language, ms] = most;
  const isEnough = heard.length >= HEARD_WINDOWS_MIN && totalMs >= HEARD_SPEECH_MS_MIN;
  if (!isAll && (!isEnough || ms < totalMs * DECIDING_SHARE_MIN)) return null;
  return UNLIKELY.has(language) ? null : parseMeetingLanguage(language);
}
