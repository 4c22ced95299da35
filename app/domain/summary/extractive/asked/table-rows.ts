import type { MeetingLanguage } from "#app/domain/languages.ts";
import { choose, LIKENESS_COST } from "#app/domain/summary/extractive/choose.ts";
import { deadlineIn } from "#app/domain/summary/extractive/deadline.ts";
import {
  aspectWeight,
  sharedWords,
  type Talk,
  weigh,
  type Wish,
  wishOf,
} from "#app/domain/summary/extractive/asked/wish.ts";
import type { Sentence } from "#app/domain/summary/extractive/sentences.ts";
import type { TableRow } from "#app/domain/summary/summary.ts";
import { denialsIn } from "#app/domain/summary/words/negation.ts";
import { smallNumbersClaimed } from "#app/domain/summary/words/numbers.ts";
import { contentStems, isStopWord } from "#app/domain/summary/words/stop-words.ts";
import type { TableColumn, TemplateField } from "#app/domain/template/template.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Turns } from "#app/domain/turns.ts";

const ROWS_MAX = 8;
/** Sentences this far apart may fill one row, when they fill different columns of it. */
const ROW_REACH = 3;
const PEOPLE_MAX = 30;

/** Columns that ask for whoever speaks: the label of the speaker is the person. */
const ASKS_SPEAKER =
  /(?<!\p{L})(?:who|speaker|member|participant|attend|asker|raised|said|person|name|quien|ponente|miembro|participante|asistent|persona|nombre|qui|membre|personne|intervenant|nom|assistent|client|customer|candidat|interview|entrevist)/u;
/** Labels that an engine made: "Speaker 2" is nobody's name. */
const ANONYMOUS = /^(?:speaker|ponente|hablante|locuteur|intervenant|parlant|interlocutor)?\s*\p{N}*$/iu;
const ATTENDEES = /(?<!\p{L})(?:attend|present|participant|asistent|assistent|asistencia|presentes)/u;

type Column = TableColumn & { index: number; wish: Wish };

/** Returns rows for a table with named columns. Words of a cell are words of the talk; a row is one place in it. */
export function* rowsOf(field: TemplateField, named: readonly TableColumn[], talk: Talk): Turns<TableRow[]> {
  const { language, sentences } = talk;
  const columns = named.map((column, index): Column => ({ ...column, index, wish: wishOf(column.name, "", language) }));
  if (
    columns[0]?.kind === "person" &&
    ATTENDEES.test(foldedWords(`${field.title ?? ""} ${columns[0].name}`).join(" "))
  ) {
    return peopleIn(sentences, columns);
  }
  const texts = columns.filter(({ kind }) => kind === "text");
  const whole = wishOf([field.title ?? "", ...texts.map(({ name }) => name)].join(" "), field.prompt, language);
  const chosen = yield* choose(sentences, {
    weights: weighed(yield* weigh(whole, talk), columns, texts, talk),
    sentencesMax: ROWS_MAX,
    wordsMax: Number.POSITIVE_INFINITY,
    freeBeforeQuarters: null,
    likenessCost: LIKENESS_COST,
  });
  const rows: (TableRow & { last: number })[] = [];
  for (const sentence of chosen) {
    yield sentence.text.length * columns.length;
    const cells = cellsOf(sentence, columns, texts, talk);
    const before = rows.at(-1);
    if (before !== undefined && sentence.index - before.last <= ROW_REACH && areApart(before.cells, cells)) {
      before.cells = before.cells.map((cell, index) => cell || (cells[index] ?? ""));
      before.segmentIds = [...new Set([...before.segmentIds, ...sentence.segmentIds])];
      before.last = sentence.index;
    } else if (cells.some((cell, index) => cell !== "" && columns[index]?.kind !== "choice")) {
      rows.push({ cells, segmentIds: [...sentence.segmentIds], last: sentence.index });
    }
  }
  return rows.map(({ cells, segmentIds }) => ({ cells, segmentIds }));
}

/** A sentence that also has an amount, a day or a person for its columns makes the better row. Without a text column it needs one. */
function weighed(
  weights: readonly number[],
  columns: readonly Column[],
  texts: readonly Column[],
  talk: Talk,
): number[] {
  return weights.map((weight, index) => {
    const sentence = talk.sentences[index];
    if (sentence === undefined || weight === 0) return 0;
    const values = columns.filter(
      (column) => column.kind !== "text" && valueFor(column, columns, sentence, talk) !== "",
    );
    if (texts.length === 0 && values.length === 0) return 0;
    return weight * (1 + values.length / 2);
  });
}

function areApart(one: readonly string[], other: readonly string[]): boolean {
  return one.every((cell, index) => cell === "" || (other[index] ?? "") === "" || cell === other[index]);
}

/** The words go to the text column that they fit best, else to the first. */
function cellsOf(sentence: Sentence, columns: readonly Column[], texts: readonly Column[], talk: Talk): string[] {
  const fits = texts.map(({ wish }) => sharedWords(wish, sentence, talk) + aspectWeight(wish, sentence, talk));
  const best = Math.max(0, ...fits);
  const own = texts[Math.max(0, fits.indexOf(best))];
  return columns.map((column) => {
    if (column.kind === "text") return column === own ? sentence.text : "";
    return valueFor(column, columns, sentence, talk);
  });
}

