import { answerSuggestion, closingLines } from "#app/domain/chat/answer-suggestion.ts";
import type { AnswerLine, LineGroup, Notice, SearchWord, Suggestion } from "#app/domain/chat/exchange.ts";
import { minutesLines } from "#app/domain/chat/minutes-lines.ts";
import { hasForm, type Intent, isFormWord } from "#app/domain/chat/question-forms.ts";
import { type Frequencies, quoteAnswer, type Quoted } from "#app/domain/chat/quote-answer.ts";
import { formTerms, type Question, questionLanguage, readQuestion, type Term } from "#app/domain/chat/read-question.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { CHAT_NEAREST_LINES, CHAT_NEIGHBOUR_SEGMENTS, CHAT_QUOTES_MAX } from "#app/domain/limits/minutes.ts";
import { sentencesOf } from "#app/domain/summary/extractive/sentences.ts";
import type { Summary } from "#app/domain/summary/summary.ts";
import { contentStems } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import type { Turns } from "#app/domain/turns.ts";

/** The segments in which stems were said, best first, and how often each stem was said. */
export type Found = { positions: readonly number[]; frequencies: Frequencies };

export type WithoutModel = {
  question: string;
  suggestion: Suggestion | null;
  /** The question before this one: "And who does it?" asks about its words. */
  before: string | null;
  segments: readonly Segment[];
  summary: Summary | null;
  language: MeetingLanguage;
  /** The page's language: that of a suggested question. */
  locale: MeetingLanguage;
  find: (stems: readonly string[]) => Found;
};

export type Reply = { by: "quotes" | "labels"; lines: AnswerLine[]; notice: Notice | null; search: SearchWord[] };

/** Number of lines of the minutes that stand before the quotations. */
const MINUTES_LINES_MAX = 3;
/** Minimum share of the question's words that a line of the minutes must contain. */
const MINUTES_COVERAGE_MIN = 0.5;
const SEARCH_WORDS_MAX = 3;

/**
 * Answers a question with what was said and with the minutes. A question that only asks, by its form, is answered from the lists
 * that the meeting has (decisions, tasks, speakers, dates); one about a subject with the sentences that fit it best. When no
 * line is about it, the nearest ones come with a notice.
 */
export function* answerWithoutModel(input: WithoutModel): Turns<Reply> {
  const { suggestion, locale } = input;
  if (suggestion !== null) return yield* replyTo(suggestion, locale, input);
  const question = yield* understand(input);
  const direct = question.terms.length === 0 ? yield* directReply(question, input) : null;
  if (direct) return direct;
  return yield* subjectReply(question, input);
}

function* understand({ question, before, segments, language }: WithoutModel): Turns<Question> {
  const speakers = [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))];
  const asked = questionLanguage(question, { language });
  const said = new Set<string>();
  if (asked !== language) {
    for (const { text } of segments) {
      yield text.length;
      for (const word of foldedWords(text)) said.add(word);
    }
  }
  const meeting = { language, speakers, said };
  const own = readQuestion(question, meeting, asked);
  if (own.terms.length > 0 || own.intents.size > 1 || before === null) return own;
  const lists: readonly Intent[] = ["decision", "open", "next-meeting", "participants", "overview", "task"];
  if (lists.some((intent) => own.intents.has(intent)) && !isFollowUp(question)) return own;
  return { ...own, terms: readQuestion(before, meeting, asked).terms };
}

/** "And who does it?": asks about the subject of the question before. */
function isFollowUp(question: string): boolean {
  return /^(?:and|y|e|et|i)(?!\p{L})/iu.test(question.trim());
}

function* directReply(question: Question, input: WithoutModel): Turns<Reply | null> {
  const { intents, language: asked, speakers } = question;
  const is = (intent: Intent) => intents.has(intent);
  if (is("next-meeting")) return yield* replyTo("next-meetings", asked, input);
  if (is("participants")) return yield* replyTo("participants", asked, input);
  const groups: LineGroup[] = [
    ...(is("decision") ? (["decided"] as const) : []),
    ...(is("open") ? (["open"] as const) : []),
    ...(is("task") ? (["promised"] as const) : []),
  ];
  if (groups.length > 0) return yield* listReply(groups, question, input);
  if (speakers.length > 0) return yield* speakerReply(question, input);
  if (is("overview")) return yield* replyTo("analysis", asked, input);
  if (is("person")) return yield* replyTo("participants", asked, input);
  if (is("date") || is("number")) return yield* formReply(is("date") ? "date" : "number", question, input);
  return null;
}

/** Decisions, open points or tasks: those of the minutes, or of the transcript where the minutes have none. */
function* listReply(groups: readonly LineGroup[], { language, speakers }: Question, input: WithoutModel): Turns<Reply> {
  const ofGroups = (lines: readonly AnswerLine[]) =>
    lines.filter((line) => line.group !== undefined && groups.includes(line.group) && isOf(line, speakers, input));
  const written = ofGroups(minutesLines(input.summary));
  if (written.length > 0) return about(unrepeated(written));
  const said = ofGroups(yield* answerSuggestion("conclusions", input.segments, input.language));
  if (said.length > 0) return about(said);
  return yield* closingReply(language, input);
}

