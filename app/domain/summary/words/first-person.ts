import { NO_MATCH, withOthers } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";

/** First person: the sentence is about its speaker, or them and others. Catalan and Spanish verbs carry the person in their ending. */
const WE_OR_I: Readonly<Record<MeetingLanguage, RegExp>> = withOthers<RegExp>(
  {
    en: /(?<![\p{L}])(?:i|me|my|mine|myself|we|us|our)(?![\p{L}])/iu,
    es: /(?<![\p{L}])(?:yo|me|mi|conmigo|voy|he|tengo|puedo|estoy|soy|nosotros|nosotras|nos|nuestr\p{L}+|\p{L}{2,}mos|\p{L}{2,}r[ée]|(?:lo|la|los|las|te|os|le|les) \p{L}{2,}o|^¿?\p{L}{3,}o)(?![\p{L}])/iu,
    fr: /(?<![\p{L}])(?:je|j|moi|me|m|mon|ma|mes|nous|on|nos|notre)(?![\p{L}])/iu,
    ca: /(?<![\p{L}])(?:jo|em|m|meu|meva|vaig|he|tinc|puc|estic|soc|nosaltres|ens|nostr\p{L}+|hem|som|vam|\p{L}{2,}(?:em|im|am)|\p{L}{2,}r[ée]|(?:ho|et|us|li|els|la|el) \p{L}{2,}o|^¿?\p{L}{3,}o)(?![\p{L}])/iu,
  },
  NO_MATCH,
);

/** Tells whether people speak of themselves in a text. */
export function isSpeaking(text: string, language: MeetingLanguage): boolean {
  return WE_OR_I[language].test(text);
}

/** Words by which somebody is spoken to. */
const YOU: Readonly<Record<MeetingLanguage, RegExp>> = withOthers<RegExp>(
  {
    en: /(?<!\p{L})(?:you|your|yours)(?!\p{L})/iu,
    es: /(?<!\p{L})(?:tú|te|ti|contigo|usted|ustedes|vosotr[oa]s|vuestr\p{L}+|os)(?!\p{L})/iu,
    fr: /(?<!\p{L})(?:tu|te|t|toi|vous|votre|vos)(?!\p{L})/iu,
    ca: /(?<!\p{L})(?:tu|et|t|vostè|vostès|vosaltres|vostr\p{L}+)(?!\p{L})/iu,
  },
  NO_MATCH,
);

/** Tells whether somebody is spoken to in a text. */
export function isAddressing(text: string, language: MeetingLanguage): boolean {
  return YOU[language].test(text);
}
