import type { MeetingLanguage } from "#app/domain/languages.ts";

/**
 * Patterns of commitments, per language. Verbs of work are listed, because "I'll say" and "I'll show you" promise nothing that is
 * left to do after the meeting. `\b` knows ASCII only, so START and END mark the edges of words.
 */
export type CommitmentPatterns = {
  /** "I will send": the speaker's task. */
  own: RegExp;
  /** "Marta will send": group 1 is the name. */
  named: RegExp;
  /** "We will send": no particular person's task; accepted only with a deadline. */
  shared: RegExp;
  /** "We will get it to you": a promise even without a deadline. */
  toOthers: RegExp | null;
  /** Excludes a sentence: a question, a condition, a refusal, or work that is done before the meeting ends. */
  not: RegExp;
  /** "I'll take care of it": does not name the work, so it is accepted only with a deadline. */
  vague: RegExp | null;
};

const NAME =
  "(\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+){0,3}(?:,? (?:and|y|e|et|i) \\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+){0,3})?)";
const START = "(?<![\\p{L}\\p{N}'’])";
const END = "(?![\\p{L}\\p{N}])";

const EN_VERB =
  "(?:send|write|prepare|call|check|review|update|schedule|circulate|fix|finish|draft|book|contact|organi[sz]e|look into|follow up|set up|confirm|order|buy|ask|email|create|deliver|upload|publish|translate|investigate|analy[sz]e|compile|collect|arrange|sign|pay|negotiate|coordinate|take care of|put together|work on|get back to|report|document|implement|deploy|hire|invite|speak (?:to|with)(?! you)|talk to(?! (?:you|everyone|everybody))|handle|complete|submit|register|research|compare|measure|forward|share(?! my screen)|test|design|build|renew|request|find out|reach out|post|print|meet with|clean up|gather|calculate|estimate|train|notify|inform|chase|ping|migrate|rewrite|remind|own|let (?:\\p{L}+ ){1,3}know|pass (?:\\p{L}+ ){1,4}on|(?:dig|look) (?:\\p{L}+ )?up|track down)";
const EN_ADVERB =
  "(?:(?:also|then|just|personally|definitely|certainly|probably|gladly|happily|sort of|kind of|try to|make sure to|be sure to|be the one to|go ahead and|go back and) ){0,2}";
/** Recipients outside the speaker's own "we": then "we" means the speaker's side. */
const EN_TO_OTHERS =
  "(?:send|get|write|provide|forward|submit|pass|report)(?: (?!to )[\\p{L}'’-]+){0,8} (?:back )?(?:to you|to the (?:committee|board|client|customer|council|members))";

const ES_STEM =
  "(?:env[ií]|mand|prepar|revis|llam|habl|escrib|redact|actualiz|compart|corrig|correg|arregl|termin|convoc|reserv|organiz|confirm|ped|pid|compr|prob|prueb|pregunt|cre|sub|public|traduc|investig|analiz|recopil|firm|pag|negoci|propon|coordin|contact|entreg|document|implement|despleg|despliegu|diseñ|pas|busc|compar|calcul|cierr|cerr|contrat|invit|avis|complet|gestion|consult|medi?|estim|inform|registr|solicit|reenv[ií]|prepar|mont|program|agend|resum|recog|renov|acab|mir)";
const ES_CLITICS = "(?:(?:te|le|les|os|se|me|lo|la|los|las|nos) ){0,2}";
const ES_INFINITIVE = `${ES_STEM}(?:ar|er|ir)(?:me|te|le|lo|la|los|las|les|os|se|nos|selo|sela|telo|oslo)*`;
const ES_OWN = "(?:encargo|ocupo|hago cargo|responsabilizo)";

const FR_VERB =
  "(?:envoyer|préparer|appeler|rappeler|vérifier|relire|écrire|rédiger|mettre à jour|partager|corriger|finir|terminer|convoquer|réserver|organiser|confirmer|demander|commander|acheter|tester|créer|publier|traduire|analyser|recueillir|signer|payer|négocier|proposer|coordonner|contacter|livrer|documenter|déployer|chercher|comparer|calculer|recruter|inviter|prévenir|transmettre|m['’]occuper de|m['’]en occuper|faire|regarder|planifier)";