function valueFor(column: Column, columns: readonly Column[], sentence: Sentence, talk: Talk): string {
  const { language } = talk;
  switch (column.kind) {
    case "text":
      return "";
    case "date":
      return columns.find(({ kind }) => kind === "date") === column ? (deadlineIn(sentence.text, language) ?? "") : "";
    case "number": {
      const isOnly = columns.filter(({ kind }) => kind === "number").length === 1;
      return numberIn(sentence.text, column, isOnly, language);
    }
    case "person":
      return personFor(column, sentence, talk);
    case "choice":
      return choiceIn(sentence.text, column.choices ?? [], language);
  }
}

/** The owner of a task, or whoever speaks where the column asks for that. Other names are left out: they may be those of things. */
function personFor(column: Column, sentence: Sentence, { findings, sentences }: Talk): string {
  const task = findings.tasks.find(({ text }) => text === sentence.text);
  if (task) return task.assigned ?? "";
  const spoken = new Set(foldedWords(sentence.text));
  const labels = new Set(sentences.flatMap(({ speaker }) => speaker ?? []));
  const named = [...labels].filter(
    (label) => isName(label) && label !== sentence.speaker && foldedWords(label).every((word) => spoken.has(word)),
  );
  if (named.length === 1) return named[0] ?? "";
  const asksSpeaker = ASKS_SPEAKER.test(foldedWords(column.name).join(" "));
  return asksSpeaker && named.length === 0 && isName(sentence.speaker) ? (sentence.speaker ?? "") : "";
}

function isName(label: string | null): boolean {
  return label !== null && label.trim() !== "" && !ANONYMOUS.test(label.trim());
}

const AMOUNT_UNIT =
  "(?:\\s?(?:%|€|\\$|£)|\\s(?:euros?|dollars?|dólares?|pounds?|percent|per cent|por ciento|pour cent|million|thousand|mil|mille)(?:\\s(?:euros?|dollars?|dólares?|pounds?))?)";
const AMOUNT = new RegExp(`(?:[€$£]\\s?)?\\p{N}+(?:[.,’' \\u00a0]\\p{N}{3})*(?:[.,]\\p{N}+)?${AMOUNT_UNIT}?`, "gu");

/** Returns a number as it was said, with its unit. Of several columns, each takes the number beside its own words. */
function numberIn(text: string, column: Column, isOnly: boolean, language: MeetingLanguage): string {
  const inDigits = [...text.matchAll(AMOUNT)].map((match) => ({ amount: match[0].trim(), at: match.index }));
  const numbers = inDigits.length > 0 ? inDigits : numbersInWords(text, language);
  if (isOnly) return (numbers.find(({ amount }) => /[€$£%]|\p{L}/u.test(amount)) ?? numbers[0])?.amount ?? "";
  const beside = numbers.find(({ amount, at }) => {
    const near = contentStems(text.slice(Math.max(0, at - 24), at + amount.length + 24), language);
    return near.some((one) => column.wish.stems.has(one));
  });
  return beside?.amount ?? "";
}

/** "Twenty five Euros": the words of a number side by side, and the word that it counts. */
function numbersInWords(text: string, language: MeetingLanguage): { amount: string; at: number }[] {
  const words = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*/gu)];
  const isNumber = (word: string) => !ONES.has(word.toLowerCase()) && smallNumbersClaimed(word, language).length > 0;
  const numbers: { amount: string; at: number }[] = [];
  for (let index = 0; index < words.length; index += 1) {
    if (!isNumber(words[index]?.[0] ?? "")) continue;
    let end = index;
    while (isNumber(words[end + 1]?.[0] ?? "")) end += 1;
    const unit = words[end + 1]?.[0] ?? "";
    const hasUnit = unit !== "" && !isStopWord(foldedWords(unit)[0] ?? "", language);
    const at = words[index]?.index ?? 0;
    const last = words[hasUnit ? end + 1 : end];
    const amount = text.slice(at, (last?.index ?? at) + (last?.[0].length ?? 0));
    if (!/[.,;:?!]/u.test(amount)) numbers.push({ amount, at });
    index = end;
  }
  return numbers;
}

const ONES: ReadonlySet<string> = new Set(
  "one first second uno una un primero segundo une premier second primer segon".split(" "),
);

/** The first of the choices whose words were said and not denied. */
function choiceIn(text: string, choices: readonly string[], language: MeetingLanguage): string {
  const words = new Set(foldedWords(text));
  const stems = new Set(contentStems(text, language));
  const denied = new Set(denialsIn(text, language).flat());
  const said = choices.filter((choice) => {
    const own = contentStems(choice, language);
    if (own.length === 0) return foldedWords(choice).every((word) => words.has(word));
    return own.every((one) => stems.has(one) && !denied.has(one));
  });
  return said.length === 1 ? (said[0] ?? "") : "";
}

/** Everybody who speaks under a name, each where they speak first. */
function peopleIn(sentences: readonly Sentence[], columns: readonly Column[]): TableRow[] {
  const seen = new Set<string>();
  const rows: TableRow[] = [];
  for (const { speaker, segmentIds } of sentences) {
    if (speaker === null || !isName(speaker) || seen.has(speaker) || rows.length === PEOPLE_MAX) continue;
    seen.add(speaker);
    rows.push({ cells: columns.map((_, index) => (index === 0 ? speaker : "")), segmentIds: segmentIds.slice(0, 1) });
  }
  return rows;
}
