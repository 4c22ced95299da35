import { byLanguage } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { isCutOff, isOpen } from "#app/domain/summary/extractive/cues.ts";
import { ignoranceIn } from "#app/domain/summary/extractive/replies.ts";
import type { Reply, Sentence } from "#app/domain/summary/extractive/sentences.ts";

/**
 * Open questions: what people say they do not know (`unknown`, beside the cues of `isOpen`), and questions that the next person cannot
 * answer. `not` excludes what people say about themselves or within the meeting.
 */
type QuestionForms = { unknown: RegExp; not: RegExp; wonder: RegExp };

const phrases = (...sources: string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources.join("|")})(?![\\p{L}\\p{N}])`, "iu");

const EN_WH = "(?:whether|if|how|what|when|which|who|where|why)";
const ES_WH = "(?:si|qué|quién(?:es)?|cuándo|cuánt[oa]s?|cómo|dónde|cuál(?:es)?|de quién|para cuándo|por qué)";
const FR_WH = "(?:si|qui|quand|combien|comment|où|quel(?:le)?s?|pourquoi|ce que|quoi)";
const CA_WH = "(?:si|què|qui|quan|quants?|quantes|com|on|quins?|quina|quines|per què|de qui)";

const FORMS = byLanguage<QuestionForms>({
  en: () => ({
    unknown: phrases(
      `(?:(?:we)(?: still| really| just)?(?: do not| don['’]t)(?: yet| really| actually)?|I(?: still (?:do not|don['’]t)| (?:do not|don['’]t) yet)|(?:nobody|no one)(?: really)?) knows? (?:yet |really |exactly )?${EN_WH}|I(?: really| just)? (?:don['’]t know|dunno) (?:whether|how (?:much|many|long|far|hard|complicated|difficult|expensive))`,
      `(?:need|have|want|try|still|got) to (?:find out|figure out|check|clarify|establish|work out|see|ask) ${EN_WH}`,
      `(?:not|isn['’]t|is not) (?:yet )?(?:clear|certain|known|decided|settled)(?: yet)?(?: to (?:me|us))? ${EN_WH}|(?:it['’]s|is) unclear|remains (?:to be \\p{L}+|unclear|open)`,
      `we(?: still| first)? (?:need|have) to know ${EN_WH}`,
      `(?:the|one|another|my|big|main) question is (?:${EN_WH}|(?:can|do|should|will) we)`,
      `(?:I['’]m|I am|we['’]re|we are) (?:still )?(?:not (?:yet )?(?:quite )?sure yet ${EN_WH}|not yet sure ${EN_WH}|not sure whether)`,
      "(?:still|remains?|is|are|left) (?:undecided|unresolved|unclear|open)",
      `(?:have|has)(?:n['’]t| not) (?:yet )?(?:decided|settled|worked out|figured out|agreed) (?:yet )?(?:on )?${EN_WH}`,
      "open question",
      `(?:someone|somebody|we) (?:should|must|ought to) (?:find out|check|clarify) ${EN_WH}`,
      "(?:to be|needs to be|has to be|must be) (?:clarified|decided|confirmed|determined)",
    ),
    wonder: phrases(`I (?:\\p{L}+ )?wonder ${EN_WH}|wondering ${EN_WH}`),
    not: phrases(
      "you know|(?:people|they|everybody|everyone) (?:always|often|keep) ask\\p{L}*|if you(?:['’]re| are)|I don['’]t know (?:what you|if you can|if you|how you)|never mind|what I mean|would you like|you mean|does that mean|I mean|if (?:it|that) makes sense|I don['’]t know,|so to speak",
    ),
  }),
  es: () => ({
    unknown: phrases(
      `(?:no|nadie|nadie lo|tampoco) (?:lo |se )?(?:s[ée]|sabe|sabemos|está claro|tenemos claro|queda claro|consta) (?:muy bien |todavía |aún )?${ES_WH}`,
      `(?:hay que|habrá que|habría que|tenemos que|falta|queda|hace falta) (?:por )?(?:averiguar|comprobar|mirar|aclarar|saber|ver|preguntar|confirmar|consultar) ?(?:${ES_WH})?`,
      `la (?:cuestión|pregunta|duda|incógnita) es ${ES_WH}`,
      `no est(?:oy|amos) segur[oa]s? de ${ES_WH}|no estoy segur[oa] (?:si|de que)`,
      "(?:sigue|siguen|continúa|está|queda|quedan) (?:todavía |aún )?(?:sin|por) (?:decidir|resolver|aclarar|definir|cerrar|concretar|ver)",
      "pregunta abierta|queda la duda",
      `no hemos (?:decidido|acordado|concretado) (?:todavía |aún )?${ES_WH}`,
    ),
    wonder: phrases(`me pregunto ${ES_WH}`),
    not: phrases("me pregunta(?:n)?|sabéis lo que|da igual|no sé qué"),
  }),
  fr: () => ({
    unknown: phrases(
      `(?:ne |n['’])?(?:sait|sais|savons) (?:toujours |encore |vraiment )?pas (?:encore |trop |bien )?(?:à )?${FR_WH}|personne ne sait ${FR_WH}`,
      `(?:il faut|il faudra|il faudrait|on doit|reste à|il reste à|on devra) (?:encore )?(?:savoir|vérifier|clarifier|voir|demander|trouver|confirmer|déterminer) ?(?:${FR_WH})?`,
      `la (?:question|grande question) (?:est|c['’]est)(?: de savoir)? ?(?:${FR_WH})?`,
      `(?:ne |n['’])?(?:suis|sommes|est) pas (?:encore )?(?:sûre?s?|certaine?s?|clair)(?: (?:que|de|si|qui|quand))?`,
      "(?:rien|pas|n['’]est pas)(?: n['’]est)? (?:encore )?(?:tranché|décidé|fixé|réglé)|reste (?:ouverte?|en suspens|flou)",
      "question ouverte",
      `(?:n['’]a|n['’]avons) pas (?:encore )?(?:décidé|tranché) ?(?:${FR_WH})?`,
    ),
    wonder: phrases(`je me demande ${FR_WH}`),
    not: phrases("me demandent|vous voyez ce que|peu importe|je ne sais quoi"),
  }),
  ca: () => ({
    unknown: phrases(
      `(?:no|ningú|tampoc) (?:no )?(?:ho |se )?(?:sé|sap|sabem|està clar|tenim clar|queda clar|consta) (?:gaire bé |encara )?${CA_WH}`,
      `(?:cal|caldrà|caldria|hem de|haurem de|s['’]ha de|s['’]hauria de|hem d['’]|s['’]ha d['’]|falta|queda) (?:per )?(?:esbrinar|comprovar|mirar|aclarir|saber|veure|preguntar|confirmar|consultar) ?(?:${CA_WH})?`,
      `la (?:qüestió|pregunta|incògnita) és ${CA_WH}|el dubte és ${CA_WH}`,
      `no est(?:ic|em) (?:gaire )?segur[as]?s? (?:de )?${CA_WH}`,
      "(?:encara no està|segueix sense|continua sense|queda per|està per) (?:decidit|decidir|resolt|resoldre|aclarir|definir|tancat|tancar|veure)",
      "pregunta oberta|queda el dubte",
      `no hem (?:decidit|acordat|concretat) (?:encara )?${CA_WH}`,
    ),
    wonder: phrases(`em pregunto ${CA_WH}`),
    not: phrases("em pregunta|em pregunten|sabeu què vull|tant és|no sé què"),
  }),
});

const QUESTION_WORDS_MAX = 35;
/** "What was that?" asks for nothing that is left open. */
const QUESTION_WORDS_MIN = 4;

export type QuestionFound = { reply: Reply | null };

/** Returns the open question in a sentence: one that says so, or one to which the next person has no answer; else null. */
export function questionIn(sentence: Sentence, language: MeetingLanguage): QuestionFound | null {
  const { text, words, stems, replies } = sentence;
  if (words > QUESTION_WORDS_MAX || stems.length === 0 || FORMS[language].not.test(text) || isCutOff(text, language))
    return null;
  if (isOpen(text, language) || FORMS[language].unknown.test(text)) return { reply: null };
  const isAsked = text.endsWith("?") || FORMS[language].wonder.test(text);
  if (!isAsked || words < QUESTION_WORDS_MIN) return null;
  const reply = ignoranceIn(replies, language);
  return reply === null ? null : { reply };
}
