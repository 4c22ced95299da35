import { byLanguage } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { isDecision, isOpen } from "#app/domain/summary/extractive/cues.ts";
import { deadlineIn } from "#app/domain/summary/extractive/deadline.ts";
import { numbersClaimed, smallNumbersClaimed } from "#app/domain/summary/words/numbers.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** Kinds of questions, by their form. A question may be of several kinds, or of none. */
export const INTENTS = [
  "decision",
  "open",
  "task",
  "person",
  "date",
  "number",
  "reason",
  "next-meeting",
  "participants",
  "overview",
] as const;
export type Intent = (typeof INTENTS)[number];

/** Patterns over the folded words of a question, joined by single spaces: apostrophes and hyphens are spaces too. */
const FORMS = byLanguage<Record<Intent, RegExp>>({
  en: () => ({
    decision: /\b(?:decid\w*|decisions?|agree[ds]?|agreements?|conclu\w+|settled?|chose|chosen|choose|outcomes?)\b/u,
    open: /\b(?:(?:left|stay(?:s|ed)?|still|remain(?:s|ed)?|is|are|what) open|open (?:question|point|issue|item)s?|unresolved|undecided|pending|still unclear|not (?:yet )?(?:decided|clear|settled))\b/u,
    task: /\b(?:tasks?|action (?:item|point)s?|to ?dos?|next steps?|assign\w*|homework|responsible|in charge|takes? care|promis\w+|commitments?|who (?:will|ll|is going to|has to|have to|must|should|needs to|is supposed|does|do|works?|writes?|sends?|prepares?)|(?:have|has|had|need|needs|supposed) to (?:do|prepare|deliver|send|bring|write)|(?:must|should) (?:\w+ ){1,4}(?:do|prepare|deliver|send|bring|write))\b/u,
    person: /\b(?:who|whom|whose|(?:which|what) (?:person|people|speaker|member))\b/u,
    date: /\b(?:when|deadlines?|due|dates?|(?:what|which) (?:day|month|week|year|time|weekday)s?|how (?:long|soon) (?:\w+ ){0,3}(?:until|till|before))\b/u,
    number:
      /\b(?:how (?:much|many|long|often|high|big|large|old|far|expensive|fast|wide)|percent(?:age)?|(?:what|which) (?:share|number|amount|age|rate|proportion|size)|prices?|costs?|budgets?|threshold|number of)\b/u,
    reason: /\b(?:why|reasons?|how come)\b/u,
    "next-meeting":
      /\b(?:(?:next|following|follow up) (?:meeting|call|session|appointment)s?|meet(?:ing)? (?:again|next)|(?:see|talk to) each other (?:again|next)|when (?:do|will|shall|are|is|does) (?:they|we|you|everybody|everyone|the (?:group|team)) (?:going to )?meet(?:ing)?)\b/u,
    participants:
      /\b(?:who (?:took part|takes part|attended|was (?:there|present|in|at|here)|were (?:there|present)|participated|spoke|joined|is (?:there|present))|participants?|attendees?)\b/u,
    overview:
      /\b(?:what (?:is|was) (?:this|the|it) (?:(?:meeting|call|conversation) )?(?:\w+ )?about|(?:main|key) (?:point|topic|idea)s?|summar\w+|overview|gist|topics?|what happened|what did (?:they|we|you) (?:talk|speak|discuss))\b/u,
  }),
  es: () => ({
    decision:
      /\b(?:decid\w*|decisi\w+|acord(?:ado|aron|amos|o)|acuerdos?|conclu\w+|resuelt[oa]s?|elegid[oa]s?|eligi\w+|escogi\w+|aprob\w+|qued(?:aron|amos) en)\b/u,
    open: /\b(?:pendientes?|abiert[oa]s?|sin (?:resolver|decidir|cerrar)|por (?:decidir|resolver|definir|aclarar))\b/u,
    task: /\b(?:tareas?|encarg\w+|responsables?|a cargo|ocupa\w*|tienen? que|hay que|deben?|deberes|compromet\w+|compromisos?|proximos pasos|asignad\w+|quien (?:va a|hace|hara|envia\w*|prepara\w*|escrib\w*|manda\w*|llama\w*))\b/u,
    person: /\b(?:quien(?:es)?|(?:que|cual) persona)\b/u,
    date: /\b(?:cuando|(?:que|cual) (?:dia|mes|semana|hora|ano)|fechas?|plazos?)\b/u,
    number:
      /\b(?:cuant[oa]s?|porcentajes?|(?:que|cual es el) (?:numero|importe)|(?:que|cual es la) (?:cantidad|edad)|precios?|costes?|costos?|cuesta\w*|presupuestos?|importes?)\b/u,
    reason: /\b(?:por que|motivos?|razon(?:es)?)\b/u,
    "next-meeting":
      /\b(?:(?:proxima|siguiente) (?:reunion|cita|sesion|llamada)|(?:vuelven|volvemos|volveremos|volveran) a (?:reunir\w*|ver\w*|quedar|hablar|encontrar\w*)|cuando (?:se|nos) (?:reun\w+|ven|vemos|vuelven|volvemos))\b/u,
    participants:
      /\b(?:quien(?:es)? (?:particip\w+|asisti\w+|estaban?|estuv\w+|hablo|hablaron|habia)|participantes?|asistentes?)\b/u,
    overview:
      /\b(?:de que (?:trat\w+|va|fue|iba|se hablo|hablaron|hablamos)|resum\w+|(?:puntos|temas|ideas) (?:principales|clave|importantes)|que paso|temas)\b/u,
  }),
  fr: () => ({
    decision:
      /\b(?:decid\w+|decisions?|convenu\w*|accords?|conclu\w*|tranche\w*|choisi\w*|retenu\w*|valide\w*|arrete\w*)\b/u,
    open: /\b(?:en suspens|ouverte?s?|pas (?:encore )?(?:decide\w*|tranche\w*|clair\w*)|reste\w* a (?:decider|trancher|voir|definir|faire)|non resolue?s?)\b/u,
    task: /\b(?:taches?|occupe\w*|charge\w*|responsables?|doit|doivent|faut il|a faire|prochaines etapes|engage\w*|confie\w*|attribue\w*|qui (?:va|fait|fera|envoie|enverra|prepare\w*|ecri\w*|appelle\w*))\b/u,
    person: /(?:^|\b(?:a|de|avec|par|pour|chez|c est) )qui\b|\b(?:quelles? personnes?)\b/u,
    date: /\b(?:quand|quel(?:le)?s? (?:jour|mois|semaine|heure|annee)s?|dates?|echeances?|delais?)\b/u,
    number:
      /\b(?:combien|pourcentages?|quel(?:le)?s? (?:est (?:le|la|l) )?(?:nombre|montant|age|part|taille)|prix|couts?|coute\w*|budgets?|montants?)\b/u,
    reason: /\b(?:pourquoi|raisons?)\b/u,
    "next-meeting":
      /\b(?:prochaines? (?:reunion|seance|rencontre)s?|prochains? (?:rendez vous|point|appel)s?|quand (?:\w+ )?(?:se|nous|vous) (?:revo\w+|retrouv\w+|reuni\w+|reparl\w+|rencontr\w+|voi\w+|voy\w+)|quand (?:\w+ )*(?:revoir|reunir|retrouver))\b/u,
    participants:
      /\b(?:qui (?:a |ont |est |etait |etaient )?(?:participe\w*|presente?s?|assiste\w*|pris (?:la )?(?:part|parole)|parle|la|venue?)|participants?)\b/u,
    overview:
      /\b(?:de quoi (?:\w+ ){0,3}(?:parl\w+|agi\w*|trait\w+|question)|resum\w+|(?:points|idees|sujets) (?:principaux|principales|cles|importants)|que s est il passe|sujets)\b/u,
  }),
  ca: () => ({
    decision:
      /\b(?:decid\w*|decisi\w+|acorda(?:t|ren|r)|acords?|conclu\w+|resolt\w*|escolli\w*|triat|triar|aprov\w+|quedat)\b/u,
    open: /\b(?:pendents?|obert(?:a|s|es)?|per (?:decidir|resoldre|definir|aclarir)|sense (?:resoldre|decidir|tancar))\b/u,
    task: /\b(?:tasca|tasques|encarreg\w*|responsables?|a carrec|ocupa\w*|han? de|cal fer|deures|compromet\w+|compromis\w*|propers passos|assigna\w*|qui (?:fa|fara|envia\w*|prepara\w*|escri\w*|truca\w*|porta\w*))\b/u,
    person: /\b(?:qui|quina persona)\b/u,
    date: /\b(?:quan|quin(?:a|s|es)? (?:es el |es la )?(?:dia|mes|setmana|hora|any)|dat(?:a|es)|terminis?)\b/u,
    number:
      /\b(?:quant(?:a|s|es)?|percentatges?|quin(?:a|s|es)? (?:es el |es la |es l )?(?:nombre|import|edat|quantitat)|preus?|costos?|cost|costa\w*|pressupost\w*)\b/u,
    reason: /\b(?:per que|perque|motius?|raons?|rao)\b/u,
    "next-meeting":
      /\b(?:(?:propera|proxima|seguent) (?:reunio|sessio|trobada|cita|trucada)|(?:tornen|tornem|tornarem|tornaran) a (?:reunir\w*|veure\w*|trobar\w*|quedar|parlar)|quan (?:es|ens) (?:reun\w+|veu\w+|trob\w+|torn\w+))\b/u,
    participants:
      /\b(?:qui (?:va participar|va assistir|hi (?:havia|era|va)|va parlar|ha participat|hi participa)|participants?|assistents?)\b/u,
    overview:
      /\b(?:de que (?:va|tracta\w*|anava|parl\w+|es va)|resum\w*|(?:punts|temes|idees) (?:principals|clau|importants)|que va passar|temes)\b/u,
  }),
});

