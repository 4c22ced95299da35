import { byLanguage } from "#app/domain/by-language.ts";

/**
 * Forms in which work is promised, offered, asked for or assigned, by morphology: any verb fits them, apart from `IDLE` verbs, which name
 * something that is done within the meeting ("I'll show you") or a state ("I'll be there"). `\b` knows ASCII only, hence START and END.
 */
export type TaskForms = {
  /** "I'll send", "le enviaré": the speaker's own work. */
  own: RegExp;
  /** "I can send", "shall I send?": the speaker's work when somebody accepts or a date is said. */
  offer: RegExp;
  /** "Marta will send", "I count on Marta to": one of the groups is the name. */
  named: RegExp;
  /** "Can you send", "please send", "you need to send": the listener's work. */
  ask: RegExp;
  /** Requests that are also general statements ("you need to"): need a name. */
  askByName: RegExp;
  /** "Who can send": the work of the person who answers. */
  seek: RegExp;
  /** "We have to send": somebody's work, believed with a date. */
  duty: RegExp;
  /** "We will get it to you": the speaker's side promises; no particular person's work. */
  toOthers: RegExp | null;
  /** Excludes a sentence: a condition, a refusal, a joke, the past, or work that is done before the meeting ends. */
  not: RegExp;
  /** "I'll take care of it": does not name the work, so it needs a date. */
  vague: RegExp;
};

const NAME =
  "(\\p{Lu}[\\p{L}’-]+(?: \\p{Lu}[\\p{L}’-]+){0,3}(?:,? (?:and|y|e|et|i) \\p{Lu}[\\p{L}’-]+(?: \\p{Lu}[\\p{L}’-]+){0,3})?)";
const START = "(?<![\\p{L}\\p{N}'’])";
/** A name that does the work begins its clause: "the report from Arad will show" names somebody else. */
const SUBJECT =
  "(?<=^|[,;:.—–] |(?<!\\p{L})(?:and|but|so|then|because|while|y|pero|que|entonces|luego|et|mais|donc|alors|i|però|doncs|llavors) )(?:(?:[Tt]he|[LlEe]a|[Ee]l|[Ee]n|[Nn]a|[Ll]['’]) ?)?(?:and |y |et |i )?";

const END = "(?![\\p{L}\\p{N}])";

/** Fails fast inside a word, where most places are. */
const AT_WORD = "(?=[\\p{L}])(?<=^|[^\\p{L}])";

const rx = (...sources: string[]) => new RegExp(`${START}(?:${sources.join("|")})`, "iu");
/** Names are capitalised, so these patterns do not ignore case. */
const named = (...sources: string[]) =>
  new RegExp(sources.map((source) => `${AT_WORD}${START}(?:${source})`).join("|"), "u");
const not = (...sources: string[]) => new RegExp(sources.join("|"), "iu");

const EN_ADVERB =
  "(?:(?:also|then|just|personally|definitely|certainly|probably|gladly|happily|please|maybe|quickly|sort of|kind of|try (?:to|and)|make sure (?:to|that I)|be sure to|be the one to|have to|need to|go ahead and|go back and|help|\\p{L}+ly) ){0,2}";
