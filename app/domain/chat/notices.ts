import type { Notice } from "#app/domain/chat/exchange.ts";
import { assertNever } from "#app/domain/invariant.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";

/** Texts about an answer, in the language of the question, which may differ from that of the meeting and of the page. */
const NO_LINE: Record<MeetingLanguage, { alone: string; nearest: string; search: string }> = {
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
};

/** Shown when the source names no speakers; names are never guessed. */
const NO_NAMES: Record<MeetingLanguage, string> = {
  en: "The transcript does not say who spoke.",
  es: "La transcripción no indica quién habló.",
  fr: "La transcription n’indique pas qui a parlé.",
  ca: "La transcripció no indica qui va parlar.",
};

/** Stands under an answer of a model for which no passage was found. */
const NO_PASSAGE: Record<MeetingLanguage, string> = {
  en: "I found no passage of the recording for this answer.",
  es: "No he encontrado ningún pasaje de la grabación para esta respuesta.",
  fr: "Je n’ai trouvé aucun passage de l’enregistrement pour cette réponse.",
  ca: "No he trobat cap passatge de la gravació per a aquesta resposta.",
};

const UNTRANSLATED: Record<MeetingLanguage, (meeting: string, words: string) => string> = {
  en: (meeting, words) => `The meeting is in ${meeting}, and I could not translate: ${words}.`,
  es: (meeting, words) => `La reunión es en ${meeting} y no he podido traducir: ${words}.`,
  fr: (meeting, words) => `La réunion est en ${meeting} et je n’ai pas pu traduire : ${words}.`,
  ca: (meeting, words) => `La reunió és en ${meeting} i no he pogut traduir: ${words}.`,
};

const LANGUAGE_NAMES: Record<MeetingLanguage, Record<MeetingLanguage, string>> = {
  en: { en: "English", es: "Spanish", fr: "French", ca: "Catalan" },
  es: { en: "inglés", es: "español", fr: "francés", ca: "catalán" },
  fr: { en: "anglais", es: "espagnol", fr: "français", ca: "catalan" },
  ca: { en: "anglès", es: "castellà", fr: "francès", ca: "català" },
};

/** Returns the sentences of a notice, in the order in which they are read. `hasLines`: lines of the transcript follow. */
export function noticeTexts(notice: Notice, hasLines: boolean): string[] {
  const { language } = notice;
  switch (notice.kind) {
    case "no-names":
      return [NO_NAMES[language]];
    case "no-line":
      return [...untranslated(notice), NO_LINE[language][hasLines ? "nearest" : "alone"]];
    case "no-passage":
      return [NO_PASSAGE[language]];
    case "untranslated":
      return untranslated(notice);
    default:
      return assertNever(notice.kind);
  }
}

export function searchLabel(language: MeetingLanguage): string {
  return NO_LINE[language].search;
}

function untranslated({ language, untranslated: found }: Notice): string[] {
  if (found === null) return [];
  return [UNTRANSLATED[language](LANGUAGE_NAMES[language][found.meeting], found.words.join(", "))];
}
