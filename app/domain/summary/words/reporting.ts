import type { MeetingLanguage } from "#app/domain/languages.ts";
import { contentStems } from "#app/domain/summary/words/stop-words.ts";

/**
 * Words that minutes use for reporting and that claim nothing by themselves: "the team discussed" stands for "they talked". Words
 * that claim something ("agreed", "decided", "promised", "refused") are not included: they must have been said.
 */
const WORDS: Record<MeetingLanguage, string> = {
  en: "discuss discusses discussed discussing discussion mention mentions mentioned explain explains explained review reviews reviewed report reports reported ask asks asked note notes noted describe describes described speaker speakers participant participants team group meeting conversation topic topics",
  es: "comentar comenta comentan comentó comentaron mencionar menciona mencionó mencionaron explicar explica explicó explicaron revisar revisa revisó revisaron tratar trata trató trataron hablar habla habló hablaron describe describió preguntó participante participantes ponente equipo grupo reunión conversación",
  fr: "discuter discute discuté discussion mentionner mentionne mentionné expliquer explique expliqué évoquer évoque évoqué aborder aborde abordé décrit demandé intervenant intervenants participant participants équipe groupe réunion conversation sujet sujets",
  ca: "comentar comenta comenten comentat mencionar menciona mencionat explicar explica explicat revisar revisa revisat tractar tracta tractat parlar parla parlat descriu descrit preguntat participant participants ponent equip grup reunió conversa",
};

const STEMS: Record<MeetingLanguage, ReadonlySet<string>> = {
  en: new Set(contentStems(WORDS.en, "en")),
  es: new Set(contentStems(WORDS.es, "es")),
  fr: new Set(contentStems(WORDS.fr, "fr")),
  ca: new Set(contentStems(WORDS.ca, "ca")),
};

/** Returns the stems of a language's reporting words. */
export function reportingStems(language: MeetingLanguage): ReadonlySet<string> {
  return STEMS[language];
}