const FR_FUTURE =
  "(?:enver|préparer|appeller|rappeller|vérifier|relir|écrir|rédiger|mettr|partager|corriger|finir|terminer|convoquer|réserver|organiser|confirmer|demander|commander|acheter|tester|créer|publier|traduir|analyser|signer|paier|payer|négocier|proposer|coordonner|contacter|livrer|documenter|déploier|chercher|comparer|calculer|recruter|inviter|préviendr|transmettr|fer|planifier|occuper)";
const FR_CLITICS = "(?:(?:te|vous|leur|lui|le|la|les|me|nous|y|en) |l['’]|m['’]en |m['’]|t['’]|s['’]en |s['’])*";

const CA_STEM =
  "(?:envi|prepar|revis|truc|parl|escriu|escri|redact|actualitz|compart|corregi?|arregl|acab|convoc|reserv|organitz|confirm|demana|deman|compr|prov|pregunt|cre|puj|publi|tradu|investig|analitz|recopil|sign|pag|negoci|propos|coordin|contact|lliur|document|implement|despleg|dissenyi?|pass|busc|compar|calcul|tanc|contract|convid|avis|complet|gestion|consult|resum|renov|mir)";
const CA_CLITICS = "(?:(?:et|te|li|els|us|es|em|ho|la|les|el|nos|ens) |t['’]|l['’]|m['’]|us |n['’])*";

const rx = (source: string) => new RegExp(`${START}${source}`, "iu");
/** Names are capitalised, so these patterns do not ignore case; openings that may be capitalised are spelled both ways. */
const named = (source: string) => new RegExp(`${START}${NAME} ${source}`, "u");

