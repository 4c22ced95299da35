import type { MeetingLanguage } from "#app/domain/languages.ts";

/** Words that begin a subject. */
const SUBJECT: Record<MeetingLanguage, RegExp> = {
  en: /^(?:the|a|an|we|they|he|she|it|i|you|this|that|these|those|there|our|their|his|her|its|my|nobody|somebody|everybody|all|\p{Lu}\p{L}+)(?![\p{L}])/u,
  es: /^(?:el|la|los|las|un|una|nosotros|ellos|ellas|él|ella|yo|se|hay|este|esta|ese|esa|nuestr\p{L}+|su|sus|mi|nadie|todos|no se|\p{L}{2,}mos|\p{Lu}\p{L}+)(?![\p{L}])/u,
  fr: /^(?:le|la|les|l['’]|un|une|des|on|nous|ils|elles|il|elle|je|j['’]|ce|c['’]|cette|ces|notre|nos|leur|leurs|personne|tous|\p{Lu}\p{L}+)(?![\p{L}])|^(?:l|j|c)['’]/u,
  ca: /^(?:el|la|els|les|un|una|nosaltres|ells|elles|ell|ella|jo|es|s['’]|hi ha|aquest|aquesta|nostr\p{L}+|seu|ningú|tots|hem|\p{L}{3,}em|\p{Lu}\p{L}+)(?![\p{L}])|^(?:l|s)['’]/u,
};
/** A finite verb in a clause: auxiliaries, and endings that only verbs have. */
const VERB: Record<MeetingLanguage, RegExp> = {
  en: /(?<![\p{L}])(?:is|are|was|were|be|has|have|had|will|must|should|can|could|may|might|would|does|do|did|not|\p{L}{3,}(?:ed|es|s))(?![\p{L}])/iu,
  es: /(?<![\p{L}])(?:es|son|era|fue|está|están|ha|han|hay|va|van|debe|puede|tiene|se|no|\p{L}{3,}(?:rá|rán|ó|aron|ieron|mos|a|e|an|en))(?![\p{L}])/iu,
  fr: /(?<![\p{L}])(?:est|sont|était|a|ont|va|vont|doit|peut|ne|n|pas|\p{L}{3,}(?:ra|ront|ait|aient|ons|e|ent))(?![\p{L}])/iu,
  ca: /(?<![\p{L}])(?:és|són|era|està|estan|ha|han|hi ha|va|van|pot|té|es|no|\p{L}{3,}(?:rà|ran|em|im|a|en))(?![\p{L}])/iu,
};
/** A clause is looked at to its first mark, and no further than this. */
const LOOKED_AT_CHARS = 200;

/** Tells whether a text begins with a clause that has a subject and a verb of its own. */
export function hasOwnSubject(text: string, language: MeetingLanguage): boolean {
  const [clause = ""] = text.slice(0, LOOKED_AT_CHARS).split(/[,;:.!?]/u);
  const subject = SUBJECT[language].exec(clause);
  return subject !== null && VERB[language].test(clause.slice(subject[0].length));
}
