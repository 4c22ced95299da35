import { withOthers } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { Sentence } from "#app/domain/summary/extractive/sentences.ts";
import { stem } from "#app/domain/summary/words/stem.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { foldWord } from "#app/domain/transcript/fold.ts";

const PHRASE_WORDS_MAX = 3;

const DETERMINERS: Readonly<Record<MeetingLanguage, ReadonlySet<string>>> = withOthers<ReadonlySet<string>>(
  {
    en: new Set(
      "the a an this that these those our your their my his her its of some any each every no new".split(" "),
    ),
    es: new Set(
      "el la los las un una unos unas este esta estos estas ese esa nuestro nuestra su sus mi tu de del al cada otro otra nuevo nueva".split(
        " ",
      ),
    ),
    fr: new Set(
      "le la les l un une des ce cet cette ces notre nos votre vos leur son sa ses mon ma du de d au aux chaque nouveau nouvelle".split(
        " ",
      ),
    ),
    ca: new Set(
      "el la els les l un una uns unes aquest aquesta aquests aquestes nostre nostra seu seva meu meva de del d dels al cada nou nova".split(
        " ",
      ),
    ),
  },
  new Set(),
);
/** Words that join two nouns to one term: "plan de pruebas". English has none. */
const LINKS: Readonly<Record<MeetingLanguage, ReadonlySet<string>>> = withOthers<ReadonlySet<string>>(
  {
    en: new Set(),
    es: new Set(["de", "del"]),
    fr: new Set(["de", "du", "des", "d"]),
    ca: new Set(["de", "del", "d"]),
  },
  new Set(),
);

/** "De" before an infinitive ("de decidir") does not mark a noun. */
const OF = new Set(["de", "d"]);
const INFINITIVE = /(?:ar|er|ir|re)$/u;

/** Expressions of time are never terms, however often they are said. */
const TIMES_OF_DAY = new Set(
  (
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december " +
    "today tomorrow yesterday morning afternoon evening day days week weeks month months year years hour hours minute minutes second seconds time times end number lunes martes miercoles jueves viernes sabado domingo " +
    "enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre manana tarde noche ayer dias semana semanas mes meses ano anos hora horas minuto minutos final numero " +
    "lundi mardi mercredi jeudi vendredi samedi dimanche janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre demain matin soir jour jours semaine semaines mois annee annees ans heure heures minute minutes fin nombre " +
    "dilluns dimarts dimecres dijous divendres dissabte diumenge gener febrer marc maig juny juliol agost octubre novembre desembre dema mati tarda vespre ahir dia setmana setmanes mesos any anys hores minuts"
  ).split(" "),
);

/** `space`: the characters before the word within a phrase: an apostrophe of an elision, or a space. */
type Token = {
  text: string;
  space: string;
  folded: string;
  content: boolean;
  determined: boolean;
  named: boolean;
  breaks: boolean;
};
/** `stems`: of its content words. `ends`: it is not the beginning of a longer phrase. */
export type Phrase = { stems: string[]; phrase: Token[]; ends: boolean };

/** Every phrase of one to three content words in a sentence, also those inside longer ones. */
export function* phrasesOf(sentence: Sentence, language: MeetingLanguage): Generator<Phrase> {
  const tokens = tokensOf(sentence.text, language);
  for (let from = 0; from < tokens.length; from += 1) {
    for (const phrase of phrasesFrom(tokens, from, language)) {
      const stems = phrase.filter((token) => token.content).map((token) => stem(token.folded, language));
      if (new Set(stems).size < stems.length) continue;
      const next = tokens[from + phrase.length];
      yield { stems, phrase, ends: next === undefined || next.breaks || !next.content };
    }
  }
}

function tokensOf(text: string, language: MeetingLanguage): Token[] {
  const tokens: Token[] = [];
  let previous = "";
  let end = 0;
  for (const match of text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:-[\p{L}\p{N}]+)*/gu)) {
    const word = match[0];
    const folded = foldWord(word);
    const gap = text.slice(0, match.index).slice(-2);
    const contracted = /['’]$/u.test(gap) && language === "en";
    const named = match.index > 0 && /^\p{Lu}/u.test(word) && !/[.?!¿¡"]\s?$/u.test(gap);
    // "New York State": a small word with a capital before another capital begins a name.
    const opensName = named && /^ \p{Lu}/u.test(text.slice(match.index + word.length, match.index + word.length + 2));
    const content =
      !contracted &&
      folded.length > 2 &&
      !/^\d+$/u.test(folded) &&
      (opensName || !isStopWord(folded, language)) &&
      !TIMES_OF_DAY.has(folded);
    const between = text.slice(end, match.index);
    end = match.index + word.length;
    tokens.push({
      text: word,
      space: /^['’]$/u.test(between) ? between : " ",
      folded,
      content,
      determined: DETERMINERS[language].has(previous) && !(OF.has(previous) && INFINITIVE.test(folded)),
      named,
      breaks: /[,.;:?!()"]/u.test(gap),
    });
    previous = folded;
  }
  return tokens;
}

/** Returns the phrases of one to three content words that begin at a token. */
function phrasesFrom(tokens: readonly Token[], from: number, language: MeetingLanguage): Token[][] {
  if (tokens[from]?.content !== true) return [];
  const phrases: Token[][] = [];
  const phrase: Token[] = [];
  for (let index = from; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token || (index > from && token.breaks)) break;
    const links = LINKS[language].has(token.folded) && phrase.at(-1)?.content === true;
    if (!token.content && !links) break;
    phrase.push(token);
    if (token.content) phrases.push([...phrase]);
    if (phrases.length === PHRASE_WORDS_MAX) break;
  }
  return phrases;
}
