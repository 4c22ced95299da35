import type { MeetingLanguage } from "#app/domain/languages.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/**
 * Words of minutes around a statement: "The team discussed …", "Laia: …", "… was mentioned". They claim only that somebody said the
 * rest, so the rest is checked alone; a named person must be the speaker. Words that claim more ("agreed", "promised") are no frame.
 */
export type Framed = { claim: string; speaker: readonly string[] | null; reports: boolean };

const WHO_EN =
  "(?:the (?:team|group|participants|speakers?|meeting|attendees|members)|they|we|everybody|somebody|someone|he|she|it)";
const WHO_ES = "(?:el (?:equipo|grupo|ponente)|los (?:participantes|asistentes)|la reunión|se|alguien)";
const WHO_FR = "(?:l['’]équipe|le groupe|les (?:participants|intervenants)|la réunion|on|nous|quelqu['’]un)";
const WHO_CA = "(?:l['’]equip|el grup|els (?:participants|assistents)|la reunió|es|s['’]ha|algú)";

const OPENING: Record<MeetingLanguage, RegExp> = {
  en: new RegExp(
    `^(?:${WHO_EN}|(\\p{Lu}[\\p{L}.'’-]*(?: \\p{Lu}[\\p{L}.'’-]*){0,3}))(?: has| have| had| also)? (?:discuss(?:es|ed)|talk(?:s|ed)? about|mention(?:s|ed)|explain(?:s|ed)|note[sd]|said|says|state[sd]|report(?:s|ed)|ask(?:s|ed)|described?s?|point(?:s|ed) out)(?: that| whether| about| if| how| for)? `,
    "iu",
  ),
  es: new RegExp(
    `^(?:${WHO_ES}|(\\p{Lu}[\\p{L}.'’-]*(?: \\p{Lu}[\\p{L}.'’-]*){0,3}))(?: ha| han)? (?:coment\\p{L}+|mencion\\p{L}+|explic\\p{L}+|habl\\p{L}+ (?:de|sobre)|dice|dijo|dicho|pregunt\\p{L}+|señal\\p{L}+|trat\\p{L}+(?: de)?)(?: que| si)? `,
    "iu",
  ),
  fr: new RegExp(
    `^(?:${WHO_FR}|(\\p{Lu}[\\p{L}.'’-]*(?: \\p{Lu}[\\p{L}.'’-]*){0,3}))(?: a| ont| avons)? (?:discut\\p{L}+(?: de| du| des)?|mentionn\\p{L}+|expliqu\\p{L}+|évoqu\\p{L}+|abord\\p{L}+|dit|parl\\p{L}+ (?:de|du|des)|demand\\p{L}+|indiqu\\p{L}+)(?: que| si)? `,
    "iu",
  ),
  ca: new RegExp(
    `^(?:${WHO_CA}|(?:(?:la|el|en|na) )?(\\p{Lu}[\\p{L}.'’-]*(?: \\p{Lu}[\\p{L}.'’-]*){0,3}))(?: ha| han)? (?:coment\\p{L}+|mencion\\p{L}+|explic\\p{L}+|parl\\p{L}+ (?:de|del|sobre)|diu|dit|pregunt\\p{L}+|assenyal\\p{L}+|tract\\p{L}+)(?: que| si)? `,
    "iu",
  ),
};
const ASKS = /(?:ask|pregunt|demand)/iu;
const LABEL = /^(?:speaker \d+|\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,3}): /u;
const CLOSING: Record<MeetingLanguage, RegExp> = {
  en: /,? (?:was|were|has been|have been|is|are) (?:also )?(?:discussed|mentioned|explained|noted|reported|described)(?: by (\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*)?))?[.!]*$|, (?:says|said|explains|explained|notes|noted) (\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*)?)[.!]*$/u,
  es: /,? (?:se (?:comentó|mencionó|explicó|trató)|fue(?:ron)? (?:comentad|mencionad|explicad|tratad)[oa]s?)[.!]*$|, (?:dice|explica|comenta) (\p{Lu}[\p{L}.'’-]*)[.!]*$/u,
  fr: /,? (?:a été|ont été|est|sont) (?:discuté|mentionné|expliqué|évoqué|abordé)e?s?[.!]*$|, (?:dit|explique|indique) (\p{Lu}[\p{L}.'’-]*)[.!]*$/u,
  ca: /,? (?:s['’]ha comentat|s['’]ha mencionat|s['’]ha explicat|s['’]ha tractat)[.!]*$|, (?:diu|explica|comenta) (?:la |el |en )?(\p{Lu}[\p{L}.'’-]*)[.!]*$/u,
};
/** A frame is short; longer text is not searched for one. */
const FRAME_CHARS_MAX = 2000;

/** Returns the readings of a line: as it stands, and without its frame where it has one. */
export function framed(text: string, language: MeetingLanguage): Framed[] {
  const plain = text.slice(0, FRAME_CHARS_MAX).replace(/^[\s"“«¿¡-]+/u, "");
  const readings: Framed[] = [{ claim: text, speaker: null, reports: false }];
  const opening = OPENING[language].exec(plain);
  if (opening) readings.push(without(plain, opening, ASKS.test(opening[0])));
  const label = LABEL.exec(plain);
  if (label) readings.push({ claim: plain.slice(label[0].length), speaker: foldedWords(label[0]), reports: false });
  const closing = CLOSING[language].exec(plain);
  if (closing) {
    const name = closing[1] ?? closing[2];
    readings.push({
      claim: plain.slice(0, closing.index),
      speaker: name === undefined ? null : foldedWords(name),
      reports: false,
    });
  }
  return readings;
}

function without(text: string, match: RegExpExecArray, reports: boolean): Framed {
  const [whole, name] = match;
  // With the flag i, small words match as names too; a name is capitalised.
  const isName = name !== undefined && /^\p{Lu}/u.test(name);
  return { claim: text.slice(whole.length), speaker: isName ? foldedWords(name) : null, reports };
}

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
