import type { MeetingLanguage } from "#app/domain/languages.ts";

/**
 * Words that claim nothing, folded: articles, pronouns, auxiliaries, most prepositions and fillers. Far fewer than the stop words
 * of a search: "new", "all", "only", "first" and "after" change what a sentence says, so they must have been said.
 */
const FREE: Record<MeetingLanguage, ReadonlySet<string>> = {
  en: setOf(`a an the this that these those it its itself i me my mine myself we us our ours ourselves you your yours he him his she
    her hers they them their theirs who whom whose which what when where there here how why be am is are was were been being have has
    had having do does did doing done get got gets getting make made makes making of to in on at by for with from into onto about as and or
    also too then than now just really very quite so well oh ok okay um uh uhm er erm ah hm hmm mm mmm mhm yeah yes yep right like
    will shall ll re ve gonna wanna going let lets us one ones up out some any kind sort actually basically s d m t o
    if but per via such am pm own each other's said says say there's myself even please currently given`),
  es: setOf(`el la lo los las un una unos unas este esta esto estos estas ese esa eso esos esas aquel aquella aquello yo me mi mis mio
    mia tu tus te ti usted ustedes el ella ello ellos ellas se le les nos nosotros nosotras nuestro nuestra nuestros nuestras vosotros
    os vuestro vuestra su sus suyo suya que quien quienes cual cuales cuando donde como ser es son era eran fue fueron sea sean sido
    siendo estar esta estan estaba estaban estado soy somos estoy estamos haber ha han he hemos habia habian hay hacer hace hacen
    hago hacemos hecho de del a al en con por para y e o u pero tambien ya ahora muy bien bueno pues entonces si vale eh ah oh mm
    va van voy vamos ir sera seran algun alguna algunos algunas uno cosa asi entre aqui ahi alli o_sea tengo tiene tienen tenemos tener`),
  fr: setOf(`le la les l un une des du de d ce cet cette ces cela ca c celui celle ceux celles je j me m moi mon ma mes tu te t toi ton
    ta tes il elle ils elles on nous notre nos vous votre vos se s soi son sa ses leur leurs lui eux en y qui que qu quoi dont ou quand
    comme comment etre est sont etait etaient ete suis sommes soit sera seront avoir a ont ai avons avait avaient eu fait faire font
    fais faisons au aux dans par pour avec sur et mais donc alors aussi tres bien bon ben euh heu hein oui ok voila va vont vais allons
    aller ici la n ne quelque quelques chose il_y tout_de entre`),
  ca: setOf(`el la lo els les l un una uns unes aquest aquesta aquests aquestes aixo aquell aquella allo jo em m me meu meva meus meves
    tu et t te teu teva ell ella ells elles es se s li hi ho en n ens nosaltres nostre nostra nostres vosaltres us vostre vostra
    seu seva seus seves que qui qual quan on com ser es son era eren fou sigui estar esta estan estava estaven estat soc som estic
    estem haver ha han he hem hi havia hi_ha fer fa fan faig fem fet de d del dels a al als amb per pel pels i o u pero tambe ja ara
    molt be bo doncs llavors si vale eh ah oh mm va van vaig vam anar sera seran na alguns algunes cosa aixi entre aqui tinc te tenen tenim tenir`),
};

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/u));
}

/** Tells whether a folded word claims nothing. Single letters claim nothing; digits always do. */
export function isFreeWord(folded: string, language: MeetingLanguage): boolean {
  return FREE[language].has(folded) || (folded.length === 1 && !/\d/u.test(folded));
}

/** First person, singular: the sentence may be about its speaker. Catalan and Spanish verbs carry the person in their ending. */
const I: Record<MeetingLanguage, RegExp> = {
  en: /(?<![\p{L}])(?:i|me|my|mine|myself)(?![\p{L}])/iu,
  es: /(?<![\p{L}])(?:yo|me|mi|conmigo|voy|he|tengo|quiero|puedo|debo|estoy|soy|creo|hago|\p{L}{2,}r[ée](?![\p{L}])|(?:lo|la|los|las|te|os|le|les) \p{L}{2,}o|^¿?\p{L}{3,}o)(?![\p{L}])/iu,
  fr: /(?<![\p{L}])(?:je|j|moi|me|m|mon|ma|mes)(?![\p{L}])/iu,
  ca: /(?<![\p{L}])(?:jo|em|m|meu|meva|vaig|he|tinc|vull|puc|faig|estic|soc|crec|haig|\p{L}{2,}r[ée](?![\p{L}])|(?:ho|et|us|li|els|la|el) \p{L}{2,}o|^¿?\p{L}{3,}o)(?![\p{L}])/iu,
};

/** First person, plural: minutes call it "the team". */
const WE: Record<MeetingLanguage, RegExp> = {
  en: /(?<![\p{L}])(?:we|us|our|let['’]s)(?![\p{L}])/iu,
  es: /(?<![\p{L}])(?:nosotros|nosotras|nos|nuestr\p{L}+|\p{L}{2,}mos)(?![\p{L}])/iu,
  fr: /(?<![\p{L}])(?:nous|on|nos|notre)(?![\p{L}])/iu,
  ca: /(?<![\p{L}])(?:nosaltres|ens|nostr\p{L}+|hem|som|vam|\p{L}{2,}(?:em|im|am))(?![\p{L}])/iu,
};

/** Words by which minutes call the people who said "we". */
const GROUP: Record<MeetingLanguage, ReadonlySet<string>> = {
  en: setOf("team group participants attendees everybody everyone people members"),
  es: setOf("equipo grupo participantes asistentes"),
  fr: setOf("equipe groupe participants"),
  ca: setOf("equip grup participants assistents"),
};

/** Tells whether a sentence speaks of its speaker. */
export function speaksOfItself(text: string, language: MeetingLanguage): boolean {
  return I[language].test(text);
}

/** Tells whether a sentence speaks of its speaker and others. */
export function speaksOfUs(text: string, language: MeetingLanguage): boolean {
  return WE[language].test(text);
}

export function isGroupWord(folded: string, language: MeetingLanguage): boolean {
  return GROUP[language].has(folded);
}