export const COMMITMENTS: Record<MeetingLanguage, CommitmentPatterns> = {
  en: {
    own: rx(
      `(?:I['’]ll|I will|I am going to|I['’]m going to|I['’]m gonna|I promise to|I commit to|I volunteer to) ${EN_ADVERB}${EN_VERB}${END}|${START}I(?:['’]ll| will) (?:take care|do (?:it|that)|take that|take (?:this|the) action)${END}`,
    ),
    named: named(
      `(?:will|['’]ll|is going to|are going to|agreed to|has agreed to|promised to|volunteered to|commits to|is responsible for|takes care of|will be the one to) ?${EN_ADVERB}(?:${EN_VERB}|sending|preparing|writing|the \\p{L}+)${END}`,
    ),
    shared: rx(
      // "We will find out" often means to wait and see, so it is excluded.
      `(?:we['’]ll|we will|we are going to|we['’]re (?:going to|gonna)) ${EN_ADVERB}(?:start \\p{L}+ing|(?!find out)${EN_VERB})${END}|^action (?:item|point):?|^to-?do:`,
    ),
    toOthers: rx(`(?:we['’]ll|we will) ${EN_ADVERB}${EN_TO_OTHERS}${END}`),
    not: /\?$|^(?:if|when|maybe|perhaps|unless|what if|would)(?!\p{L})|(?<!\p{L})(?:won['’]t|will not|not going to|never|I would|might|in a (?:minute|moment|second|bit)|when we (?:go|get|come|move) (?:in)?to|after the break)(?!\p{L})/iu,
    vague: rx(
      `${EN_VERB} (?:it|that|this|them|those)(?=[.,;!…]|$| (?:from|here|now|later|then|too|myself|anyway)(?!\\p{L}))`,
    ),
  },
  es: {
    own: rx(
      `(?:me ${ES_OWN}(?: yo)?(?: (?:de|del)${END}|$|[.,])|me comprometo a${END}|(?:lo|la|los|las) (?:hago|preparo|envío|mando|reviso|miro|llevo) yo${END}|${ES_CLITICS}voy a ${ES_INFINITIVE}${END}|${ES_CLITICS}${ES_STEM}(?:aré|eré|iré|ré)${END}|${ES_CLITICS}haré${END}|yo (?:me )?${ES_CLITICS}${ES_STEM}o${END})`,
    ),
    named: named(
      `(?:va a|van a|queda en|se compromete a|quedó en) (?:${ES_INFINITIVE}|hacer)${END}|${START}${NAME} (?:se|nos|os|te|le|me|lo|la|les|los|las)? ?(?:se )?(?:encarga|encargará|ocupa|ocupará|hace cargo|encargan|ocupan)(?: de| del)?${END}|${START}${NAME} ${ES_CLITICS}(?:${ES_STEM}(?:ará|erá|irá|rá|arán|erán|irán)|hará|harán)${END}`,
    ),
    shared: rx(`(?:vamos a ${ES_INFINITIVE}|${ES_STEM}(?:aremos|eremos|iremos))${END}|^(?:tarea|acción|pendiente):`),
    toOthers: null,
    vague: null,
    not: /\?$|^¿|(?<!\p{L})(?:(?:dentro de|en) un (?:momento|minuto)|cuando (?:lleguemos|pasemos|entremos) (?:a|en)|después de la pausa)(?!\p{L})|^(?:si|cuando|quizás?|tal vez|igual)(?!\p{L})|(?<!\p{L})no (?:(?:te|le|les|os|se|me|lo|la) ){0,2}(?:voy|va|vamos|\p{L}+(?:ré|rá|remos))(?!\p{L})/iu,
  },
  fr: {
    own: rx(
      `(?:je (?:vais|m['’]engage à) ${FR_CLITICS}${FR_VERB}|je m['’](?:en )?(?:occupe|charge)|je me charge (?:de|du|des|d['’])|je ${FR_CLITICS}${FR_FUTURE}r?ai|c['’]est moi qui ${FR_CLITICS}\\p{L}+)${END}`,
    ),
    named: named(
      `(?:va|vont) ${FR_CLITICS}${FR_VERB}${END}|${START}${NAME} (?:s['’](?:en )?(?:occupe|occupera|charge|chargera)|se charge|se chargera)${END}|${START}${NAME} ${FR_CLITICS}${FR_FUTURE}r?(?:a|ont)${END}`,
    ),
    shared: rx(
      `(?:on va|nous allons) ${FR_CLITICS}${FR_VERB}${END}|nous ${FR_CLITICS}${FR_FUTURE}r?ons${END}|^action :?`,
    ),
    toOthers: null,
    vague: null,
    not: /\?$|(?<!\p{L})(?:dans (?:un instant|une minute|un moment)|quand on (?:arrivera|passera|sera)|après la pause)(?!\p{L})|^(?:si|quand|peut-être)(?!\p{L})|(?<!\p{L})(?:je|on|nous|ne|n['’]) ?(?:ne |n['’])(?!\p{L}*\s*\p{L}* que)/iu,
  },
  ca: {
    own: rx(
      `(?:(?:m['’]|me n['’])(?:encarrego|ocupo)(?: jo)?|em comprometo a|(?:ho|el|la|els|les) (?:faig|preparo|envio|reviso|porto) jo|${CA_CLITICS}${CA_STEM}(?:aré|eré|iré|ré)|${CA_CLITICS}faré|jo ${CA_CLITICS}${CA_STEM}o)${END}`,
    ),
    named: named(
      `(?:s['’]encarrega|s['’]ocupa|s['’]encarregarà|s['’]ocuparà|se n['’]encarrega|es compromet)${END}|${START}(?:(?:la|el|en|na) )?${NAME} ${CA_CLITICS}(?:${CA_STEM}(?:arà|erà|irà|rà|aran|eran|iran)|farà|faran)${END}`,
    ),
    shared: rx(`${CA_CLITICS}${CA_STEM}(?:arem|erem|irem)${END}|^(?:tasca|acció):`),
    toOthers: null,
    vague: null,
    not: /\?$|^¿|(?<!\p{L})(?:d['’]aquí (?:a )?un (?:moment|minut)|quan (?:arribem|passem|entrem) a|després de la pausa)(?!\p{L})|^(?:si|quan|potser|igual)(?!\p{L})|(?<!\p{L})no (?:(?:et|li|els|us|es|em|ho|la) ){0,2}(?:\p{L}+(?:ré|rà|rem))(?!\p{L})/iu,
  },
};
