import type { MeetingLanguage } from "#app/domain/languages.ts";

/**
 * Patterns of spoken deadlines. They replace a date library, because the words are quoted and not computed with, Catalan is among
 * the languages, and the Worker stays 56 kB smaller.
 */
const EN_DAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const EN_MONTH = "(?:january|february|march|april|may|june|july|august|september|october|november|december)";
const ES_DAY = "(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)";
const ES_MONTH = "(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre)";
const FR_DAY = "(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)";
const FR_MONTH = "(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)";
const CA_DAY = "(?:dilluns|dimarts|dimecres|dijous|divendres|dissabte|diumenge)";
const CA_MONTH = "(?:gener|febrer|març|abril|maig|juny|juliol|agost|setembre|octubre|novembre|desembre)";

const SOURCES: Record<MeetingLanguage, { lead: string; when: readonly string[] }> = {
  en: {
    lead: "no later than|by|before|until|till|at|on|for|within|in",
    when: [
      `(?:the )?end of (?:the |this |next )?(?:day|week|month|quarter|year|${EN_DAY}|${EN_MONTH})`,
      `(?:the )?(?:middle|beginning|start) of (?:the |next )?(?:week|month|year|${EN_MONTH})`,
      `(?:early |late )?(?:this |next |the following |the next |coming )?${EN_DAY}(?: (?:morning|afternoon|evening|night|noon))?(?: at \\p{L}+)?`,
      "(?:this|next) (?:week|month|quarter|year|afternoon|evening|morning|friday)",
      "(?:tomorrow|tonight|today)(?: (?:morning|afternoon|evening|night))?",
      `(?:the )?(?:\\d{1,2}(?:st|nd|rd|th)?|\\p{L}+(?:st|nd|rd|th)) (?:of )?${EN_MONTH}`,
      `${EN_MONTH} (?:the )?(?:\\d{1,2}(?:st|nd|rd|th)?|\\p{L}+(?:st|nd|rd|th))(?![\\p{L}\\d])`,
      "the (?:\\d{1,2}(?:st|nd|rd|th)|(?:first|fifteenth|tenth|twentieth|thirtieth))(?! (?:of|one|time|thing|\\p{L}+))",
      `(?:the )?(?:next|our next) (?:meeting|call|sprint)`,
      "(?:a|one|two|three|four|\\d{1,2}) (?:days?|weeks?|months?|hours?)(?: time)?",
    ],
  },
  es: {
    lead: "como muy tarde|a más tardar|antes de|antes del|para|hasta|a|en",
    when: [
      `(?:el |este |la mañana del |la tarde del )?(?:próximo )?${ES_DAY}(?: que viene| próximo)?(?: por la (?:mañana|tarde|noche)| a mediodía| a primera hora)?`,
      `(?:finales?|fin|mediados|principios) de (?:la |este |esta )?(?:mes|semana|año|trimestre|${ES_MONTH})`,
      "(?:la )?(?:próxima semana|semana que viene|semana próxima|próxima reunión)",
      "(?:el )?(?:próximo mes|mes que viene|mes próximo|trimestre que viene|próximo trimestre|año que viene)",
      "esta (?:misma )?(?:tarde|noche|mañana|semana)",
      "(?:hoy mismo|hoy|pasado mañana|(?<!(?:la|esta|de) )mañana(?: por la (?:mañana|tarde|noche)| mismo| a primera hora)?)",
      `(?:el )?(?:día )?(?:\\d{1,2}|\\p{L}+) de ${ES_MONTH}`,
      "el día \\d{1,2}",
      "(?:un|una|dos|tres|cuatro|\\d{1,2}) (?:días?|semanas?|meses|horas?)",
    ],
  },
  fr: {
    lead: "au plus tard|d['’]ici à|d['’]ici|avant|pour|jusqu['’]à|à|en|dans",
    when: [
      `(?:le |ce )?${FR_DAY}(?: prochain)?(?: (?:matin|après-midi|soir))?`,
      `(?:la )?(?:fin|mi-|début)(?: de)?(?: la| l['’]| du)? ?(?:semaine|mois|année|trimestre|${FR_MONTH})`,
      "(?:la )?semaine prochaine|(?:le )?mois prochain|(?:la )?prochaine réunion",
      "cette (?:semaine|après-midi)|ce (?:soir|matin)|après-demain|demain(?: (?:matin|après-midi|soir))?|aujourd['’]hui",
      `(?:le )?(?:\\d{1,2}|premier|\\p{L}+) ${FR_MONTH}`,
      "(?:un|une|deux|trois|\\d{1,2}) (?:jours?|semaines?|mois|heures?)",
    ],
  },
  ca: {
    lead: "com a molt tard|abans de|abans del|abans d['’]|per a|per|fins a|fins|a|en",
    when: [
      `(?:el |aquest |dimarts |proper )?(?:proper )?${CA_DAY}(?: vinent| que ve)?(?: (?:al|a la|pel) (?:matí|tarda|vespre|migdia))?`,
      `(?:finals?|mitjans|principis) (?:de |d['’])(?:la |aquest |aquesta )?(?:mes|setmana|any|trimestre|${CA_MONTH})`,
      "(?:la )?(?:setmana vinent|propera setmana|setmana que ve|propera reunió)|(?:el )?(?:mes vinent|mes que ve|proper mes)",
      "aquesta (?:mateixa )?(?:tarda|nit|setmana)|avui mateix|avui|demà passat|demà(?: (?:al matí|a la tarda|al vespre))?",
      `(?:el )?(?:dia )?(?:\\d{1,2}|\\p{L}+) (?:de |d['’])${CA_MONTH}`,
      "(?:un|una|dos|dues|tres|\\d{1,2}) (?:dies|dia|setmanes|setmana|mesos|hores)",
    ],
  },
};

