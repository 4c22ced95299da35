import type { MeetingLanguage } from "#app/domain/languages.ts";

/**
 * The effect of a word on the words after it: it denies them, calls them possible, due, wanted or conditional, or puts them into the
 * future. A line may not lose such a word ("might close" is not "closes") or gain one.
 */
export type Operator = "not" | "possible" | "due" | "wanted" | "if" | "future" | "nearly";

const WORDS: Record<MeetingLanguage, Record<Operator, string>> = {
  en: {
    not: "not no never nobody nothing none neither nor without cannot hardly barely",
    possible: "may might could can would perhaps maybe probably possibly likely possible able unlikely",
    due: "must should ought supposed need needs needed necessary",
    wanted:
      "want wants wanted wish wishes hope hopes hoped plan plans planned intend intends try tries tried trying propose proposes proposed suggest suggests suggested consider considers considered",
    if: "if unless whether",
    future: "will ll shall gonna",
    nearly: "almost nearly",
  },
  es: {
    not: "no nunca jamas nadie nada ninguno ninguna ningun tampoco sin apenas ni",
    possible:
      "puede pueden podemos podria podrian podriamos puedo quizas quiza tal_vez posible posiblemente probablemente seguramente podra",
    due: "debe deben debemos debo deberia deberiamos deberian hay_que necesario",
    wanted:
      "quiere quieren queremos quiero querria gustaria espera espero esperamos ojala intenta intentar intentamos propone proponemos propongo proponen plantea",
    if: "si",
    future: "va_a van_a vamos_a voy_a",
    nearly: "casi",
  },
  fr: {
    not: "pas jamais aucun aucune personne rien sans ni guere",
    possible: "peut peuvent pouvons pourrait pourraient pourrions peux possible possiblement probablement",
    due: "doit doivent devons dois devrait devrions devraient faut faudra faudrait necessaire",
    wanted:
      "veut veulent voulons veux voudrait voudrais aimerait espere esperons essaie essayer essayons propose proposons proposent envisage",
    if: "si",
    future: "vais va allons vont",
    nearly: "presque quasiment failli",
  },
  ca: {
    not: "no mai ningu res cap tampoc sense ni",
    possible: "pot poden podem podria podrien podriem puc potser possible possiblement probablement",
    due: "ha_de han_de hem_de cal caldria hauria haurien necessari",
    wanted:
      "vol volen volem vull voldria agradaria espera esperem intenta intentar intentem proposa proposem proposo proposen planteja",
    if: "si",
    future: "",
    nearly: "gairebe quasi",
  },
};

const OPERATORS: Record<MeetingLanguage, ReadonlyMap<string, Operator>> = {
  en: mapOf("en"),
  es: mapOf("es"),
  fr: mapOf("fr"),
  ca: mapOf("ca"),
};

function mapOf(language: MeetingLanguage): ReadonlyMap<string, Operator> {
  const entries: [string, Operator][] = [];
  for (const [operator, list] of Object.entries(WORDS[language])) {
    for (const word of list.split(" ")) if (word !== "" && isOperator(operator)) entries.push([word, operator]);
  }
  return new Map(entries);
}

function isOperator(name: string): name is Operator {
  return ["not", "possible", "due", "wanted", "if", "future", "nearly"].includes(name);
}

/** Words with a denial inside, and their other half: "refused" is "not accepted", "unsigned" is "not signed". */
const DENYING: Record<MeetingLanguage, readonly (readonly [beginning: string, positive: string])[]> = {
  en: pairs(
    "refus wanted reject accepted declin accepted fail managed unclear clear undecid decided unknown known unsure sure",
  ),
  es: pairs("rechaz acepta niega quiere nego quiere indecis decidido desconoc conoce"),
  fr: pairs("refus accepte rejet accepte ignor sait indecis decide"),
  ca: pairs("rebutj accepta nega vol indecis decidit desconeix coneix"),
};

function pairs(list: string): [string, string][] {
  const words = list.split(" ");
  return words.flatMap((word, index): [string, string][] => (index % 2 === 0 ? [[word, words[index + 1] ?? ""]] : []));
}

