import { byLanguage } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { Reply } from "#app/domain/summary/extractive/sentences.ts";

/**
 * The meaning of a short answer. Assent, refusal and ignorance are closed classes of words in each language, so they are listed.
 * `assent`, `refusal` and `volunteer` begin the answer; `ignorance` stands anywhere in it.
 */
type ReplyForms = { assent: RegExp; refusal: RegExp; volunteer: RegExp; ignorance: RegExp };

/** Longer answers talk about something; their first words decide all the same. */
const OPENING = '^[\\s¿¡"“«…,.-]*(?:(?:oh|ah|uh|um|eh|well|bueno|pues|bé|bon|ben|hm+),? )*';
const begins = (source: string) => new RegExp(`${OPENING}(?:${oneLine(source)})(?![\\p{L}])`, "iu");
const holds = (source: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${oneLine(source)})(?![\\p{L}\\p{N}])`, "iu");

function oneLine(source: string): string {
  return source
    .trim()
    .split("\n")
    .map((line) => line.trim())
    .join("|");
}

const FORMS = byLanguage<ReplyForms>({
  en: () => ({
    assent:
      begins(`yes|yeah|yep|yup|sure|of course|ok|okay|fine|good(?! question)|great|perfect|agreed|i agree|absolutely|definitely
      no problem|no worries|no objections?|not at all|will do|happy to|with pleasure|gladly|right|deal|sounds \\p{L}+|that (?:works|suits)
      that(?: would|['’]d) be|works for me|let['’]s|i(?:['’]d)? (?:support|second|like)|me(?: too)?[.,!]|same here|on it|i['’]m (?:in|on it|fine|happy)
      i can|i(?:['’]ll| will)|done|certainly|alright|all right|why not|please(?! don)|thanks|thank you|excellent|mm-?hm+|exactly|consider it done|you got it|lovely|nice
      (?:great|good|excellent) (?:idea|choice|plan)|unanimous|carried|aye|motion carries|so moved`),
    refusal:
      begins(`no(?! problem| objection| worries)|nope|nah|rather not|not (?:really|now|today|me|necessarily|from)|i['’]m against|i (?:can['’]t|cannot|won['’]t|don['’]t|disagree|wouldn['’]t|object)
      sorry|unfortunately|i['’]m afraid|i am afraid|against|never|please don['’]t|hmm|(?:i )?guess you (?:can|could)|you (?:can|could)(?! count)|i doubt|that(?:['’]s| is) (?:not|too)|let['’]s not|yes,? but|yeah,? but|okay,? but`),
    volunteer: begins(
      `i (?:can|could|will|do|would)(?! n['’]?t|n['’]t|not)|i(?:['’]ll|['’]d)|me[.,!]|that['’]s me|(?:yes|yeah|sure|ok|okay),? i(?: can| will|['’]ll|['’]d)|let me|on it|leave it (?:to|with) me|happy to|i['’]m happy to|count on me`,
    ),
    ignorance:
      holds(`do(?: not|n['’]t) (?:\\p{L}+ )?know|no idea|not (?:quite |really )?sure|good question|hard to (?:say|tell)|have(?:n['’]t| not) (?:got|decided|heard|any|the|had|checked|found)
      (?:is|are|['’]s|still|stays?|remains?) open|(?:no ?one|nobody) (?:has |ever )?(?:told|knows|said|asked)|can(?:['’]t|not) (?:answer|say|tell)|(?:have|need|['’]d like) to (?:ask|check|look|find|see)|not yet|who knows|that depends|unclear|undecided
      (?:let me|i(?:['’]ll| will)|we(?:['’]ll| will)) (?:find out|check|ask|look into)|could(?:n['’]t| not) (?:say|tell)
      (?:get|got|come|go) back (?:to|on) (?:that|it|this) later|do(?: not|n['’]t) have (?:\\p{L}+ ){0,2}(?:yet|information)`),
  }),
  es: () => ({
    assent:
      begins(`sí|claro|vale|de acuerdo|por supuesto|perfecto|genial|bien|muy bien|hecho|venga|eso es|exacto|adelante|ok|okay|sin problema|ningún problema|para nada|en absoluto
      buena (?:idea|elección)|me parece|suena bien|a mí también|yo también|yo lo apoyo|la secundo|se aprueba|aprobad[oa]|por mí|me vale|hagámoslo|lo hago|yo (?:puedo|me)|me (?:pongo|encargo|ocupo|apunto)|con (?:mucho )?gusto|encantad[oa]|gracias|cuenta con|desde luego|así lo|ajá|yo[.,!]|conforme|estupendo|seguro|ya mismo|lo (?:miro|apunto|preparo)|unanimidad`),
    refusal: begins(
      `no(?! hay problema| pasa nada|,? ninguna)|mejor no|ni hablar|estoy en contra|en contra|lo siento|no puedo|imposible|me temo|ahora no|qué va|nunca|sí,? pero|prefiero que no|no lo veo|lamentablemente|tampoco`,
    ),
    volunteer: begins(
      `yo(?: puedo| lo| me| misma?o?|[.,!])|lo hago|(?:sí|vale|venga),? (?:yo|me (?:encargo|ocupo|pongo)|lo hago|puedo)|me (?:encargo|ocupo|pongo|ofrezco|apunto)|puedo|ya lo|cuenta conmigo|dejádmelo|déjamelo`,
    ),
    ignorance:
      holds(`no (?:lo |se |me )?(?:s[ée]|sabe|sabemos|tengo|tenemos|consta|está claro|podemos contestar|puedo contestar|han dicho)|ni idea|buena pregunta|difícil de (?:decir|saber)|habría que|habrá que|hay que (?:ver|mirar|preguntar|comprobar)
      sigue (?:abierto|pendiente|sin)|(?:aún|todavía) no|nadie (?:me |nos )?(?:lo )?(?:ha|sabe)|depende|queda pendiente|a saber|está (?:por|pendiente)|lo (?:pregunto|preguntaré|miraré|averiguo)|(?:volvemos|volveremos) (?:a eso|sobre (?:eso|ello)) (?:luego|después|más tarde)|no l[oa]s? (?:podemos|puedo|sabemos|sé)`),
  }),
  fr: () => ({
    assent:
      begins(`oui|ouais|d['’]accord|bien sûr|ok|okay|parfait|super|très bien|bien|bonne idée|bon choix|volontiers|pas de (?:problème|souci)|pas du tout|aucun (?:problème|souci)|entendu|c['’]est (?:ça|bon|noté|parti)|ça (?:me|nous) (?:va|paraît|semble|convient)|ça marche
      allons-y|allez|je (?:m['’]en|m['’]y|le fais|l['’]appuie|suis pour|suis d['’]accord|valide)|moi[.,! ]|à moi aussi|on fait|avec plaisir|merci|adoptée?|la motion est|absolument|tout à fait|exactement|certainement|pourquoi pas|vendu|noté|compte sur|évidemment|je peux|parfaitement|mm-?hm+|excellent`),
    refusal: begins(
      `non|plutôt pas|pas (?:vraiment|maintenant|moi|forcément|d['’]accord)|je suis contre|contre|désolée?|je (?:ne |n['’])|impossible|malheureusement|hélas|jamais|oui,? mais|surtout pas|j['’]ai peur|bof`,
    ),
    volunteer: begins(
      `moi[.,!]|moi,? je|je (?:peux|le fais|m['’]en|m['’]y|veux bien|le ferai|prends)|(?:oui|ok|d['’]accord),? (?:je|moi)|c['’]est pour moi|compte sur moi|laissez-moi|laisse-moi|volontiers`,
    ),
    ignorance:
      holds(`(?:sais|sait|savons) (?:pas|toujours pas)|aucune idée|bonne question|difficile à dire|il (?:faudrait|faudra|faut) (?:\\p{L}+ )?(?:regarder|demander|voir|vérifier|se renseigner)|(?:ça |cela )?reste (?:ouvert|à)
      pas encore|personne ne|peut pas (?:répondre|dire)|peux pas (?:répondre|dire)|ignore|ça dépend|à voir|n['’]a pas (?:encore )?(?:les|décidé|reçu)|pas sûre?|en suspens|je (?:vais )?demande(?:rai|r)?|on y (?:revient|reviendra) (?:plus tard|après)|je me renseigne`),
  }),
  ca: () => ({
    assent:
      begins(`sí|i tant|és clar|clar|d['’]acord|vale|perfecte|genial|bé|molt bé|fet|vinga|això mateix|exacte|endavant|ok|okay|cap problema|sense problema|gens|i ara,? gens|bona (?:idea|tria)|em (?:sembla|va) bé|sona bé|a mi també|jo també|jo (?:hi|puc|me|ho|m['’])|la secundo|s['’]aprova|aprovat
      fem-ho|ho faig|m['’](?:hi poso|ho|encarrego|ocupo|hi apunto)|me n['’]|amb (?:molt de )?gust|encantada?|gràcies|compta amb|per descomptat|entesos|jo[.,!]|conforme|segur|ara mateix|mm-?hm+|per unanimitat`),
    refusal: begins(
      `no(?! hi ha (?:cap )?problema| passa res)|millor que no|ni parlar-ne|hi estic en contra|en contra|ho sento|no puc|impossible|em temo|ara no|mai|sí,? però|prefereixo que no|no ho veig|malauradament|tampoc`,
    ),
    volunteer: begins(
      `jo(?: puc| ho| m['’]| me n['’]|[.,!])|ho faig|(?:sí|vale|vinga|d['’]acord),? (?:jo|m['’]|me n['’]|ho faig|puc)|m['’](?:hi poso|ofereixo|encarrego|ocupo|hi apunto)|me n['’](?:encarrego|ocupo)|puc|compta amb mi|deixa-m['’]ho`,
    ),
    ignorance:
      holds(`no (?:ho )?(?:sé|sap|sabem|tinc|tenim|està clar|podem respondre|puc respondre)|ni idea|bona pregunta|(?:costa|difícil) de (?:dir|saber)|s['’]hauria de|caldria|caldrà|s['’]ha de (?:veure|mirar|preguntar)|cal (?:veure|mirar|preguntar)
      continua (?:obert|pendent|sense)|encara no|no m['’]ho ha dit|ningú (?:no )?(?:ho |m['’]ho )?(?:sap|ha)|depèn|queda pendent|vés a saber|està per|ho (?:preguntaré|miraré|esbrino)|hi (?:tornem|tornarem) (?:després|més tard)|no ho (?:podem|puc|sabem|sé)`),
  }),
});

/** Only the first words of an answer say yes or no. */
const ANSWER_CHARS = 120;

/** Returns the first reply that says yes when no reply before it says no; else null. */
export function assentIn(replies: readonly Reply[], language: MeetingLanguage): Reply | null {
  for (const reply of replies) {
    const text = reply.text.slice(0, ANSWER_CHARS);
    if (FORMS[language].refusal.test(text)) return null;
    if (FORMS[language].assent.test(text)) return reply;
  }
  return null;
}

/** "Yeah." may only say that somebody listens; an offer is taken by thanks, praise or a request. */
const THANKED = byLanguage<RegExp>({
  en: () =>
    begins(
      "(?:yes|yeah|ok|okay|sure),? (?:please|thanks|thank|great|good|perfect|do|that)|please|thanks|thank you|great|perfect|excellent|lovely|that(?: would|['’]d) be|good|wonderful|sounds \\p{L}+",
    ),
  es: () =>
    begins(
      "(?:sí|vale|claro),? (?:por favor|gracias|genial|perfecto)|por favor|gracias|genial|perfecto|estupendo|muy bien|buena idea|suena bien",
    ),
  fr: () =>
    begins(
      "(?:oui|ok|d['’]accord),? (?:s['’]il|merci|super|parfait)|merci|super|parfait|très bien|volontiers|bonne idée|avec plaisir|excellent",
    ),
  ca: () =>
    begins(
      "(?:sí|vale|clar),? (?:si us plau|gràcies|genial|perfecte)|si us plau|gràcies|genial|perfecte|molt bé|bona idea|sona bé",
    ),
});

export function isThanked(reply: Reply | null, language: MeetingLanguage): boolean {
  return reply !== null && THANKED[language].test(reply.text.slice(0, ANSWER_CHARS));
}

/** Tells whether the first reply says no. */
export function isRefused(replies: readonly Reply[], language: MeetingLanguage): boolean {
  const [first] = replies;
  return first !== undefined && FORMS[language].refusal.test(first.text.slice(0, ANSWER_CHARS));
}

/** Returns the first reply of somebody who offers to do it, or null. */
export function volunteerIn(replies: readonly Reply[], language: MeetingLanguage): Reply | null {
  return replies.find(({ text }) => FORMS[language].volunteer.test(text.slice(0, ANSWER_CHARS))) ?? null;
}

/** Returns the reply of somebody who does not know, among the first two; null when somebody does. */
export function ignoranceIn(replies: readonly Reply[], language: MeetingLanguage): Reply | null {
  return replies.slice(0, 2).find(({ text }) => FORMS[language].ignorance.test(text.slice(0, ANSWER_CHARS))) ?? null;
}