/** Words by which people ask, fold them to kinds of questions, or name the meeting: nobody needs to have said them. */
const FORM_WORDS: Record<MeetingLanguage, string> = {
  en: "meeting meetings meet call conversation recording transcript discuss discusses discussed discussing discussion mention mentions mentioned tell told asked ask asking anybody explain explained summarize summarise summary happen happened happens topic topics spoke speak speaks spoken decide decides decided decision decisions agree agreed agreement agreements conclude concluded conclusion conclusions settle settled choose chose chosen outcome outcomes open question questions unresolved undecided pending unclear remain remains remained stay stays stayed task tasks action item items point points todo todos step steps assign assigned assignment assignments homework responsible charge promise promised promises commitment commitments supposed person people member members date dates day days deadline deadlines due time month week year long soon often many number reason reasons part took take takes attend attended attending present participant participants participate participated attendees attendee join joined gist overview main key idea ideas opinion opinions thought thoughts believe team group everybody next again each during regarding concerning according related done do answer describe give given plan planned",
  es: "reunion reuniones reunir reunirse reunen reunimos llamada conversacion grabacion transcripcion hablar hablo hablaron hablamos habla hablado discutir discutio discutieron mencionar menciono mencionaron comentar comento comentaron preguntar pregunto explica explicar explico resumen resume resumir paso pasa ocurrio ocurre trato trataba trataron tratar dijeron dijo opina opino opinion opinan piensa pensaba piensan decidir decide decidio decidieron decidido decidimos decision decisiones acordar acordo acordaron acordado acuerdos conclusion conclusiones concluyo eligieron elegido escogieron aprobaron aprobo quedo quedaron quedamos pendiente pendientes abierto abierta abiertos abiertas resolver tarea tareas encarga encargan encargo encargado encargada encargara encargaran responsable responsables cargo ocupa ocupan ocupara ocuparse deberes compromiso compromisos comprometio pasos asignado asignada persona personas fecha fechas dia dias plazo plazos limite semana mes ano hora numero motivo motivos razon razones participo participaron participa participan participante participantes asistio asistieron asistente asistentes presentes principal principales clave importantes grupo equipo proxima proximo siguiente nuevo vuelven volvemos volveran volver verse hora cada plan planes",
  fr: "reunion reunions reunir reunissent reunit appel conversation enregistrement transcription parler parle parlait parlent parlait discuter discute discutent mentionner mentionne expliquer explique resume resumer resumez passe passer sujet sujets aborde evoque dit disent pense pensent penser avis opinion demander demande decider decide decidee decides decident decision decisions convenu convenue accord accords conclu conclusion conclusions choisi choisie retenu tranche tranche valide arrete suspens ouvert ouverte ouverts ouvertes reste restent resolu tache taches occupe occupent occupera occuper charge chargent chargera responsable responsables etape etapes engage engagement engagements confie attribue personne personnes date dates jour jours echeance echeances delai delais limite semaine mois annee heure nombre raison raisons participe participer participant participants present presents presente presentes assiste venu venue principal principaux principales cle cles importants groupe equipe prochain prochaine prochains prochaines nouveau nouvelle revoient revoit revoir retrouvent retrouver rendez ensuite lieu ont ils plan",
  ca: "reunio reunions reunir reuneixen reunim trucada conversa gravacio transcripcio parlar parlat parlen parlaven parla discutir discutit mencionar mencionat comentar comentat preguntar pregunta explicar explica resum resumeix resumir passat passar passa tractat tracta tractava dit dir dieu opina opinen opinio pensa pensen decidir decidit decideix decideixen decisio decisions acordar acordat acords conclusio conclusions escollit triat aprovat quedat queda queden pendent pendents obert oberta oberts obertes resoldre tasca tasques encarrega encarreguen encarregara encarregat encarregada responsable responsables carrec ocupa ocupen ocupara deures compromis compromisos passos assignat persona persones data dates dia dies termini terminis limit setmana mes any hora nombre motiu motius rao raons participar participat participa participen participant participants assistir assistent assistents present presents principal principals clau importants grup equip propera proper proxima seguent nou tornen tornem tornaran tornar veure trobar cada pla",
};