/**
 * Expressions that are deadlines only after a preposition: "in two weeks", not "it took two weeks"; "before the next meeting".
 */
const NEEDS_LEAD =
  /meeting|call|sprint|reuni|réunion|^(?:a|one|two|three|four|un|una|une|dos|dues|deux|tres|trois|cuatro|\d{1,2}) \p{L}+(?: time)?$/iu;

function pattern({ lead, when }: { lead: string; when: readonly string[] }): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:(${lead}) )?(${when.join("|")})(?![\\p{L}\\p{N}])`, "giu");
}

const PATTERNS: Record<MeetingLanguage, RegExp> = {
  en: pattern(SOURCES.en),
  es: pattern(SOURCES.es),
  fr: pattern(SOURCES.fr),
  ca: pattern(SOURCES.ca),
};

/** A day that belongs to something else: "the notes of Monday", "what we agreed last Friday". */
const BEFORE_OTHERS: Record<MeetingLanguage, RegExp> = {
  en: /(?<!\p{L})(?:of|from|since|last)(?: the)? $/iu,
  es: /(?<!\p{L})(?:del?|desde(?: el| la)?|pasado) $/iu,
  fr: /(?<!\p{L})(?:(?:de|du|depuis)(?: le| la)? |d['’])$/iu,
  ca: /(?<!\p{L})(?:(?:del?|passat|des de(?: la)?) |d['’])$/iu,
};
/** The day is that of saying something, and the promise comes after it: "tomorrow I'll tell you something, I'll …". */
const OF_SAYING: Record<MeetingLanguage, RegExp> = {
  en: /^,? I(?:['’]ll| will) (?:tell|show) (?:you|everyone|everybody) (?:something|more)[,:]/iu,
  es: /^,? (?:yo )?(?:os|te|les?) (?:digo|diré|cuento|contaré) (?:algo|una cosa|más)[,:]/iu,
  fr: /^,? je (?:vous|te) (?:dis|dirai|raconte) (?:quelque chose|une chose|plus)[,:]/iu,
  ca: /^,? (?:jo )?(?:us|et) (?:dic|diré|explico|explicaré) (?:una cosa|alguna cosa|més)[,:]/iu,
};
const OVER = /^ (?:pasad[oa]|derni(?:er|ère)|passée?|passat|passada)(?!\p{L})/iu;
const AHEAD = /(?<!\p{L})(?:next|coming|following|próxim[oa]|que viene|prochaine?|vinent|que ve|propera?)(?!\p{L})/iu;
/** More letters than the longest words that say so. */
const LOOKED_AT_CHARS = 16;
const SAYING_CHARS = 48;

function isOfOthers(text: string, match: RegExpExecArray, language: MeetingLanguage): boolean {
  const [whole, lead, when = ""] = match;
  const end = match.index + whole.length;
  if (OF_SAYING[language].test(text.slice(end, end + SAYING_CHARS))) return true;
  if (lead !== undefined) return false;
  if (OVER.test(text.slice(end, end + LOOKED_AT_CHARS))) return true;
  const head = text.slice(Math.max(0, match.index - LOOKED_AT_CHARS), match.index);
  return BEFORE_OTHERS[language].test(head) && !AHEAD.test(when);
}

/** Returns the last deadline in a sentence ("On Monday I said I would send it by Friday"), or null. */
export function deadlineIn(text: string, language: MeetingLanguage): string | null {
  let found: string | null = null;
  for (const match of text.matchAll(PATTERNS[language])) {
    if (isOfOthers(text, match, language)) continue;
    if (match[1] !== undefined || !NEEDS_LEAD.test(match[2] ?? "")) found = match[0].trim();
  }
  return found;
}
