import { orEnglish } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";

const WORDS = orEnglish({ en: "Speaker", es: "Hablante", ca: "Parlant", fr: "Locuteur" });

/**
 * The label of a person, counted from 1 in the order of their first words. It is in the meeting's language, as the transcript is, so that minutes,
 * files and mails have it as people read it; `labelNumber` knows all four.
 */
export function voiceLabel(person: number, language: MeetingLanguage): string {
  return `${WORDS[language]} ${person + 1}`;
}

/** The first label that nobody has. */
export function freeVoiceLabel(taken: ReadonlySet<string>, language: MeetingLanguage): string {
  let person = 0;
  while (taken.has(voiceLabel(person, language))) person += 1;
  return voiceLabel(person, language);
}
