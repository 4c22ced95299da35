import { MEETING_LANGUAGES, type MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { ownEntry } from "#app/domain/own-entry.ts";

/** Names that engines have for languages beside their codes and their English names, in lower case. */
const OTHER_NAMES: Readonly<Record<string, MeetingLanguage>> = {
  castilian: "es",
  valencian: "ca",
  flemish: "nl",
  mandarin: "zh",
  moldavian: "ro",
  moldovan: "ro",
  maori: "mi",
  bengali: "bn",
  nynorsk: "nn",
  myanmar: "my",
  tagalog: "tl",
  haitian: "ht",
  panjabi: "pa",
  pushto: "ps",
  sinhalese: "si",
  letzeburgesch: "lb",
};
/** Codes that engines have for a language beside ISO's of today. */
const OTHER_CODES: Readonly<Record<string, MeetingLanguage>> = {
  jw: "jv",
  iw: "he",
  in: "id",
  nb: "no",
  fil: "tl",
  cmn: "zh",
};

let namesInEnglish: ReadonlyMap<string, MeetingLanguage> | null = null;

function languageNamed(name: string): MeetingLanguage | null {
  if (namesInEnglish === null) {
    const names = new Intl.DisplayNames("en", { type: "language" });
    namesInEnglish = new Map(MEETING_LANGUAGES.map((code) => [names.of(code)?.toLowerCase() ?? code, code]));
  }
  return ownEntry(OTHER_NAMES, name) ?? namesInEnglish.get(name) ?? null;
}

/** A language as an engine tells it ("en", "en-US", "english", "jw"), by its code; null for what it is not known by. */
export function parseHeardLanguage(text: string | null | undefined): string | null {
  const told = text?.trim().toLowerCase() ?? "";
  const base = told.split(/[-_]/)[0] ?? "";
  return (
    languageNamed(told) ??
    languageNamed(base) ??
    ownEntry(OTHER_CODES, base) ??
    (/^[a-z]{2,3}$/.test(base) ? base : null)
  );
}

/** The code by which Whisper, and what speaks its protocol, knows a language. */
export function whisperCode(language: MeetingLanguage): string {
  return language === "jv" ? "jw" : language;
}

/** The languages of Deepgram's nova-3 by its documentation, of those that a meeting may have. Whisper transcribes the others. */
export const NOVA_LANGUAGES: ReadonlySet<MeetingLanguage> = new Set(["en", "es", "fr"]);