const SETS = new Map<MeetingLanguage, ReadonlySet<string>>();

/** Tells whether a folded word only belongs to the form of a question in this language. */
export function isFormWord(folded: string, language: MeetingLanguage): boolean {
  let words = SETS.get(language);
  if (words === undefined) {
    words = new Set(FORM_WORDS[language].split(" "));
    SETS.set(language, words);
  }
  return words.has(folded);
}

/** The kinds of a question, by its form in its language. */
export function intentsOf(question: string, language: MeetingLanguage): ReadonlySet<Intent> {
  const folded = foldedWords(question).join(" ");
  return new Set(INTENTS.filter((intent) => FORMS[language][intent].test(folded)));
}

/** `\b` knows ASCII only, hence the edges. */
const words = (source: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, "iu");

/** Forms in which people promise, ask of each other, or name who does something. */
const TASKS = byLanguage<RegExp>({
  en: () =>
    words(
      "I['’ ]?ll|I will|I['’ ]?m (?:gonna|going to)|(?:is|are) (?:gonna|going to)|will (?:work|do|send|write|make|look)|you(?:['’]re| are)? (?:have to|need to|looking|working|should|will|going to)|(?:can|could) you|has to|your (?:task|job|action)",
    ),
  es: () =>
    words(
      "yo (?:me|lo|la|voy|\\p{L}+é)|me encargo|voy a|se encarga|va a|tienes? que|tiene que|puedes|podrías|\\p{L}+(?:aré|eré|iré)",
    ),
  fr: () =>
    words(
      "je (?:vais|m['’]en occupe|me charge|\\p{L}+rai)|s['’]en occupe|se charge|va|tu (?:peux|vas|dois)|vous (?:pouvez|allez|devez)|doit|\\p{L}+erai",
    ),
  ca: () =>
    words(
      "jo (?:me|ho|\\p{L}+é)|me n['’]encarrego|m['’]encarrego|s['’]encarrega|ha de|has de|pots|podries|\\p{L}+(?:aré|eré|iré)",
    ),
});

