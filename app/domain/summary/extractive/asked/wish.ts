import type { MeetingLanguage } from "#app/domain/languages.ts";
import { ASPECTS, type Aspect, asksFor, speaksOf } from "#app/domain/summary/extractive/asked/meeting-words.ts";
import { isCutOff, isHousekeeping, leansOnOthers } from "#app/domain/summary/extractive/cues.ts";
import type { Findings } from "#app/domain/summary/extractive/highlights-of.ts";
import type { Sentence } from "#app/domain/summary/extractive/sentences.ts";
import { stem } from "#app/domain/summary/words/stem.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Turns } from "#app/domain/turns.ts";

/** A person's wish for a field in a form that sentences are compared with. */
export type Wish = {
  /** Stems of its words and their weights. */
  stems: ReadonlyMap<string, number>;
  aspects: readonly { aspect: Aspect; weight: number }[];
  words: ReadonlySet<string>;
};

/** The talk, as wishes are compared with it. */
export type Talk = {
  sentences: readonly Sentence[];
  salience: readonly number[];
  findings: Findings;
  language: MeetingLanguage;
  /** Number of sentences with each stem. */
  spread: ReadonlyMap<string, number>;
};

const TITLE_WEIGHT = 2;
const PROMPT_WEIGHT = 1;
/** Weight of a sentence that the form of the dialogue shows to be what is asked for. */
const FOUND_WEIGHT = 2;
/** Words alone are a match when they are rare enough together: two ordinary words, or one rare word of the title. */
const WORDS_MIN = 0.9;
/** Lengths in words of sentences that are quoted; a short recording has short ones. */
const SENTENCE_WORDS_MIN = 5;
const SENTENCE_WORDS_MAX = 45;
const LEANING_FACTOR = 0.6;
const QUESTION_FACTOR = 0.5;
/** Talk near a match is about the same thing: sentences on either side that count, and their share. */
const NEAR = 6;
const NEAR_SHARE = 0.35;
const SPEAKER_FACTOR = 2.5;
/** A sentence that says little about the meeting keeps this share of its weight. */
const SALIENCE_FLOOR = 0.5;
/** A short sentence says that something was decided, and not what: sentences from this length on keep their whole weight. */
const FULL_WORDS = 16;

/** Reads a wish. Titles say most; the prompt's words count half. */
export function wishOf(title: string, prompt: string, language: MeetingLanguage): Wish {
  const stems = new Map<string, number>();
  const aspects = new Map<Aspect, number>();
  for (const [text, weight] of [
    [prompt, PROMPT_WEIGHT],
    [title, TITLE_WEIGHT],
  ] as const) {
    const folded = foldedWords(text);
    const line = folded.join(" ");
    for (const aspect of Object.values(ASPECTS)) if (asksFor(aspect, line)) aspects.set(aspect, weight);
    for (const word of folded) {
      if (word.length > 2 && !isStopWord(word, language) && !WISH_WORDS.has(word))
        stems.set(stem(word, language), weight);
    }
  }
  return {
    stems,
    aspects: [...aspects].map(([aspect, weight]) => ({ aspect, weight })),
    words: new Set(foldedWords(`${title} ${prompt}`)),
  };
}

/** Returns by sentence index how well it answers a wish; 0 for a sentence that does not, or that cannot be quoted alone. */
export function* weigh(wish: Wish, talk: Talk): Turns<number[]> {
  const { sentences, salience, language } = talk;
  const shared: number[] = [];
  const fits: number[] = [];
  for (const sentence of sentences) {
    yield sentence.text.length;
    shared.push(sharedWords(wish, sentence, talk));
    fits.push(aspectWeight(wish, sentence, talk));
  }
  addSubjects(fits, wish, talk);
  let top = Number.EPSILON;
  for (const one of salience) top = Math.max(top, one);
  const isNamed = speakersNamed(wish, sentences);
  return sentences.map((sentence, index) => {
    const words = shared[index] ?? 0;
    const fit = fits[index] ?? 0;
    if (!isQuotable(sentence, language)) return 0;
    const isAbout = isNamed.size > 0 && isNamed.has(sentence.speaker ?? "");
    if (words < WORDS_MIN && fit === 0 && !(isAbout && words > 0)) return 0;
    let near = 0;
    for (let at = Math.max(0, index - NEAR); at <= Math.min(sentences.length - 1, index + NEAR); at += 1) {
      if (at !== index) near += (shared[at] ?? 0) / (1 + Math.abs(at - index));
    }
    let weight = (words + fit + NEAR_SHARE * near) * (SALIENCE_FLOOR + (salience[index] ?? 0) / top);
    weight *= Math.min(1, sentence.words / FULL_WORDS);
    if (isAbout) weight *= SPEAKER_FACTOR;
    if (leansOnOthers(sentence.text, language)) weight *= LEANING_FACTOR;
    if (sentence.text.endsWith("?") && !wish.aspects.some(({ aspect }) => aspect.finding === "questions")) {
      weight *= QUESTION_FACTOR;
    }
    return weight;
  });
}

