import { byLanguage } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { isCutOff, isDecision } from "#app/domain/summary/extractive/cues.ts";
import { assentIn, isRefused } from "#app/domain/summary/extractive/replies.ts";
import type { Reply, Sentence } from "#app/domain/summary/extractive/sentences.ts";

/**
 * Decisions by their form in dialogue. `proposal`: somebody proposes, and counts when another agrees. `result`: the sentence announces a
 * choice. `noObjection`: the sentence after it is decided. `not`: a hypothesis, a joke, somebody else's decision, or steps of the meeting.
 */
type DecisionForms = { proposal: RegExp; result: RegExp; noObjection: RegExp; not: RegExp };

const phrases = (...sources: string[]) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources.join("|")})`, "iu");

const EN_STEP =
  "(?:let|take a (?:break|look|vote)|move on|start|begin|see|look|go (?:back|on|through|around|to)|continue|talk|discuss|say|think|come|get (?:back|started|going|on)|have|be|wait|stop|turn|hear|pause|face|call it|do (?:that|it|this)|not|imagine|assume|suppose|put it|try|hope|make (?:sure|it)|first|carry|vote|forget|finish|celebrate|keep going|add|finali[sz]e|leave (?:it|that) (?:there|at that)|just|back up|concentrate|focus|consider|ask|find|hurry|face|read|review|check|bring|open (?:it|this|the (?:file|floor|slide)))";
const ES_STEP =
  "(?:ver|empezar|empecemos|pasar|pasemos|seguir|sigamos|hablar|hablemos|hacer una pausa|hacemos una pausa|vemos|seguimos adelante|empezamos|pasamos|hablamos)";
const FR_STEP =
  "(?:commence|passe (?:au|à)|continue|parle|fait une pause|voit|regarde|y va|reprend|commencer|passer (?:au|à la suite)|continuer|parler|faire une pause|voir)";
const CA_STEP =
  "(?:veure|començar|comencem|passar|passem|seguir|parlar|parlem|fer una pausa|fem una pausa|veiem|continuem)";

const FORMS = byLanguage<DecisionForms>({
  en: () => ({
    proposal: phrases(
      `(?:shall|should) we (?!${EN_STEP}(?!\\p{L}))(?:just )?\\p{L}+`,
      `how about (?:we |if we |\\p{L}+ing |(?:the|a|an) )`,
      `what if we (?!${EN_STEP}(?!\\p{L}))`,
      `why don['’]t we (?!${EN_STEP}(?!\\p{L}))`,
      `let['’]s (?!${EN_STEP}(?!\\p{L}))\\p{L}+`,
      "(?:I think|maybe|probably) we(?:['’]ll| will| should| could| can)? (?:go (?:for|with)|use|take|choose|keep|drop|leave out)(?!\\p{L})",
      "I(?:['’]d| would)? (?:propose|suggest|vote for|go for|go with|recommend)(?!\\p{L})(?! (?:you|that you|to[.]))",
      "my (?:suggestion|proposal|vote|preference)(?: would be| is|['’]d be)",
      "(?:who(?:['’]s| is)|all|everybody|everyone) (?:in favou?r|for it|agreed|ok(?:ay)? with)",
      "the (?:motion|proposal) is|I move (?:that|to|we)",
      "(?:does )?(?:everyone|everybody|anyone) (?:agree|object)",
      `^then,? we (?!(?:had|were|was|saw|got|have|are|can|could|would|did|went|need|must|might|still|just|should|want|know|see|\\p{L}+ed)(?!\\p{L}))\\p{L}+`,
    ),
    result: phrases(
      "(?:so |then |okay |now )?it(?:['’]s| is) (?:all )?(?:settled|decided|agreed|final)",
      "(?:decision|choice) (?:is )?made",
      "(?:final|our) (?:choice|decision|pick|answer|verdict) is",
      "(?:in the end|finally),? we (?:chose|picked|decided|settled|went|opted)",
      "we(?:['’]ve| have)? (?:chosen|picked|opted|settled|voted|resolved|ended up (?:choosing|picking|with (?!this thing)))",
      "(?:have|has|is|reached|seems to be) (?:a )?consensus (?:that|on|to|about)",
      "(?:is|are|seems?|would be|to be) (?:definitely |clearly )?the way to go(?!\\p{L})",
      "(?:is|are) (?:definitely|now|therefore|then) (?:out|in|off the table)(?=[.,!]|$)|(?:is|are) off the table|(?:goes|go|stays?) (?:out|off the table)(?=[.,!]|$)",
      "we (?:don['’]t|do not) need .{2,60} any ?more",
      "we definitely (?:need|want|keep|drop)(?!\\p{L}| to )",
      "we (?:picked|chose|opted for|settled on|voted)",
      "we(?:['’]re| are) (?:definitely |all )?(?:going|sticking|staying|proceeding) (?:in )?(?:with|for)",
      "from (?:now|today|here) on,? (?:we|it)",
      "we (?:won['’]t|will not|are not going to|aren['’]t going to) .{2,80} after all",
      "(?:motion|proposal) (?:carries|carried|passes|passed|is (?:carried|adopted|approved))",
      "(?:so )?that(?:['’]s| is) what we(?:['’]ll| will| are going to|['’]re going to) do",
      "^(?:then |so |okay )?(?:the|a|my|our) [^,]{3,60} (?<!(?:here|there|what|as|how|where) )it is[.!]?$|^(?:then|so) .{3,60} it is[.!]?$",
      "^(?:the|our) [^,]{3,50} (?:wins|has won|gets the vote)(?!\\p{L})",
    ),
    noObjection: phrases(
      "(?:no|any) (?:objections?|other views|more votes)",
      "(?:is|are) (?:everyone|we all) (?:happy|agreed|okay)",
    ),
    not: phrases(
      "(?:probably|maybe|perhaps) .{0,80}the way to go|imagine|suppose|some ?day|one day|maybe we could|if we had|years ago|they (?:decided|agreed)|who would have|next point|used to|(?:would|might) have",
      "take a break|move on to|share (?:my|the) screen|we (?:need|have) to (?:decide|agree)|(?:haven['’]t|have not|not) (?:yet )?(?:decided|agreed|settled|approved)|it['’]s final(?:ly)? ",
    ),
  }),
  es: () => ({
    proposal: phrases(
      `^¿(?!(?:qué|quién|cómo|cuándo|dónde|cuánt|por qué|alguien|te |os )(?!\\p{L}))(?!${ES_STEP}(?!\\p{L}))\\p{L}+(?:amos|emos|imos)(?!\\p{L})`,
      `¿y si (?!${ES_STEP}(?!\\p{L}))`,
      "(?:yo )?(?:propongo|sugiero|sugeriría|votaría|recomiendo|planteo|voto por)",
      "mi (?:propuesta|sugerencia|voto|preferencia) (?:es|sería)",
      "¿?qué (?:os|te|les) parece",
      "¿?quién(?:es)? está(?:n)? (?:a favor|de acuerdo)|todos a favor",
      "la (?:moción|propuesta) es",
      "¿(?:estáis|estamos|estás) (?:todos )?de acuerdo",
      `^(?:entonces|pues|así que) (?!${ES_STEP}(?!\\p{L}))\\p{L}+(?:amos|emos|imos)(?!\\p{L})`,
    ),
    result: phrases(
      "^decidido(?!\\p{L})|está decidido|queda (?:decidido|acordado|aprobado)",
      "(?:la|nuestra) (?:elección|decisión|opción) (?:final|definitiva)?\\s?es",
      "(?:al final|finalmente) (?:elegimos|optamos|nos quedamos|no vamos a|hacemos|vamos con)",
      "(?:elegimos|hemos elegido|hemos optado|optamos|escogemos|hemos votado|nos decantamos)",
      "a partir de (?:ahora|hoy|entonces)",
      "^(?:pues |entonces )?(?:será|serán) (?:el|la|los|las)(?!\\p{L})",
      "^(?:pues |entonces )?gana(?:n)? (?:el|la|los|las)(?!\\p{L})",
      "(?:así que )?eso (?:es lo que )?(?:haremos|vamos a hacer)",
      "(?:se aprueba|aprobad[oa] por|por unanimidad)",
      "(?:seguimos|nos quedamos|vamos|tiramos) con (?:el|la|los|las)(?!\\p{L})",
      "(?:hay|tenemos) (?:un )?consenso|es (?:claramente )?el camino a seguir|(?:queda|quedan) (?:fuera|descartad[oa]s?)(?!\\p{L})|ya no (?:necesitamos|nos hace falta)(?!\\p{L})",
    ),
    noObjection: phrases("(?:alguna|ninguna|sin) objeci(?:ón|ones)", "¿?(?:todos|todas) (?:de acuerdo|conformes)"),
    not: phrases(
      "imagin\\p{L}+|algún día|tal vez|quizás?|hace (?:años|tiempo)|decidieron|pausa|siguiente punto|si tuvi\\p{L}+|no hemos (?:decidido|acordado)|sin decidir",
    ),
  }),
  fr: () => ({
    proposal: phrases(
      `^(?:est-ce qu['’]|alors |donc |et si )?on (?!(?:a|avait|était|est|sait|ne|n['’]|peut|pourrait|doit|voit|dirait|entend|reste à|va)(?!\\p{L}))(?!${FR_STEP}(?!\\p{L}))\\p{L}+`,
      "et si (?:on|nous)",
      "je (?:propose|suggère|suggérerais|recommande|vote pour|proposerais)",
      "ma (?:proposition|suggestion|préférence)",
      "que (?:diriez-vous|dirais-tu|pensez-vous) d",
      "qui est (?:pour|d['’]accord|favorable)|tout le monde est (?:pour|d['’]accord)",
      "la (?:motion|proposition) est",
      "vous êtes (?:tous )?d['’]accord",
    ),
    result: phrases(
      "c['’]est (?:décidé|entendu|acté|réglé|validé)|décision prise",
      "(?:le|notre) choix (?:définitif|final)|(?:la|notre) décision (?:définitive|finale)",
      "(?:finalement|au final),? (?:on|nous) ",
      "(?:on|nous) (?:a|avons|part|partons|reste|restons|va|allons) (?:donc )?(?:choisi|retenu|convenu|opté|voté|tranché|sur|avec)(?!\\p{L})",
      "à partir (?:de maintenant|d['’]aujourd['’]hui|de là|de demain)|désormais",
      "^(?:alors |donc )?ce (?:sera|seront) (?:le|la|les|l['’])",
      "(?:qui l['’]emporte|l['’]emporte(?!\\p{L}))",
      "c['’]est (?:donc )?ce qu['’](?:on|nous) (?:fera|ferons|va faire)",
      "il y a (?:un )?consensus|est (?:clairement )?la voie à suivre|est (?:définitivement |donc )?(?:exclue?|écartée?)(?!\\p{L})|on n['’]a plus besoin d",
      "adoptée? à l['’]unanimité|(?:motion|proposition) (?:est )?(?:adoptée|acceptée)",
    ),
    noObjection: phrases("(?:pas|aucune|sans|une) (?:d['’])?objection", "tout le monde est d['’]accord"),
    not: phrases(
      "imagin\\p{L}+|un jour|peut-être|il y a (?:des années|longtemps)|ils ont|pause|point suivant|si on avait|si j['’]avais|pas (?:encore )?(?:décidé|tranché)|n['’]a pas décidé|tu voulais|vous voyez",
    ),
  }),
  ca: () => ({
    proposal: phrases(
      `^(?!(?:què|qui|com|quan|on|quant|per què|algú|ens|em|et)(?!\\p{L}))(?!${CA_STEP}(?!\\p{L}))[\\p{L}·]+[aeiï]m (?=.{3,}\\?$)`,
      `i si (?!${CA_STEP}(?!\\p{L}))`,
      "(?:jo )?(?:proposo|suggereixo|suggeriria|recomano|votaria|voto per)",
      "la meva (?:proposta|suggeriment|preferència)",
      "què (?:us|et) sembla",
      "qui (?:hi )?està (?:a favor|d['’]acord)|tots a favor",
      "la (?:moció|proposta) és",
      "(?:hi )?esteu (?:tots )?d['’]acord",
      `^(?:llavors|doncs|així que|aleshores) (?!${CA_STEP}(?!\\p{L}))[\\p{L}·]+[aeiï]m(?!\\p{L})`,
    ),
    result: phrases(
      "^decidit(?!\\p{L})|està decidit(?!\\p{L})|queda (?:decidit|acordat|aprovat|descartat)",
      "(?:l['’]elecció|la decisió|la tria|l['’]opció) (?:final|definitiva)",
      "(?:al final|finalment) (?:triem|optem|ens quedem|no |fem|anem amb)",
      "(?:triem|hem triat|hem escollit|hem optat|optem|escollim|hem votat|hem acordat)",
      "a partir d['’](?:ara|avui)",
      "^(?:doncs |llavors )?(?:serà|seran) (?:el|la|els|les|l['’])",
      "^(?:doncs |llavors )?guany(?:a|en) (?:el|la|els|les|l['’])",
      "(?:així que )?això (?:és el que )?farem",
      "s['’]aprova|aprovat per|per unanimitat",
      "(?:hi ha|tenim) (?:un )?consens|és (?:clarament )?el camí a seguir|(?:queda|queden) (?:fora|descartad[ae]s?)(?!\\p{L})|ja no (?:necessitem|ens cal)(?!\\p{L})",
      "(?:seguim|continuem|ens quedem|anem|tirem) amb (?:el|la|els|les|l['’])",
    ),
    noObjection: phrases("(?:alguna|cap|sense) objecci(?:ó|ons)", "(?:tothom|tots) (?:d['’]acord|conformes)"),
    not: phrases(
      "imagin\\p{L}+|algun dia|potser|fa (?:anys|temps)|van decidir|pausa|punt següent|si tingu\\p{L}+|no hem (?:decidit|acordat)|(?:encara )?no està decidit",
    ),
  }),
});