const EN_IDLE =
  "(?:be|have|had|say|tell (?:you|us|me)|show|know|see|think|guess|admit|mention|let (?!\\p{L}+ know|the|everybody)|explain|start|begin|go|come|get (?:to|into|back (?:to|on) (?:that|this|it))|stop|skip|repeat|leave|turn|give|wait|hear|miss|like|love|remember|forget|bet|believe|assume|agree|disagree|second|vote|move (?!the)|note|point out|quote|speak (?!to|with)|talk (?:about|you|through|you)|describe|present|conclude|finish (?:here|with|there|by)|summari[sz]e|look (?:at|forward)|take (?:this|every|that|it|a|an|up|over|your|the (?:opportunity|point|floor|time))|call on|yield|pause|switch|jump|do|answer|respond|comment|address|defer|support|try(?! (?:to|and)(?!\\p{L}))|need|want|feel|hope|never|not|always|sit|stand|pass (?:it|this|that|over|back)|hand (?:it|over|back)|play|run through|read|open|close|hold|keep|stick|stay|find (?!out)|make (?:it|this|that|one|a (?:point|comment|remark|brief|few))|put (?!together|up|down|away|the)|use|end|shut|mute|unmute|refer|focus|cover|ask (?:you|if|for|a|one|that|the (?:committee|members|minister|witness(?:es)?))|continue|turn|introduce|propose|suggest|recommend|say|swear|demonstrate|walk|express|stress|emphasi[sz]e|reiterate|echo|quickly|understand|work on that|first|presume|bring (?:up|it|this|that)|raise (?:a|the|this) (?:point|question|issue)|skip|rub|erase|scribble|draw(?! up)|list|only|cause|mean|become|seem|remain|appear|appreciate|happen|depend|follow (?!up)|share (?:my|the|a) (?:screen|slides?|time|thought|story)|buy that)";
/** Recipients outside the speaker's own "we": then "we" means the speaker's side. */
const EN_TO_OTHERS =
  "(?:send|get|write|provide|forward|submit|pass|report)(?: (?!to )[\\p{L}'’-]+){0,8} (?:back )?(?:to you|to the (?:committee|board|client|customer|council|members))";
const EN_WORK = `(?!${EN_ADVERB}${EN_IDLE}${END})${EN_ADVERB}\\p{L}{2,}`;
/** Requests that people make of each other within a meeting. */
const EN_HERE =
  "(?:hear|see|repeat|say|tell (?:me|us)|outline|commit|indicate|understand|accept|agree|wish|prefer|not|keep|swear|really|actually|ever|assure|guarantee|explain|speak|talk|go|scroll|zoom|mute|unmute|turn|wait|come|read|introduce|describe|elaborate|clarify|comment|be|have|imagine|believe|guess|remember|think|share|hold|expand|comment|confirm|provide|give (?:us|me)|show|help me understand|address|answer|respond|let (?:us|me)|start|stop|continue|perhaps|move on|get|do|make|use|find|like|know|take (?:a|the) (?:look|picture|picture)|pass|just)";
const EN_ASKED = `(?!${EN_ADVERB}${EN_HERE}${END})${EN_ADVERB}\\p{L}{2,}`;

const ES_CLITICS = "(?:(?:te|le|les|os|se|me|lo|la|los|las|nos) ){0,2}";
const ES_IDLE_INFINITIVE =
  "(?:ser|estar|haber|decir|ver|hablar|empezar|comenzar|compartir|mostrar|enseñar|explicar|leer|pasar|dar|seguir|continuar|terminar|contaros|deciros|explicaros|hacer una pausa|ir|venir|poder|tener|oír|oírme|verme|repetir|esperar|pensar|creer)(?:me|te|os|les|le|nos|lo)?";
const ES_INFINITIVE = `(?!${ES_IDLE_INFINITIVE}${END})\\p{L}+(?:ar|er|ir|ír)(?:me|te|se|le|lo|la|los|las|les|os|nos|selo|sela|telo|oslo)?${END}`;
const ES_FUTURE = `(?!(?:ser|estar|dir|habr|tendr|podr|sabr|ver|querr|dar|ir|creer|empezar|compartir|explicar|hablar)é)\\p{L}+(?:ar|er|ir|r|br|dr)é${END}`;
const ES_FUTURE_3 = `(?!(?:ser|estar|habr|tendr|podr|dir|deber|querr|ver|dar|ir)á)\\p{L}+rán?${END}`;