/** Whether a line is about one of these people, or whether none is asked about. */
function isOf(line: AnswerLine, speakers: readonly string[], { segments }: WithoutModel): boolean {
  if (speakers.length === 0) return true;
  if (line.owner !== undefined) {
    const owner = foldedWords(line.owner);
    return speakers.some((speaker) => foldedWords(speaker).some((word) => owner.includes(word)));
  }
  return segments.some(
    ({ id, speaker }) => speaker !== null && speakers.includes(speaker) && line.segmentIds.includes(id),
  );
}

/** The main points of what the named people said. */
function* speakerReply({ language, speakers }: Question, input: WithoutModel): Turns<Reply> {
  const own = input.segments.filter(({ speaker }) => speaker !== null && speakers.includes(speaker));
  const lines = (yield* answerSuggestion("analysis", own, input.language)).slice(0, CHAT_QUOTES_MAX);
  return lines.length > 0 ? about(lines) : yield* nearestReply(language, input);
}

/** "Today we look at the budget": that is this meeting, and no deadline. */
const TODAY = /^(?:today|hoy|aujourd['’]hui|avui)(?!\p{L})/iu;

/** "By when?", "How much?": tasks with a deadline, then the last sentences with a date or a number. */
function* formReply(form: "date" | "number", { language }: Question, input: WithoutModel): Turns<Reply> {
  const dated = form === "date" ? minutesLines(input.summary).filter((line) => line.deadline !== undefined) : [];
  const said: AnswerLine[] = [];
  for (const { text, segmentIds, stems } of yield* sentencesOf(input.segments, input.language)) {
    yield text.length;
    if (stems.length > 2 && !TODAY.test(text) && hasForm(text, form, input.language)) said.push({ text, segmentIds });
  }
  const lines = unrepeated([...dated, ...said.slice(-(CHAT_QUOTES_MAX - Math.min(dated.length, MINUTES_LINES_MAX)))]);
  return lines.length > 0 ? about(lines) : yield* nearestReply(language, input);
}

function* replyTo(suggestion: Suggestion, language: MeetingLanguage, input: WithoutModel): Turns<Reply> {
  const lines = yield* answerSuggestion(suggestion, input.segments, input.language);
  if (suggestion === "participants") {
    const notice = lines.length > 0 ? null : ({ kind: "no-names", language, untranslated: null } as const);
    return { by: "labels", lines, notice, search: [] };
  }
  if (suggestion === "conclusions") {
    const written = minutesLines(input.summary).filter(({ group }) => group !== undefined);
    const groups = new Set(written.map(({ group }) => group));
    const merged = unrepeated([...written, ...lines.filter(({ group }) => !groups.has(group))]);
    if (merged.length === 0) return yield* closingReply(language, input);
    // One or two lines are seldom all that came of a meeting: the lines in which people sum up stand beside them.
    const closing =
      merged.length < CHAT_NEAREST_LINES ? yield* closingLines(input.segments, input.language, CHAT_NEAREST_LINES) : [];
    return about(unrepeated([...merged, ...closing]));
  }
  if (suggestion === "next-meetings" && lines.length === 0) return yield* closingReply(language, input);
  return lines.length > 0 ? about(lines) : yield* nearestReply(language, input);
}

/** All stems of a question, those that mean just its words first: a search has a limit. */
export function stemsOf(terms: readonly Term[]): string[] {
  return [...new Set([...terms.flatMap(({ stems }) => stems), ...terms.flatMap(({ related }) => related)])];
}

function* subjectReply(asked: Question, input: WithoutModel): Turns<Reply> {
  const { segments, language } = input;
  // A question without any subject, such as "What is planned for next week?": the words of its form are all there is.
  const question =
    asked.terms.length > 0 ? asked : { ...asked, terms: formTerms(input.question, asked.language, language) };
  const stems = stemsOf(question.terms);
  const { positions, frequencies } = input.find(stems);
  const quoted: Quoted = yield* quoteAnswer({
    segments: withNeighbours(segments, positions),
    question,
    frequencies,
    language,
  });
  const search = searchWords(question, frequencies, language);
  const lost = question.terms.filter((term) => term.stems.length === 0).map(({ word }) => word);
  const untranslated = lost.length > 0 ? { meeting: language, words: lost } : null;
  const written = minutesAbout(question, input);
  if (!quoted.isAbout && written.length === 0) {
    const lines = yield* nearestLines(quoted.lines, asked.language, input);
    return { by: "quotes", lines, notice: { kind: "no-line", language: asked.language, untranslated }, search };
  }
  const lines = unrepeated([...written, ...(quoted.isAbout ? quoted.lines : [])]);
  const notice = untranslated && { kind: "untranslated" as const, language: asked.language, untranslated };
  return { by: "quotes", lines, notice, search: notice ? search : [] };
}

/** Questions that a line of the minutes may answer: about decisions, open points, tasks, people, dates and numbers. */
const ASKED_OF_MINUTES: readonly Intent[] = ["decision", "open", "task", "person", "date", "number"];

function minutesAbout({ intents, terms }: Question, { summary, language }: WithoutModel): AnswerLine[] {
  if (!ASKED_OF_MINUTES.some((intent) => intents.has(intent)) || summary === null) return [];
  const needed = Math.max(1, terms.length * MINUTES_COVERAGE_MIN);
  const counted = minutesLines(summary).map((line) => {
    const said = new Set(contentStems([line.text, line.owner ?? "", line.deadline ?? ""].join(" "), language));
    const found = terms.filter((term) => [...term.stems, ...term.related].some((stem) => said.has(stem))).length;
    return { line, found };
  });
  return unrepeated(
    counted
      .filter(({ found }) => found >= needed)
      .toSorted((a, b) => b.found - a.found)
      .map(({ line }) => line),
  ).slice(0, MINUTES_LINES_MAX);
}

/** Three lines: those that share a word with the question, then the main points, which tell what the meeting was about instead. */
function* nearestLines(sharing: AnswerLine[], language: MeetingLanguage, input: WithoutModel): Turns<AnswerLine[]> {
  if (sharing.length >= CHAT_NEAREST_LINES) return sharing;
  const { lines } = yield* nearestReply(language, input);
  return unrepeated([...sharing, ...lines]).slice(0, CHAT_NEAREST_LINES);
}

/** No line is about the question, and no word of it was said: the main points tell what the meeting was about instead. */
function* nearestReply(language: MeetingLanguage, input: WithoutModel): Turns<Reply> {
  const points = yield* answerSuggestion("analysis", input.segments, input.language);
  // A short talk has fewer main points: the lines in which people sum up complete them.
  const closing =
    points.length < CHAT_NEAREST_LINES ? yield* closingLines(input.segments, input.language, CHAT_NEAREST_LINES) : [];
  const lines = unrepeated([...points, ...closing]).slice(0, CHAT_NEAREST_LINES);
  return { by: "quotes", lines, notice: { kind: "no-line", language, untranslated: null }, search: [] };
}

/** Nothing was decided or planned in so many words: the nearest lines are those in which people sum up. */
function* closingReply(language: MeetingLanguage, input: WithoutModel): Turns<Reply> {
  const lines = yield* closingLines(input.segments, input.language, CHAT_NEAREST_LINES);
  return { by: "quotes", lines, notice: { kind: "no-line", language, untranslated: null }, search: [] };
}

function about(lines: AnswerLine[]): Reply {
  return { by: "quotes", lines, notice: null, search: [] };
}

/** Lines of the minutes often are quotations: each passage stands once. */
function unrepeated(lines: readonly AnswerLine[]): AnswerLine[] {
  const seen = new Set<string>();
  return lines.filter(({ text, segmentIds }) => {
    const keys = [foldedWords(text).join(" "), segmentIds.join(" ")];
    if (keys.some((key) => seen.has(key))) return false;
    for (const key of keys) seen.add(key);
    return true;
  });
}

function searchWords(
  { terms, language: asked }: Question,
  { of }: Frequencies,
  language: MeetingLanguage,
): SearchWord[] {
  const words = terms.flatMap(({ word, stems }): (SearchWord & { isSaid: boolean })[] => {
    if (isFormWord(word, asked)) return [];
    const stem = stems.find((one) => (of.get(one) ?? 0) > 0);
    if (stem === undefined) return [{ word, query: word, isSaid: false }];
    const query = asked === language ? sharedBeginning(word, stem) : stem;
    return [{ word: asked === language ? word : stem, query, isSaid: true }];
  });
  return words
    .toSorted((a, b) => Number(b.isSaid) - Number(a.isSaid))
    .slice(0, SEARCH_WORDS_MAX)
    .map(({ word, query }) => ({ word, query }));
}

/** "batteries" and its stem "battery": the search of the transcript looks for letters, and "batter" finds both. */
function sharedBeginning(word: string, stem: string): string {
  let same = 0;
  while (same < word.length && word[same] === stem[same]) same += 1;
  return word.slice(0, same) || word;
}

function withNeighbours(segments: readonly Segment[], positions: readonly number[]): Segment[] {
  const wanted = new Set<number>();
  for (const position of positions) {
    for (let near = -CHAT_NEIGHBOUR_SEGMENTS; near <= CHAT_NEIGHBOUR_SEGMENTS; near += 1) wanted.add(position + near);
  }
  return segments.filter((_, position) => wanted.has(position));
}
