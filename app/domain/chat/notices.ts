import { orEnglish } from "#app/domain/by-language.ts";
import type { Notice } from "#app/domain/chat/exchange.ts";
import { assertNever } from "#app/domain/invariant.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";

/** Texts about an answer, in the language of the page on which the question was asked. */
const NO_LINE: Readonly<Record<MeetingLanguage, { alone: string; nearest: string; search: string }>> = orEnglish<{
  alone: string;
  nearest: string;
  search: string;
}>({
  en: {
    alone: "I found no line about it.",
    nearest: "I found no line about it. The nearest ones:",
    search: "Search the transcript:",
  },
  es: {
    alone: "No he encontrado ninguna línea sobre esto.",
    nearest: "No he encontrado ninguna línea sobre esto. Las más cercanas:",
    search: "Buscar en la transcripción:",
  },
  fr: {
    alone: "Je n’ai trouvé aucune ligne à ce sujet.",
    nearest: "Je n’ai trouvé aucune ligne à ce sujet. Les plus proches :",
    search: "Chercher dans la transcription :",
  },
  ca: {
    alone: "No he trobat cap línia que en parli.",
    nearest: "No he trobat cap línia que en parli. Les més properes:",
    search: "Cerca a la transcripció:",
  },
});

/** Shown when the source names no speakers; names are never guessed. */
const NO_NAMES: Readonly<Record<MeetingLanguage, string>> = orEnglish<string>({
  en: "The transcript does not say who spoke.",
  es: "La transcripción no indica quién habló.",
  fr: "La transcription n’indique pas qui a parlé.",
  ca: "La transcripció no indica qui va parlar.",
});

/** Stands under an answer of a model for which no passage was found. */
const NO_PASSAGE: Readonly<Record<MeetingLanguage, string>> = orEnglish<string>({
  en: "I found no passage of the recording for this answer.",
  es: "No he encontrado ningún pasaje de la grabación para esta respuesta.",
  fr: "Je n’ai trouvé aucun passage de l’enregistrement pour cette réponse.",
  ca: "No he trobat cap passatge de la gravació per a aquesta resposta.",
});

/** Over quotations in place of an answer. */
const NEEDS_MODEL: Readonly<Record<MeetingLanguage, string>> = orEnglish<string>({
  en: "An answer in words needs a language model. These passages were found by searching the transcript:",
  es: "Para responder con palabras hace falta un modelo de lenguaje. Estos pasajes son el resultado de buscar en la transcripción:",
  fr: "Une réponse rédigée demande un modèle de langage. Ces passages ont été trouvés en cherchant dans la transcription :",
  ca: "Per respondre amb paraules cal un model de llenguatge. Aquests passatges són el resultat de cercar a la transcripció:",
});

/** Returns the text of a notice. `hasLines`: lines of the transcript follow. */
export function noticeText({ kind, language }: Notice, hasLines: boolean): string {
  switch (kind) {
    case "no-names":
      return NO_NAMES[language];
    case "no-line":
      return NO_LINE[language][hasLines ? "nearest" : "alone"];
    case "no-passage":
      return NO_PASSAGE[language];
    case "needs-model":
      return NEEDS_MODEL[language];
    default:
      return assertNever(kind);
  }
}

export function searchLabel(language: MeetingLanguage): string {
  return NO_LINE[language].search;
}