/** "Okay, let's go with that": the sentence before a decision says what was decided. */
function addSubjects(fits: number[], { aspects }: Wish, { sentences, findings }: Talk): void {
  const asked = aspects.find(({ aspect }) => aspect.finding === "decisions");
  if (asked === undefined) return;
  const decided = new Set(findings.decisions.map(({ text }) => text));
  for (const { index, text } of sentences) {
    if (index > 0 && decided.has(text)) fits[index - 1] = Math.max(fits[index - 1] ?? 0, asked.weight);
  }
}

function isQuotable({ text, words }: Sentence, language: MeetingLanguage): boolean {
  return (
    words >= SENTENCE_WORDS_MIN &&
    words <= SENTENCE_WORDS_MAX &&
    !isCutOff(text, language) &&
    !isHousekeeping(text, language)
  );
}

/** Rare words of the talk weigh more: a word that stands in every tenth sentence says little about any of them. */
export function sharedWords({ stems }: Wish, sentence: Sentence, { sentences, spread }: Talk): number {
  const whole = Math.log(1 + sentences.length);
  let sum = 0;
  for (const one of new Set(sentence.stems)) {
    const weight = stems.get(one);
    if (weight !== undefined) sum += (weight * Math.log(1 + sentences.length / (spread.get(one) ?? 1))) / whole;
  }
  return sum;
}

/** Returns how far a sentence speaks in the words of what is asked for. */
export function aspectWeight({ aspects }: Wish, { text }: Sentence, { findings, language }: Talk): number {
  let sum = 0;
  for (const { aspect, weight } of aspects) {
    const { finding } = aspect;
    if (finding !== undefined && findings[finding].some((item) => item.text === text)) sum += weight * FOUND_WEIGHT;
    else if (speaksOf(aspect, text, language)) sum += finding === undefined ? weight : weight / 2;
  }
  return sum;
}

/** Labels of speakers whose whole name stands in the wish: "What did Marta say". */
function speakersNamed({ words }: Wish, sentences: readonly Sentence[]): Set<string> {
  const labels = new Set(sentences.flatMap(({ speaker }) => speaker ?? []));
  return new Set([...labels].filter((label) => foldedWords(label).every((word) => words.has(word))));
}

/** Counts in how many sentences each stem stands. */
export function* spreadOf(sentences: readonly Sentence[]): Turns<Map<string, number>> {
  const spread = new Map<string, number>();
  for (const { stems } of sentences) {
    yield stems.length;
    for (const one of new Set(stems)) spread.set(one, (spread.get(one) ?? 0) + 1);
  }
  return spread;
}

/** Words of nearly every wish, folded: they say how to write, or that a meeting is meant, and not about what. */
const WISH_WORDS: ReadonlySet<string> = new Set(
  `meeting meetings discuss discussed discussion said say says talk talked talking point points item items person people participant
participants list describe summary summarize summarise main important each field mention mentioned name names named short brief one
who what which how why when where during anything everything part was were group team think thought say opinion note notes write
written sentence sentences words word key topic topics subject everyone everybody happened came about whether given explain
reunion reuniones dicho dijo hablar hablado hablo punto puntos persona personas participante participantes lista describe resumen
principal principales importante importantes cada campo mencion mencionado mencionaron nombre nombres breve quien que cual como cuando
donde durante todo parte grupo equipo nota notas escribe frase frases palabras tema temas explica trato trataron
reunions dit dits parle discute evoque evoques points personne personnes participant liste decris resume principaux principales
important importants chaque champ mentionne nom noms bref qui quoi quel quelle quels quelles comment quand pendant tout partie groupe
equipe note ecris phrase phrases mots mot sujet sujets
parlat persones llista descriu resum cadascun camp esmentat esmentades nom noms breu qui quin quina quins quines com durant tot part
grup equip nota frase paraules tema temes explica tractat`
    .trim()
    .split(/\s+/u),
);