const FR_CLITICS = "(?:(?:me|te|se|le|la|les|lui|leur|vous|nous|y|en) |[mtsl]['’]|(?:m|t|s)['’]en )*";
const FR_IDLE_INFINITIVE =
  "(?:être|avoir|dire|voir|parler|commencer|partager|montrer|expliquer|lire|passer|donner|continuer|terminer|aller|venir|pouvoir|entendre|répéter|attendre|penser|croire|faire une pause|vous|essayer)";
const FR_INFINITIVE = `${FR_CLITICS}(?!${FR_IDLE_INFINITIVE}${END})\\p{L}+(?:er|ir|re|oir)${END}`;
const FR_FUTURE = `(?!(?:se|au|di|pour|ver|sau|voud|dev|fau|i|vien|parle|donne|commence|essaie)rai|(?:voud|dev)rai)${FR_CLITICS}(?!(?:se|au|di|pour|ver|sau|dev|i)rai)\\p{L}+rai${END}`;
const FR_FUTURE_3 = `${FR_CLITICS}(?!(?:se|au|pour|fau|dev|di|ver|voud|i)ra)\\p{L}+ra${END}`;
const DE = "(?:de |d['’])";

const CA_CLITICS = "(?:(?:et|te|li|els|us|es|em|ho|la|les|el|nos|ens|hi|me) |[tlmns]['’])*";
const CA_IDLE_INFINITIVE =
  "(?:ser|estar|haver|dir|veure|parlar|començar|compartir|mostrar|ensenyar|explicar|llegir|passar|donar|seguir|continuar|acabar|anar|venir|poder|tenir|sentir|repetir|esperar|pensar|creure|fer una pausa)";
const CA_INFINITIVE = `${CA_CLITICS}(?!${CA_IDLE_INFINITIVE}${END})[\\p{L}·]+(?:ar|er|ir|re)(?:-[\\p{L}'’-]+)?${END}`;
const CA_FUTURE = `(?!(?:ser|estar|dir|haur|tindr|podr|sabr|veur|voldr|anir|donar|explicar|parlar)é)[\\p{L}·]+ré${END}`;
const CA_FUTURE_3 = `(?!(?:ser|estar|haur|tindr|podr|dir|voldr|veur|donar|anir)à)[\\p{L}·]+(?:rà|ran)${END}`;

