import type { Intent } from "#app/domain/chat/question-forms.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { isDecision, isOpen } from "#app/domain/summary/extractive/cues.ts";
import { deadlineIn } from "#app/domain/summary/extractive/deadline.ts";
import { numbersClaimed, smallNumbersClaimed } from "#app/domain/summary/words/numbers.ts";

/** `\b` knows ASCII only, hence the edges. */
const words = (source: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, "iu");

/** Forms in which people promise, ask of each other, or name who does something. */
const TASKS: Record<MeetingLanguage, RegExp> = {
  en: words(
    "I['’ ]?ll|I will|I['’ ]?m (?:gonna|going to)|(?:is|are) (?:gonna|going to)|will (?:work|do|send|write|make|look)|you(?:['’]re| are)? (?:have to|need to|looking|working|should|will|going to)|(?:can|could) you|has to|your (?:task|job|action)",
  ),
  es: words(
    "yo (?:me|lo|la|voy|\\p{L}+é)|me encargo|voy a|se encarga|va a|tienes? que|tiene que|puedes|podrías|\\p{L}+(?:aré|eré|iré)",
  ),
  fr: words(
    "je (?:vais|m['’]en occupe|me charge|\\p{L}+rai)|s['’]en occupe|se charge|va|tu (?:peux|vas|dois)|vous (?:pouvez|allez|devez)|doit|\\p{L}+erai",
  ),
  ca: words(
    "jo (?:me|ho|\\p{L}+é)|me n['’]encarrego|m['’]encarrego|s['’]encarrega|ha de|has de|pots|podries|\\p{L}+(?:aré|eré|iré)",
  ),
};

const REASONS: Record<MeetingLanguage, RegExp> = {
  en: words("because|cause|cuz|since|so that|that['’]s why|due to|the reason|therefore|so we|can['’]t|cannot"),
  es: words("porque|ya que|por eso|debido a|así que|para que|como"),
  fr: words("parce qu\\p{L}*|car|puisque|à cause|c['’]est pourquoi|comme|donc"),
  ca: words("perquè|ja que|per això|a causa|així que|com que"),
};

const TIMES: Record<MeetingLanguage, RegExp> = {
  en: words(
    "(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tomorrow|today|yesterday|(?:next|this|last) (?:week|month|year|term|autumn|summer)|early (?:next )?week|(?:in|half an?|\\p{L}+|\\d+) (?:minutes?|hours?|days?|weeks?|months?)|january|february|march|april|may|june|july|august|september|october|november|december|\\d{1,2}:\\d\\d|20\\d\\d",
  ),
  es: words(
    "lunes|martes|miércoles|jueves|viernes|sábado|domingo|hoy|ayer|mañana|(?:próxim[oa]|est[ea]) (?:semana|mes|año)|\\p{L}+ (?:minutos?|horas?|días?|semanas?|meses)|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|a las \\p{L}+|20\\d\\d",
  ),
  fr: words(
    "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|aujourd['’]hui|hier|demain|(?:semaine|année) prochaine|mois prochain|\\p{L}+ (?:minutes?|heures?|jours?|semaines?|mois)|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|20\\d\\d",
  ),
  ca: words(
    "dilluns|dimarts|dimecres|dijous|divendres|dissabte|diumenge|avui|ahir|demà|(?:proper|propera|aquest|aquesta) (?:setmana|mes|any)|setmana vinent|\\p{L}+ (?:minuts?|hores?|dies|setmanes?|mesos)|gener|febrer|març|abril|maig|juny|juliol|agost|setembre|octubre|novembre|desembre|a les \\p{L}+|20\\d\\d",
  ),
};

/** Tells whether a sentence has the form of an answer to a question of this kind: a date for "when", a number for "how many". */
export function hasForm(text: string, intent: Intent, language: MeetingLanguage): boolean {
  switch (intent) {
    case "decision":
      return isDecision(text, language);
    case "open":
      return isOpen(text, language);
    case "task":
      return TASKS[language].test(text);
    case "date":
      return TIMES[language].test(text) || deadlineIn(text, language) !== null;
    case "number":
      return numbersClaimed(text, language).length > 0 || smallNumbersClaimed(text, language).length > 0;
    case "reason":
      return REASONS[language].test(text);
    case "person":
      // A name inside a sentence, or somebody who speaks of themselves.
      return /[\p{L},] \p{Lu}\p{Ll}{2,}/u.test(text) || TASKS[language].test(text);
    default:
      return false;
  }
}
