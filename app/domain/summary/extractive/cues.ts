import { byLanguage } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";

/**
 * Phrases that say that something was decided, or that it stays open. `\b` knows ASCII only, hence the lookarounds at the edges.
 */
type Cues = { decision: RegExp; open: RegExp };

const phrases = (source: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${source
      .trim()
      .split("\n")
      .map((line) => line.trim())
      .join("|")})(?![\\p{L}\\p{N}])`,
    "iu",
  );

const CUES = byLanguage<Cues>({
  en: () => ({
    decision: phrases(`we(?:['’]ve| have)? (?:all )?(?:decided|agreed|settled|concluded|approved)
      (?:it(?:['’]s| is| was)|that(?:['’]s| is| was)|is|was|been) (?:decided|agreed|settled|approved|final)
      (?:the|our|my|final) decision (?:is|was|to)
      (?:we(?:['’]ll| will| are going to|['’]re going to)|let['’]s) (?:go|stick|stay|proceed|move ahead) with
      (?:we|let['’]s) agree (?:to|that|on)
      so the plan is
      (?:we are|we['’]re) not going to (?:do|use|have|launch|include|change|sell|make) (?!an)
      we (?:won['’]t|will not) (?:do|use|launch|include|change|sell|make)
      settled on
      agreed (?:to|that|on)`),
    open: phrases(`(?:is|are|remains?|stays?|still|leave (?:it|that|this)) (?:an )?open
      open (?:question|point|issue|item)s?
      (?:not|isn['’]t|aren['’]t) (?:yet (?:decided|settled|clear|resolved|confirmed)|(?:decided|settled|clear|resolved|confirmed) yet)
      (?:we|nobody|no one) (?:still )?(?:don['’]t|do not|knows) (?:yet )?(?:know (?:yet|whether|if|how|what|when|which|who)|have an answer)(?: yet)?
      (?:we )?still (?:need|have) to (?:decide|find out|figure out|clarify|discuss|check|see)
      to be (?:decided|confirmed|discussed|clarified)
      (?:is|are|still) (?:pending|unresolved|unclear)
      we(?:['’]ll| will) (?:have to )?decide (?:later|next|on|when)
      (?:haven['’]t|have not|hasn['’]t|has not) (?:yet )?(?:decided|agreed|confirmed|heard|received)`),
  }),
  es: () => ({
    decision:
      phrases(`(?:(?:hemos|habíamos|se ha|queda|quedó) (?:decidido|acordado|aprobado|cerrado|confirmado)|está (?:decidido|acordado|aprobado))
      (?:decidimos|acordamos|aprobamos)
      (?:la|nuestra) decisión (?:es|fue|final)
      quedamos en (?:que)?
      (?:nos quedamos|vamos|seguimos|tiramos|nos vamos) con
      entonces (?:lo )?(?:hacemos|dejamos|lanzamos|vamos)
      (?:se aprueba|se acuerda|se decide)
      estamos de acuerdo en
      no vamos a
      optamos por`),
    open: phrases(`(?:queda|quedan|sigue|siguen|está|están|dejamos) (?:\\p{L}+ ){0,2}(?:pendientes?|abiert[oa]s?|por (?:ver|decidir|definir|confirmar|resolver|aclarar))
      (?:pendiente|pendientes) de
      (?:falta|faltan) (?:por )?(?:decidir|definir|confirmar|saber|ver|aclarar)
      (?:todavía|aún) no (?:sabemos|hemos|tenemos|está|se sabe|hay)
      no (?:sabemos|está claro|tenemos claro) (?:todavía|aún)?
      (?:hay|habrá|habría|tenemos) que (?:decidir|aclarar|ver si)
      por (?:decidir|definir|confirmar)
      duda (?:abierta|pendiente)
      lo (?:decidimos|vemos|decidiremos|veremos) (?:más adelante|después|otro día|la próxima)`),
  }),
  fr: () => ({
    decision:
      phrases(`(?:on a|nous avons|avons|a été|c['’]est|est) (?:tous )?(?:décidée?|validée?|convenue?|actée?|approuvée?|décidé)
      (?:la|notre) décision (?:est|était|finale)
      on (?:part|reste|va|continue) (?:donc )?(?:sur|avec)
      on (?:garde|choisit|retient|valide|décide|ne va pas)
      on est d['’]accord (?:pour|sur|que)
      nous (?:retenons|choisissons|décidons|validons)`),
    open: phrases(`(?:reste|restent) (?:à (?:décider|voir|définir|confirmer|clarifier|trancher)|en suspens|ouverte?s?)
      (?:en suspens|en attente)
      on ne sait pas (?:encore|si)
      (?:pas|n['’]est pas) encore (?:décidé|clair|confirmé|tranché|sûr)e?
      question (?:reste )?ouverte
      à (?:définir|confirmer|trancher)
      il (?:faut|faudra) (?:encore )?(?:décider|trancher|clarifier|voir si)`),
  }),
  ca: () => ({
    decision:
      phrases(`(?:(?:hem|havíem|s['’]ha|queda) (?:decidit|acordat|aprovat|tancat|confirmat)|està (?:decidit|acordat|aprovat))
      (?:decidim|acordem|aprovem)
      la decisió (?:és|va ser|final)
      quedem (?:en )?que
      ens quedem amb
      (?:anem|seguim|tirem) amb
      estem d['’]acord (?:en|que)
      no (?:farem|anem a)
      optem per`),
    open: phrases(`(?:queda|queden|segueix|està|estan|deixem) (?:\\p{L}+ ){0,2}(?:pendents?|obert(?:a|s|es)?|per (?:veure|decidir|definir|confirmar|resoldre|aclarir))
      pendents? de
      (?:falta|falten) (?:per )?(?:decidir|definir|confirmar|saber|veure|aclarir)
      (?:encara|tampoc) no (?:sabem|hem|tenim|està|se sap|hi ha)
      no (?:sabem|està clar|tenim clar)
      (?:s['’]ha|hem|caldrà|cal) (?:de )?(?:decidir|aclarir|veure si)
      per (?:decidir|definir|confirmar)`),
  }),
});

/** `AGENDA`: words about the meeting itself. `PLAN` (below): words about what shall be done. */
const AGENDA = byLanguage<RegExp>({
  en: () =>
    phrases(`meetings?|today|agenda|discuss\\p{L}*|talk about|presentations?|projects?|purpose|goals?|decid\\p{L}*|agree\\p{L}*
    introduc\\p{L}*|sessions?|committee`),
  es: () =>
    phrases(`reunión|reuniones|hoy|orden del día|tratar|hablar de|presentación|proyectos?|objetivos?|decid\\p{L}*|acord\\p{L}*
    acuerdos?|presupuestos?|sesión|comité`),
  fr: () =>
    phrases(`réunions?|aujourd['’]hui|ordre du jour|discuter|parler d\\p{L}*|présentations?|projets?|objectifs?|décid\\p{L}*
    décisions?|séance|comité`),
  ca: () =>
    phrases(`reunió|reunions|avui|ordre del dia|tractar|parlar d\\p{L}*|presentació|projectes?|objectius?|decid\\p{L}*
    acord\\p{L}*|sessió|comitè`),
});
const PLAN = byLanguage<RegExp>({
  en: () =>
    phrases(`we['’]re going to|we are going to|we will|we['’]ll|we want to|we have to|we need to|we should|we decided|we agreed|I want to
    I would like to|I['’]d like to|let['’]s|I['’]m going to|we talked|we discussed|the idea|the point|the problem|the question`),
  es: () =>
    phrases(`vamos a|queremos|tenemos que|hay que|deberíamos|hemos decidido|hemos acordado|quedamos en|quiero|me gustaría|hablamos de
    la idea|el problema|la cuestión|el objetivo`),
  fr: () =>
    phrases(`on va|nous allons|on veut|nous voulons|on doit|nous devons|il faut|on a décidé|nous avons décidé|je voudrais|j['’]aimerais
    l['’]idée|le problème|la question|l['’]objectif`),
  ca: () =>
    phrases(`anem a|volem|hem de|cal|hauríem de|hem decidit|hem acordat|vull|m['’]agradaria|vam parlar de|la idea|el problema|la qüestió
    l['’]objectiu`),
});
/** A speaker opens a topic: summaries of meetings follow these sentences. */
const ANNOUNCEMENT = byLanguage<RegExp>({
  en: () =>
    phrases(`mov(?:e|ing) on|turn(?:ing)? to|go(?:ing)? on to|talk(?:ing)? (?:a (?:little |bit )?)?about|look(?:ing)? at|start(?:ing)? with
    discuss\\p{L}*|item \\d+|next (?:topic|item|thing|point)|(?:ask|question) (?:you )?(?:about|on|is)|in terms of|with regard to|focus on
    present(?:ation)?s?|introduc\\p{L}+|the (?:issue|topic|subject|matter) of|regarding|concerning`),
  es: () =>
    phrases(`pas(?:o|amos|ar|emos) (?:ahora )?a|habl(?:ar|amos|emos) de|empez(?:ar|amos|aremos) (?:con|por)|en cuanto a|respecto (?:a|de)l?
    punto \\d+|(?:siguiente|próximo) (?:tema|punto|asunto)|pregunt(?:a|ar) (?:por|sobre)|centr\\p{L}+ en|present\\p{L}+|tem\\p{L}+ de|tratar|discut\\p{L}+`),
  fr: () =>
    phrases(`pass(?:ons|er) (?:maintenant )?(?:à|au|aux)|parl(?:er|ons) d\\p{L}*|commenc(?:er|ons) (?:par|avec)|en ce qui concerne|concernant|quant (?:à|au|aux)
    point \\d+|(?:prochain|suivant) (?:sujet|point)|question (?:sur|de)|présent\\p{L}+|sujet d\\p{L}*|discut\\p{L}+|abord\\p{L}+`),
  ca: () =>
    phrases(`pass(?:o|em|ar) (?:ara )?a|parl(?:ar|em) d\\p{L}*|comen(?:çar|cem|çarem) (?:amb|per)|pel que fa|quant a|respecte (?:a|de)l?
    punt \\d+|(?:següent|proper) (?:tema|punt|assumpte)|pregunt(?:a|ar) (?:per|sobre)|centr\\p{L}+ en|present\\p{L}+|tema d\\p{L}*|tractar|discut\\p{L}+`),
});
/** Greetings, thanks, and what people say about the microphone, the screen and the course of the meeting. */
const HOUSEKEEPING = byLanguage<RegExp>({
  en: () =>
    phrases(`(?:good (?:morning|afternoon|evening)|hello|hi),? (?:everyone|everybody|all|and|to)
    welcome (?:everyone|everybody|all|to|back)
    thank(?:s| you)(?: all| everyone| everybody| very much| so much)? for (?:joining|coming|being here|having me|your time|listening)
    can (?:you|everyone|everybody|anyone) (?:all )?(?:hear|see) (?:me|us|my|the (?:screen|slides?))
    (?:you['’]re|you are|I['’]m|I was|I am) (?:on mute|muted|frozen)
    (?:share|sharing|see|seeing) (?:my|your|the) screen
    next (?:slide|item on the agenda)
    (?:take|have) a (?:short |quick )?break
    I(?:['’]d| would) like to (?:call|welcome|thank)
    I (?:now )?(?:call|recognize|yield)
    (?:nice|good|great) to (?:see|meet) you
    that(?:['’]s| is) (?:all|it)(?: for (?:today|now|me))?(?=[.!]|$)
    see you|goodbye|bye(?:-bye)?`),
  es: () =>
    phrases(`(?:buenos días|buenas (?:tardes|noches)|hola)
    bienvenid[oa]s
    gracias (?:a todos |a todas )?por (?:venir|estar|conectar\\p{L}*|vuestr\\p{L}+|escuchar)
    (?:se me|me) (?:oye|oís|escucha|escucháis|ve|veis)
    comparto (?:la )?pantalla
    siguiente (?:diapositiva|punto)
    (?:hacemos|hacer) una pausa
    (?:eso|esto) es todo|nada más por hoy
    hasta (?:luego|mañana|pronto|la (?:próxima|semana)|el \\p{L}+)`),
  fr: () =>
    phrases(`bon(?:jour|soir)
    bienvenue
    merci (?:à tous |à toutes )?(?:d['’]être|de (?:votre|m['’]avoir|nous)|pour votre)
    (?:vous m['’]|tu m['’]|on m['’])(?:entendez|entends|entend)
    je (?:partage|vous partage) (?:mon |l['’])écran
    (?:diapo(?:sitive)?|point) suivante?
    (?:fait|faire) une pause
    (?:c['’]est|ce sera|voilà) tout(?: pour (?:aujourd['’]hui|moi))?(?=[.!]|$)
    à (?:bientôt|demain|la (?:prochaine|semaine))|au revoir`),
  ca: () =>
    phrases(`bon dia|bona (?:tarda|nit)|hola
    benvinguts|benvingudes
    gràcies (?:a tots |a tothom )?per (?:venir|ser|connectar\\p{L}*|escoltar)
    (?:em|se['’]m) (?:sentiu|sents|sent|veieu)
    comparteixo (?:la )?pantalla
    (?:diapositiva|punt) següent
    (?:fem|fer) una pausa
    això és tot|res més per avui
    (?:fins (?:aviat|demà|la (?:pròxima|setmana)|el \\p{L}+)|adéu)`),
});
/** A sentence that begins like this needs the sentence before it. */
const LEANING: Record<MeetingLanguage, RegExp> = {
  en: /^(?:(?:so|and|but|then|because),? )?(?:which|it|that|they|he|she|this|these|those|or)(?!\p{L})/iu,
  es: /^(?:(?:así que|y|pero|entonces|porque),? )?(?:o|eso|esto|este|esta|estos|estas|ese|esa|ellos|ellas|él|ella|lo cual|que)(?!\p{L})/iu,
  fr: /^(?:(?:donc|et|mais|alors|parce que),? )?(?:ou|ça|cela|c['’]est|ce|ils|elles|il|elle|ceux|celles|qui)(?!\p{L})/iu,
  ca: /^(?:(?:així que|i|però|llavors|perquè),? )?(?:o|això|allò|aquest|aquesta|aquests|aquestes|ells|elles|ell|ella|que)(?!\p{L})/iu,
};
/** Words that end no complete sentence: the speaker was interrupted. */
const CUT_OFF: Record<MeetingLanguage, RegExp> = {
  en: /(?<!\p{L})(?:and|the|to|a|an|of|or|but|we|I|because|my|your|our|their|if)[.…]+$|[—–-][.…]*$|, (?:so|that|like|then)[.…]+$/iu,
  es: /(?<!\p{L})(?:y|el|la|los|las|de|del|o|pero|que|un|una|con|para|por|porque|si|en|a)[.…]+$/iu,
  fr: /(?<!\p{L})(?:et|le|la|les|de|du|des|ou|mais|que|un|une|avec|pour|parce|si|à|en)[.…]+$/iu,
  ca: /(?<!\p{L})(?:i|el|la|els|les|de|del|o|però|que|un|una|amb|per|perquè|si|a|en)[.…]+$/iu,
};

/** Two words that are said again at once with another small word between them: "keep it option keep an option". */
const REPAIRED =
  /(?<![\p{L}\p{N}'’-])(\p{L}{3,})(?: \p{L}{1,6})? (\p{L}{4,}) \1(?: \p{L}{1,6})? \2(?![\p{L}\p{N}'’-])/iu;

export function isAgenda(text: string, language: MeetingLanguage): boolean {
  return AGENDA[language].test(text);
}

export function isPlan(text: string, language: MeetingLanguage): boolean {
  return PLAN[language].test(text);
}

export function isAnnouncement(text: string, language: MeetingLanguage): boolean {
  return ANNOUNCEMENT[language].test(text);
}

export function isHousekeeping(text: string, language: MeetingLanguage): boolean {
  return HOUSEKEEPING[language].test(text);
}

export function leansOnOthers(text: string, language: MeetingLanguage): boolean {
  return LEANING[language].test(text);
}

/** Longer than any word that ends a sentence too early. */
const TAIL_CHARS = 24;

export function isCutOff(text: string, language: MeetingLanguage): boolean {
  return CUT_OFF[language].test(text.slice(-TAIL_CHARS));
}

/** Whether the speaker began again in the middle: the sentence as said cannot be understood alone. */
export function isRepaired(text: string): boolean {
  return REPAIRED.test(text);
}

export function isDecision(text: string, language: MeetingLanguage): boolean {
  return !text.endsWith("?") && CUES[language].decision.test(text);
}

export function isOpen(text: string, language: MeetingLanguage): boolean {
  return CUES[language].open.test(text);
}