export const TASK_FORMS = byLanguage<TaskForms>({
  en: () => ({
    own: rx(
      `(?:I['’]ll|I will|I['’]m going to|I['’]m gonna|I am going to|I(?: hereby)? promise to|I volunteer to|I commit to|it['’]s (?:up to|on) me to|my (?:job|task) is to|I['’]ll be the one to|you can count on me to) ${EN_WORK}`,
    ),
    offer: rx(
      `(?:I can|I could|(?:shall|should) I|(?:do you )?(?:want|need|like) me to|let me|I (?:have|need) to|I['’]ve got to|I should|I['’]d be happy to|I['’]m happy to) ${EN_WORK}`,
    ),
    named: named(
      `${SUBJECT}${NAME} (?:will|['’]ll|is going to|are going to|is gonna|(?:has |have )?(?:agreed|promised|volunteered|offered) to|commits to|will be the one to) ?${EN_WORK}`,
      `${SUBJECT}${NAME}(?:['’]s going to|['’]ll) ${EN_WORK}`,
      `(?:I['’]d like|I would like|I want|we need|we['’]d like|I need|I['’]m asking|I(?:['’]ll| will) (?:ask|get)|let['’]s (?:ask|have)|I(?:['’]m| am)? (?:count|counting|rely|relying) on) ${NAME} to ${EN_WORK}`,
      `(?:hoping|think|suggest|thought|wondering if|suggested)(?: that)? ${NAME} (?:could|can|should|might) ${EN_WORK}`,
      `(?:[Aa]ction(?: item| point)?|[Tt]ask|[Tt]o-?do) for ${NAME}`,
      `it['’]s (?:up to|on) ${NAME} to ${EN_WORK}`,
      `${NAME}['’]s (?:job|task) is to ${EN_WORK}`,
    ),
    ask: rx(
      `(?:can|could|would) you (?!mind|say)${EN_ASKED}`,
      `(?:how|what) about if you (?:\\p{L}+ ){0,8}?(?=(?:come up with|prepare|write|send|make|do|check|call|draft|try|look)(?!\\p{L}))\\p{L}+`,
      `(?:would|do) you mind (?!repeating|saying|explaining|telling|speaking)\\p{L}+ing`,
      `you(?:['’]ll| will) (?!be|have|see|notice|find|get|know|recall|hear|need|remember)${EN_ASKED}`,
      `(?:we|I)(?:['’]d| would)? (?:need|like|want) you to ${EN_ASKED}`,
      `(?:I(?:['’]d| would) appreciate it )?if you could ${EN_ASKED}`,
      `please (?!note|let|don['’]t|welcome|proceed|continue|go|do)${EN_ASKED}`,
      `are you able to ${EN_ASKED}`,
    ),
    askByName: rx(
      `will you ${EN_ASKED}|you (?:need|have|ought) to ${EN_ASKED}|you(?:['’]re| are) (?:going|supposed) to ${EN_ASKED}|you (?:should|must) ${EN_ASKED}`,
      `make sure (?:to|you|that)|(?:don['’]t|do not) forget to|remember to|be sure to|your (?:job|task) is to|it['’]s (?:up to|on) you to|I(?:['’]m| am)? count(?:ing)? on you`,
    ),
    seek: rx(
      `(?:^|, )(?:so |and )?(?:who|which of (?:you|us)) (?:can|could|will|would|wants to|would like to|is going to|['’]s going to|takes|volunteers to|has time to) \\p{L}+`,
      `(?:can|could|will|would) (?:somebody|someone|anybody|anyone|one of (?:you|us)) \\p{L}+`,
      `(?:somebody|someone|one of us) (?:needs to|has to|should|ought to|must|will have to|had better) \\p{L}+`,
      "any volunteers to|is (?:somebody|someone|anybody|anyone) (?:able|willing|free) to",
    ),
    duty: rx(
      `(?:we|we all) (?:['’]ve got to|have to|have got to|need to|ought to|must) (?!be|decide|know|find out|figure|see|think|keep|continue|have|understand|look at|remember|check (?:whether|if))\\p{L}+|^(?:action (?:item|point)|to-?do)`,
      `we(?:['’]ll| will| are going to|['’]re (?:going to|gonna)) (?!${EN_ADVERB}(?:find out|see|be|have|discuss|talk|come|go|know|get|hear|continue|(?:begin|start) with|move|look forward|wait|take|keep|need)${END})${EN_ADVERB}\\p{L}+`,
    ),
    toOthers: rx(
      `(?:we['’]ll|we will) ${EN_ADVERB}${EN_TO_OTHERS}${END}`,
      `(?:we['’]ll|we will) ${EN_ADVERB}do (?:some|more|further) (?:more |further )?(?:work|research|tests?|analysis)${END}`,
    ),
    not: not(
      "^(?:if|when we (?:go|get)|unless|what if|imagine|suppose|supposing|had I|would that)(?!\\p{L})(?! you could)",
      "(?<!\\p{L})(?:(?:I|we|you|they|he|she)(?: would|['’]d)(?! like| appreciate| need| be (?:happy|glad)| you mind|['’]d)|if I (?:had|were)|might(?! be able)|perhaps|some ?day|one day|ha ?ha|won['’]t|will not|(?:was|were) (?:going|about) to|not going to|never|used to|on the moon|did(?:n['’]t| not)|don['’]t (?:think|want|need|have)|in a (?:minute|moment|second|bit)|for a (?:minute|moment|second)|when we (?:go|get|come|move) (?:in)?to|after the break|right now|today I['’]ll|real quick|very briefly|briefly|in my (?:time|remarks)|wants? me to|yesterday|last (?:week|month|year|monday|tuesday|wednesday|thursday|friday))(?!\\p{L})",
    ),
    vague: rx(
      "(?<!(?:that|which|who) )\\p{L}+(?: care of| into| at| on)? (?:it|that|this|them|those)(?=[.,;!…]|$| (?:from|here|now|later|then|too|myself|anyway)(?!\\p{L}))",
    ),
  }),
  es: () => ({
    own: rx(
      `(?:ya )?(?:me (?:encargo|ocupo|encargaré|ocuparé|hago cargo|responsabilizo)(?: yo)?(?: (?:de|del)${END}|$|[.,])|me comprometo a${END}|me ofrezco a${END}|prometo ${ES_INFINITIVE}|me toca(?: a mí)? ${ES_INFINITIVE}|(?:lo|la|los|las) (?:hago|preparo|envío|mando|reviso|miro|llevo) yo${END}|${ES_CLITICS}voy a ${ES_INFINITIVE}|${ES_CLITICS}${ES_FUTURE}|yo (?:me )?${ES_CLITICS}(?!creo|digo|pienso|tengo|quiero|puedo|veo|veo|opino|propongo|estoy|supongo|espero|entiendo|recuerdo|no|como|lo)\\p{L}+o${END})`,
    ),
    offer: rx(
      `${ES_CLITICS}(?:puedo|podría|tengo que|tendré que|debo|he de) ${ES_INFINITIVE}`,
      `¿?(?:queréis|quieres|quiere|quieren|os parece|te parece) que (?:me (?:ocupe|encargue)|yo|lo|la|\\p{L}+)`,
    ),
    named: named(
      `${SUBJECT}${NAME} ${ES_CLITICS}(?:va a|van a|queda en|quedó en|tiene que|debe|ha de|tendrá que|puede|se (?:ha )?comprom\\p{L}+ a|se ofrece a|se ha ofrecido a) ${ES_INFINITIVE}`,
      `${SUBJECT}${NAME} (?:ya )?(?:se|nos|os|te|le|me|lo|la|les|los|las)? ?(?:se )?(?:encarga|encargará|ocupa|ocupará|hace cargo|encargan|ocupan)${END}`,
      `${SUBJECT}${NAME} ${ES_CLITICS}${ES_FUTURE_3}`,
      `(?:que|[Qq]uiero que|[Nn]ecesito que|[Nn]ecesitamos que|[Pp]ido que|[Pp]ropongo que) ${NAME} (?:se )?(?:encargue|encargara|ocupe|ocupara|\\p{L}+(?:ara|iera|e|a))${END}`,
      `(?:[Tt]area|[Aa]cción|[Pp]endiente) (?:para|de) ${NAME}`,
      `(?:[Cc]uento con|[Cc]onfío en) ${NAME} para`,
      `(?:[Ll]e|[Ll]es) toca a ${NAME}`,
    ),
    ask: rx(
      `¿?(?:me |nos |lo |la )?(?:puedes|podrías|puede usted|podría usted|podéis|pueden) ${ES_INFINITIVE}`,
      `¿?(?:te|os|le) importa(?:ría)? ${ES_INFINITIVE}`,
      `(?:necesito|necesitamos|quiero|querría|me gustaría) que (?:tú )?(?:te|lo|la|nos|me|os)? ?\\p{L}+`,
      "tú (?:te (?:encargas|ocupas)|lo haces|llevas)",
      "¿?te (?:encargas|ocupas) (?:tú )?(?:de|del)",
    ),
    askByName: rx(
      `(?:tienes|tendrás|tiene usted) que ${ES_INFINITIVE}|(?:debes|deberías|has de) ${ES_INFINITIVE}`,
      `te toca(?: a ti)?${END}|acuérdate de|no (?:te )?olvides|recuerda ${ES_INFINITIVE}|asegúrate de|encárgate|ocúpate|procura ${ES_INFINITIVE}|vas a ${ES_INFINITIVE}|tu (?:tarea|trabajo) es|cuento contigo|por favor`,
    ),
    seek: rx(
      `¿?quién (?:puede|podría|quiere|va a|se (?:encarga|ocupa|ofrece)|tiene tiempo)${END}`,
      `¿?(?:alguien|alguno|alguna) (?:puede|podría|quiere|tiene que|debe|debería|se (?:encarga|ocupa|ofrece)|tendría que|tendrá que)${END}`,
      `(?:puede|podría) alguien ${ES_INFINITIVE}`,
    ),
    duty: rx(
      `(?:tenemos|tendremos|habrá|hay|habría) que (?!decidir|averiguar|saber|ver|aclarar|comprobar si|mirar si)${ES_INFINITIVE}`,
      `vamos a (?!decidir|averiguar|saber|ver|hablar)${ES_INFINITIVE}|(?:\\p{L}+(?:ar|er|ir)emos)${END}|^(?:tarea|acción|pendiente):`,
    ),
    toOthers: null,
    not: not(
      "^¿?(?:si|imagin\\p{L}*|ojalá|supon\\p{L}*|cuando (?:lleguemos|pasemos|entremos)|quizás?|tal vez|igual|puede que)(?!\\p{L})",
      "(?<!\\p{L})(?:(?:dentro de|en) un (?:momento|minuto)|cuando (?:lleguemos|pasemos|entremos) (?:a|en)|después de la pausa|tal vez|quizás?|algún día|ja(?:ja)+|en la luna|nunca|solía|iba a|tuve que|tuvo que|si (?:tuviera|tuviéramos|hubiera|pudiera)|me encantaría|ahora os|ahora mismo os|ayer|pasad[oa])(?!\\p{L})",
      "(?<!\\p{L})no (?:(?:te|le|les|os|se|me|lo|la) ){0,2}(?:voy|va|vamos|pienso|quiero|puedo|\\p{L}+(?:ré|rá|remos))(?!\\p{L})",
    ),
    vague: /^$/u,
  }),
  fr: () => ({
    own: rx(
      `(?:je (?:vais|m['’]engage à|promets ${DE}|me propose (?:de|pour)) ?${FR_INFINITIVE}|je promets d['’]${FR_INFINITIVE}|je m['’](?:en )?(?:occupe|charge)|je me charge (?:de|du|des|d['’])|(?:j['’]|je )${FR_FUTURE}|c['’]est moi qui ${FR_CLITICS}\\p{L}+|c['’]est à moi ${DE}${FR_INFINITIVE})`,
    ),
    offer: rx(
      `je (?:peux|pourrais|dois|devrai|veux bien|devrais) ${FR_INFINITIVE}|il faut que j(?:e |['’])`,
      "(?:voulez-vous|veux-tu|tu veux|vous voulez) que je",
      `(?:puis-je|est-ce que je peux) ${FR_INFINITIVE}`,
    ),
    named: named(
      `${SUBJECT}${NAME} (?:va|vont|doit|devra|peut|accepte ${DE}|a accepté ${DE}|s['’](?:est )?engagée? à|s['’]engage à|a promis ${DE}|propose ${DE}) ?${FR_INFINITIVE}`,
      `${SUBJECT}${NAME} (?:s['’](?:en )?(?:occupe|occupera|charge|chargera)|se charge|se chargera)${END}`,
      `${SUBJECT}${NAME} ${FR_FUTURE_3}`,
      `(?:que|qu['’]) ?${NAME} (?:s['’](?:en )?)?(?:occupe|charge|\\p{L}+e)${END}(?= (?:${DE}|du |des |le |la |les |l['’]|un))`,
      `(?:[Aa]ction|[Tt]âche) pour ${NAME}`,
      `[Cc]ompte(?:r|z)? sur ${NAME} pour`,
      `c['’]est à ${NAME} ${DE}`,
    ),
    ask: rx(
      `(?:est-ce que )?(?:tu|vous) (?:peux|pourrais|pouvez|pourriez|veux bien|voudrais|voulez bien) ${FR_INFINITIVE}`,
      `(?:peux-tu|pourrais-tu|pouvez-vous|pourriez-vous|veux-tu bien|voudrais-tu) ${FR_INFINITIVE}`,
      `ça te (?:dérange|dérangerait|va|ennuie) ${DE}|(?:ça|cela) vous (?:dérange|ennuie|va) ${DE}`,
      `(?:besoin|j['’]aimerais|je voudrais|il faut|il faudrait) que (?:tu|vous) `,
      "c['’]est (?:toi|vous) qui (?:vas|allez|\\p{L}+s)",
      "tu t['’](?:en )?(?:occupes|charges)|tu te charges",
    ),
    askByName: rx(
      `(?:tu|vous) (?:dois|devrais|devez|devras|vas) ${FR_INFINITIVE}`,
      `n['’]oublie(?:z)? pas|pense(?:z)? à|c['’]est à (?:toi|vous)|n['’]oublie|assure-toi|charge-toi|occupe-toi|tâche ${DE}|je compte sur (?:toi|vous)|s['’]il (?:te|vous) plaît`,
    ),
    seek: rx(
      "(?:qui|lequel) (?:peut|pourrait|veut|va|voudrait|s['’]occupe|se charge|a le temps)",
      "quelqu['’]un (?:peut|pourrait|veut|va|doit|devrait|devra|s['’]occupe|se charge)|que quelqu['’]un|quelqu['’]un pour",
    ),
    duty: rx(
      `(?:on|nous) (?:doit|devons|devra|devrons|va|allons) (?!savoir|décider|vérifier si|voir)${FR_INFINITIVE}|il (?:faut|faudra|faudrait) (?!savoir|décider|voir|trancher|vérifier si)${FR_INFINITIVE}|nous ${FR_CLITICS}\\p{L}+rons${END}|^action :?`,
    ),
    toOthers: null,
    not: not(
      "^(?:si|s['’]il (?!te|vous)|imagin\\p{L}*|suppos\\p{L}*|peut-être|quand on)(?!\\p{L})",
      "(?<!\\p{L})(?:dans (?:un instant|une minute|un moment)|quand on (?:arrivera|passera|sera)|après la pause|peut-être|un jour|haha|sur la lune|plus jamais|jamais|avais l['’]habitude|j['’]allais|j['’]ai dû|a dû|si j['’]avais|si on avait|j['’]adorerais|hier|derni(?:er|ère)|je vous montre|maintenant)(?!\\p{L})",
      "(?<!\\p{L})(?:je|on|nous|tu|vous|il|elle) (?:ne |n['’])(?!\\p{L}*\\s*\\p{L}* que)",
    ),
    vague: /^$/u,
  }),
  ca: () => ({
    own: rx(
      `(?:(?:m['’]|me n['’])(?:encarrego|ocupo|encarregaré|ocuparé)(?: jo)?|em comprometo a|m['’]ofereixo|prometo ${CA_INFINITIVE}|em toca(?: a mi)? ${CA_INFINITIVE}|(?:ho|el|la|els|les) (?:faig|preparo|envio|reviso|porto) jo|(?:haig|he) ${DE}${CA_INFINITIVE}|${CA_CLITICS}${CA_FUTURE}|jo ${CA_CLITICS}(?!crec|dic|penso|tinc|vull|puc|veig|proposo|estic|suposo|espero|no)\\p{L}+o)${END}`,
    ),
    offer: rx(
      `${CA_CLITICS}(?:puc|podria) ${CA_INFINITIVE}|${CA_CLITICS}(?:hauré|tinc|hauria) ${DE}${CA_INFINITIVE}`,
      "(?:voleu|vols|vol|volen|us sembla) que (?:m['’](?:ocupi|encarregui)|jo|ho|\\p{L}+)",
    ),
    named: named(
      `${SUBJECT}${NAME} (?:s['’]encarrega|s['’]ocupa|s['’]encarregarà|s['’]ocuparà|se n['’]encarrega|se n['’]ocupa|es compromet|s['’]ha compromès|s['’]ha ofert)${END}`,
      `${SUBJECT}${NAME} ${CA_CLITICS}${CA_FUTURE_3}`,
      `${SUBJECT}${NAME} (?:ha|haurà|hauria) ${DE}${CA_INFINITIVE}`,
      `que (?:la |en |el |na )?${NAME} (?:s['’](?:encarregui|encarregués|ocupi|ocupés)|\\p{L}+(?:és|i))${END}`,
      `(?:[Tt]asca|[Aa]cció) per(?: a)?(?: la| al| en)? ${NAME}`,
      `[Cc]ompt(?:o|em) amb (?:la |en |el )?${NAME} per`,
      `[Ll]i toca a (?:la |en )?${NAME}`,
    ),
    ask: rx(
      `(?:em |ens |ho )?(?:pots|podries|podeu|podríeu) ${CA_INFINITIVE}`,
      `(?:et|us|li) (?:fa res|importa|importaria|sap greu) ${CA_INFINITIVE}`,
      `(?:necessito|necessitem|vull|voldria|m['’]agradaria) que (?:tu )?(?:t['’]|et |ho |ens |em )?\\p{L}+(?:is|essis|ssis)${END}`,
      "tu t['’](?:encarregues|ocupes)|t['’](?:encarregues|ocupes) (?:tu )?(?:de|del|d['’])",
    ),
    askByName: rx(
      `(?:has|hauràs|hauries|heu) ${DE}${CA_INFINITIVE}|et toca(?: a tu)?${END}|recorda['’]?t(?: (?:de|d['’]))?|no (?:t['’]|et )?oblidis|assegura['’]?t|encarrega['’]?t|ocupa['’]?t|la teva (?:tasca|feina) és|compto amb tu|si us plau`,
    ),
    seek: rx(
      "qui (?:pot|podria|vol|s['’](?:encarrega|ocupa|ofereix)|té temps)",
      "algú (?:pot|podria|vol|ha de|ha d['’]|hauria de|hauria d['’]|s['’](?:encarrega|ocupa)|haurà de)|(?:pot|podria) algú",
    ),
    duty: rx(
      `(?:hem|haurem|s['’]ha|caldria|hauríem) ${DE}(?!decidir|esbrinar|saber|veure|aclarir|comprovar si|mirar si)${CA_INFINITIVE}|(?:cal|caldrà|caldria) (?!decidir|esbrinar|saber|veure|aclarir|comprovar si)${CA_INFINITIVE}|(?:\\p{L}+(?:ar|er|ir)em)${END}|^(?:tasca|acció):`,
    ),
    toOthers: null,
    not: not(
      "^(?:si(?! us plau)|imagin\\p{L}*|suposem|tant de bo|potser|igual|quan (?:arribem|passem|entrem))(?!\\p{L})",
      "(?<!\\p{L})(?:d['’]aquí (?:a )?un (?:moment|minut)|quan (?:arribem|passem|entrem) a|després de la pausa|potser|algun dia|ja(?:ja)+|a la lluna|mai més|mai|solia|anava a|vaig haver|si (?:tingués|tinguéssim|hagués|pogués)|m['’]encantaria|ara us|ara comparteixo|ahir|passada?)(?!\\p{L})",
      "(?<!\\p{L})no (?:(?:et|li|els|us|es|em|ho|la) ){0,2}(?:penso|vull|puc|\\p{L}+(?:ré|rà|rem))(?!\\p{L})",
    ),
    vague: /^$/u,
  }),
});