/** Longer sentences tell a story in which a decision is mentioned; at the end of a meeting people sum up in long ones. */
const DECISION_WORDS_MAX = 35;
const WRAP_UP_WORDS_MAX = 60;
const WRAP_UP_FROM = 0.9;

/** "Shall we do that?" does not say what is proposed. */
const PROPOSAL_STEMS_MIN = 2;

/** "That is decided, right?" states a decision when somebody confirms it. */
function statementOf(question: string): string {
  return question.replace(/(?:,\s*(?:right|yeah|okay|ok|no))?\?+$/iu, ".").replace(/^¿/u, "");
}

/** Returns the sentence behind the word that opened it as said: "then", "pues". */
function openingOf(said: string, text: string): string {
  const [first = ""] = said.trimStart().split(/[\s,]+/u);
  const rest = text.replace(/^[¿¡]/u, "");
  return rest.toLowerCase().startsWith(first.toLowerCase()) ? text : `${first} ${rest}`;
}

export type DecisionFound = { reply: Reply | null };

/** Returns a decision that a sentence states, or proposes and another person accepts; null when it is none. */
export function decisionIn(
  sentence: Sentence,
  before: Sentence | undefined,
  language: MeetingLanguage,
): DecisionFound | null {
  const { text, said, words, stems, replies, moment } = sentence;
  const forms = FORMS[language];
  const wordsMax = moment >= WRAP_UP_FROM ? WRAP_UP_WORDS_MAX : DECISION_WORDS_MAX;
  if (words > wordsMax || stems.length === 0 || forms.not.test(text) || isCutOff(text, language)) return null;
  const isQuestion = text.endsWith("?");
  if (!isQuestion && (isDecision(text, language) || forms.result.test(text))) return { reply: null };
  if (!isQuestion && before !== undefined && forms.noObjection.test(before.said)) return { reply: null };
  if (words > DECISION_WORDS_MAX) return null;
  const isAsked = isQuestion && (isDecision(statementOf(text), language) || forms.result.test(statementOf(text)));
  if (!isAsked && !forms.proposal.test(text) && !forms.proposal.test(openingOf(said, text))) return null;
  if (new Set(stems).size < PROPOSAL_STEMS_MIN) return null;
  const reply = isRefused(replies, language) ? null : assentIn(replies, language);
  return reply === null ? null : { reply };
}