/**
 * Phrases of two words that are one operator, and contractions, spelled as single words before a text is cut into words. "Not only"
 * denies nothing before "but also"; alone it denies.
 */
const PHRASES: Record<MeetingLanguage, readonly (readonly [RegExp, string])[]> = {
  en: [
    // Of what somebody stopped, forgot or did in another thing's place, nothing is said to be so.
    [/\binstead of\b|\brather than\b|\byet to\b|\bremains? to be\b/giu, " not "],
    [
      /\b(?:stop|stops|stopped|quit|quits|avoids?|avoided)(?= \p{L}+ing\b)|\b(?:forgets?|forgot|forgotten)(?= to\b)/giu,
      "$& not",
    ],
    [/(?<!\b(?:am|is|are|was|were|be|been|get|got|['’]m|['’]re|['’]s) )\bused to\b/giu, " formerly not "],
    [
      /\b(?:against|rul(?:ed?|es|ing) out)(?= \p{L}+ing\b)|\bpretend(?:s|ed)?(?= to\b)|\b(?:doubts?|doubted|doubtful)(?= (?:that|whether|if)\b)/giu,
      "$& not",
    ],
    [/\bcancel(?:s|l?ed|l?ing)?\b/giu, "$& not"],
    [/\bfar from\b/giu, " not "],
    [/\b(?:was|were) about to\b/giu, " nearly "],
    [/\btoo \p{L}+(?= to (?!the\b|us\b|me\b|them\b)\p{L})/giu, "$& not"],
    [/\b(?:go|goes|going|gone) up\b/giu, " rise "],
    [/\bwent up\b/giu, " rose "],
    [/\b(?:go|goes|going|gone) down\b/giu, " fall "],
    [/\bwent down\b/giu, " fell "],
    [/\bcan(?:no|['’])t\b/giu, "can not"],
    [/\bwon['’]t\b/giu, "will not"],
    [/\bshan['’]t\b/giu, "shall not"],
    [/n\s?['’]t\b/giu, " not"],
    [/['’]ll\b/giu, " will"],
    [/\b(?:am|is|are|['’]m|['’]re|['’]s) going to\b/giu, " will "],
    [/\b(?:have|has|had|['’]ve|got) to\b/giu, " must "],
    [/\bnot least\b|\bnot only\b(?=[^.!?]{0,200}\b(?:but|also|too)\b)/giu, " "],
    [/\bin (?:service|place|operation)\b/giu, " "],
    [/\b(?:as well|of course|at all|at least|in order|so that)\b/giu, " "],
  ],
  es: [
    [
      /(?<!\p{L})(?:(?:en contra de|descart\p{L}{1,6}|renunci\p{L}{1,6} a)(?= \p{L}+[aei]r(?!\p{L}))|dud\p{L}{1,5}(?= (?:de )?que(?!\p{L})))/giu,
      "$& sin",
    ],
    [/(?<!\p{L})faltan?(?= (?:por )?\p{L}+[aei]r(?!\p{L}))/giu, " sin "],
    [/(?<!\p{L})cancel\p{L}{1,6}/giu, "$& sin"],
    [/(?<!\p{L})a punto de(?!\p{L})/giu, " casi "],
    [/(?<!\p{L})en (?:lugar|vez) del?(?!\p{L})|(?<!\p{L})quedan? por(?= \p{L}+[aei]r(?!\p{L}))/giu, " sin "],
    [
      /(?<!\p{L})(?:dej\p{L}{1,7} de|olvid\p{L}{1,7}(?: de)?|demasiad[oa]s? \p{L}+ para)(?= \p{L}+[aei]r(?:l[oae]s?)?(?!\p{L}))/giu,
      "$& sin",
    ],
    [/\b(va|van|vamos|voy) a\b/giu, "$1_a"],
    [/\b(?:hay|tiene|tienen|tenemos|tengo) que\b/giu, " debe "],
    [/\btal vez\b/giu, " quizas "],
    [/\bno s[oó]lo\b(?=[^.!?]{0,200}(?<!\p{L})(?:sino|también)(?!\p{L}))/giu, " "],
  ],
  fr: [
    [
      /(?<!\p{L})(?:renonc\p{L}{1,4} (?:à |d['’])(?=\p{L}+(?:er|ir|re)(?!\p{L}))|dout\p{L}{1,4} qu(?:e |['’]))/giu,
      "$&sans ",
    ],
    [/(?<!\p{L})annul\p{L}{1,4}/giu, "$& sans"],
    [/(?<!\p{L})sur le point d(?:e |['’])/giu, " presque "],
    [
      /(?<!\p{L})(?:au lieu d(?:e |['’])|plutôt que (?:de |d['’])?|reste(?:nt)? à (?=\p{L}+(?:er|ir|re)(?!\p{L})))/giu,
      " sans ",
    ],
    [
      /(?<!\p{L})(?:(?:arrêt|cess|oubli)\p{L}{1,6} d(?:e |['’])|trop \p{L}+ pour )(?=(?:(?:le|la|les) |l['’])?\p{L}+(?:er|ir|re)(?!\p{L}))/giu,
      "$&sans ",
    ],
    // "N'a plus de budget" has none; "plus" alone is "more", and "ne … plus que" is "only".
    [
      /(?<!\p{L})((?:ne |n['’])(?:(?!(?:pas|jamais|rien|plus)(?!\p{L}))\p{L}+[ '’-]){1,4})plus(?!\p{L})(?! que?(?!\p{L}))/giu,
      "$1pas",
    ],
    [/\bpas mal\b|\bpas seulement\b(?=[^.!?]{0,200}\b(?:mais|aussi)\b)/giu, " "],
    [/\best-ce que?\b/giu, " "],
  ],
  ca: [
    [
      /(?<!\p{L})en (?:lloc|comptes|vez) (?:de |dels? |d['’])|(?<!\p{L})queden? per (?=\p{L}+(?:[aei]r|re)(?!\p{L}))/giu,
      " sense ",
    ],
    [
      /(?<!\p{L})(?:(?:deix|oblid)\p{L}{1,6} (?:de |d['’])|massa \p{L}+ per (?:a )?)(?=\p{L}+(?:[aei]r|re)(?!\p{L}))/giu,
      "$&sense ",
    ],
    [/\b(ha|han|hem|haig|he) de\b/giu, " cal "],
    [/\bno nom[eé]s\b(?=[^.!?]{0,200}(?<!\p{L})(?:sinó|també)(?!\p{L}))/giu, " "],
  ],
};

/** Returns the text with contractions and phrases of operators spelled out. */
export function spelledOut(text: string, language: MeetingLanguage): string {
  let spelled = text;
  for (const [pattern, words] of PHRASES[language]) spelled = spelled.replace(pattern, words);
  return spelled.replace(/€/gu, " euros ").replace(/\$/gu, " dollars ").replace(/%/gu, " percent ");
}

/** Denials that repeat one of their clause, as in "no tenemos ningún presupuesto": the two are one denial. */
const REPEATING: Record<MeetingLanguage, ReadonlySet<string>> = {
  en: new Set(),
  es: new Set("nunca jamas nadie nada ninguno ninguna ningun tampoco ni".split(" ")),
  fr: new Set("jamais aucun aucune personne rien ni".split(" ")),
  ca: new Set("no mai ningu res cap tampoc ni".split(" ")),
};

/** Tells whether a word only repeats a denial that stands before it in its clause. In English, two denials make none. */
export function repeatsDenial(folded: string, language: MeetingLanguage): boolean {
  return REPEATING[language].has(folded);
}

export function operatorOf(folded: string, language: MeetingLanguage): Operator | null {
  return OPERATORS[language].get(folded) ?? null;
}

/** Returns the word that a denying word denies, or null: "rejected" gives "accepted". */
export function deniedBy(folded: string, language: MeetingLanguage): string | null {
  const pair = DENYING[language].find(([beginning]) => folded.startsWith(beginning));
  if (pair) return pair[1];
  const prefixed = language === "en" ? /^un(\p{L}{3,}(?:ed|able))$/u.exec(folded) : null;
  return prefixed?.[1] ?? null;
}

/** Verbs of opinion and knowledge: what stands after "I don't think that" is denied too. */
const OPINION: Record<MeetingLanguage, RegExp> = {
  en: /^(?:think|thinks|believe|believes|know|knows|known|expect|expects|sure|clear|say|says|guess|suppose|mean|wanted)$/u,
  es: /^(?:creo|cree|creemos|pienso|piensa|sabe|sabemos|seguro|claro|dice|espera)$/u,
  fr: /^(?:crois|croit|pense|pensons|sait|sais|savons|sur|clair|dit)$/u,
  ca: /^(?:crec|creu|creiem|penso|pensa|sap|sabem|segur|clar|diu)$/u,
};

export function isOpinion(folded: string, language: MeetingLanguage): boolean {
  return OPINION[language].test(folded);
}

/** Adverbs between a denial and the word that it denies: "not yet signed", "pas encore signé". */
const BETWEEN: Record<MeetingLanguage, ReadonlySet<string>> = {
  en: new Set("yet still fully completely entirely officially formally always already ever".split(" ")),
  es: new Set("aun todavia completamente totalmente oficialmente formalmente siempre ya".split(" ")),
  fr: new Set("encore toujours completement totalement entierement officiellement vraiment deja".split(" ")),
  ca: new Set("encara completament totalment oficialment formalment sempre ja".split(" ")),
};

export function standsBetween(folded: string, language: MeetingLanguage): boolean {
  return BETWEEN[language].has(folded);
}

/** "Firmaríamos", "on signerait": what would be done under a condition. English has a word for it. */
const CONDITIONAL: Record<MeetingLanguage, RegExp> = {
  en: /^$/u,
  es: /\p{L}{2}(?:[aei]|d)ría(?:s|mos|is|n)?$/u,
  fr: /\p{L}{2}r(?:ais|ait|ions|iez|aient)$/u,
  ca: /\p{L}{2}(?:[aei]|d)r(?:ia|ies|íem|íeu|ien)$/u,
};

export function isConditional(raw: string, language: MeetingLanguage): boolean {
  return CONDITIONAL[language].test(raw);
}

const PAST_EN =
  /^(?:\p{L}{2,}ed|sold|sent|went|met|bought|paid|told|left|built|spent|made|chose|wrote|took|gave|came|began|kept|lost|found|held|brought|grew|fell|rose|hired|resigned)$/u;
const PAST: Record<MeetingLanguage, RegExp> = {
  en: PAST_EN,
  es: /(?:\p{L}{2}ó|aron|ieron)$/u,
  fr: /^$/u,
  ca: /^$/u,
};
const FUTURE: Record<MeetingLanguage, RegExp> = {
  en: /^$/u,
  es: /(?:[aei]r(?:é|á|án|emos)|dr(?:é|á|án|emos))$/u,
  fr: /(?:[ei]r(?:a|ai|ons|ont)|dr(?:a|ai|ons|ont)|verr(?:a|ai|ons|ont))$/u,
  ca: /(?:[aei]r(?:é|à|an|em)|dr(?:é|à|an|em))$/u,
};
/** Auxiliaries before a participle. Present ones make a passive ("is sent"), the others a past ("was sent", "ha enviado"). */
const PAST_BEFORE: Record<MeetingLanguage, RegExp> = {
  en: /^(?:was|were|had|has|have|did)$/u,
  es: /^(?:ha|han|hemos|he|fue|fueron|habia)$/u,
  fr: /^(?:a|ont|avons|ai|avait)$/u,
  ca: /^(?:ha|han|hem|va|van|vam|vaig|havia)$/u,
};
const PRESENT_BEFORE = /^(?:is|are|be|being|to)$/u;

export type Tense = "past" | "future" | "other";

/** Returns the time of a verb from its form and the two words before it; "other" where the form does not say. */
export function tenseOf(raw: string, before: readonly string[], language: MeetingLanguage): Tense {
  if (before.some((word) => operatorOf(word, language) === "future")) return "future";
  if (FUTURE[language].test(raw)) return "future";
  if (before.some((word) => PAST_BEFORE[language].test(word))) return "past";
  if (!PAST[language].test(raw)) return "other";
  return language === "en" && before.some((word) => PRESENT_BEFORE.test(word)) ? "other" : "past";
}