const REASONS = byLanguage<RegExp>({
  en: () => words("because|cause|cuz|since|so that|that['’]s why|due to|the reason|therefore|so we|can['’]t|cannot"),
  es: () => words("porque|ya que|por eso|debido a|así que|para que|como"),
  fr: () => words("parce qu\\p{L}*|car|puisque|à cause|c['’]est pourquoi|comme|donc"),
  ca: () => words("perquè|ja que|per això|a causa|així que|com que"),
});

const TIMES = byLanguage<RegExp>({
  en: () =>
    words(
      "(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tomorrow|today|yesterday|(?:next|this|last) (?:week|month|year|term|autumn|summer)|early (?:next )?week|(?:in|half an?|\\p{L}+|\\d+) (?:minutes?|hours?|days?|weeks?|months?)|january|february|march|april|may|june|july|august|september|october|november|december|\\d{1,2}:\\d\\d|20\\d\\d",
    ),
  es: () =>
    words(
      "lunes|martes|miércoles|jueves|viernes|sábado|domingo|hoy|ayer|mañana|(?:próxim[oa]|est[ea]) (?:semana|mes|año)|\\p{L}+ (?:minutos?|horas?|días?|semanas?|meses)|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|a las \\p{L}+|20\\d\\d",
    ),
  fr: () =>
    words(
      "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|aujourd['’]hui|hier|demain|(?:semaine|année) prochaine|mois prochain|\\p{L}+ (?:minutes?|heures?|jours?|semaines?|mois)|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|20\\d\\d",
    ),
  ca: () =>
    words(
      "dilluns|dimarts|dimecres|dijous|divendres|dissabte|diumenge|avui|ahir|demà|(?:proper|propera|aquest|aquesta) (?:setmana|mes|any)|setmana vinent|\\p{L}+ (?:minuts?|hores?|dies|setmanes?|mesos)|gener|febrer|març|abril|maig|juny|juliol|agost|setembre|octubre|novembre|desembre|a les \\p{L}+|20\\d\\d",
    ),
});

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
