import type { MeetingLanguage } from "#app/domain/languages.ts";
import { isCutOff } from "#app/domain/summary/extractive/cues.ts";
import { TASK_FORMS, type TaskForms } from "#app/domain/summary/extractive/commitments.ts";
import { deadlineIn } from "#app/domain/summary/extractive/deadline.ts";
import { assentIn, isRefused, isThanked, volunteerIn } from "#app/domain/summary/extractive/replies.ts";
import type { Reply, Sentence } from "#app/domain/summary/extractive/sentences.ts";
import type { Turns } from "#app/domain/turns.ts";
import type { TaskItem } from "#app/domain/summary/summary.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords, foldWord } from "#app/domain/transcript/fold.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

const TASKS_MAX = 20;
/** Minimum number of stems: shorter promises ("I'll check it.") do not say what is promised. */
const TASK_STEMS_MIN = 2;
/** Longer sentences tell a story in which a promise is mentioned. */
const TASK_WORDS_MAX = 35;
/** A sentence that opens with a request may say at length what is wanted. */
const REQUEST_WORDS_MAX = 40;
const OPENING_CHARS = 80;
/** Work is assigned at the end: from here on a shared duty needs no date. */
const WRAP_UP = 0.9;
const WRAP_UP_WORDS_MAX = 16;
const LEADING_ARTICLE = /^(?:The|El|La|Los|Las|Le|Les|Els|En|Na) /u;
const VOCATIVE_FIRST = /^(?:[\p{L}'’]+, )?(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?),/u;
/** A name, a verb and what shall be done; "Bob, please. Tuesday …" is no order. */
const ORDER = /^(?:[\p{L}'’]+, )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?,(?: please,?)? \p{Ll}{2,} \p{L}/u;
const VOCATIVE_LAST = /, (\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?)\s*(?:, \p{Ll}+)?[.?!…]*$/u;
/** "Nora will send it, right?" is a statement. */
const TAG = /,? (?:right|ok|okay|yes|no|vale|verdad|eh|non|n['’]est-ce pas|oi|d['’]acord)\s?\?$/iu;

/** "Today we have to close the budget" names the agenda. */
const TODAY = /^(?:today|hoy|aujourd['’]hui|avui)$/iu;

/** A cheap test before the slow one: every request holds one of these. */
const REQUEST_HINT: Record<MeetingLanguage, RegExp> = {
  en: /you|please/i,
  es: /pued|podr|pod[eé]|import|necesit|quier|querr|gusta|tú|te /i,
  fr: /tu|vous|besoin|aimerais|voudrais|faut|faudr|toi/i,
  ca: /pots|podr|pode|fa res|import|greu|necessit|vull|voldr|agrada|tu |t['’]/i,
};

/** Data that decides whether a word is a name: words of speaker labels, and words that occur in lower case. */
type Names = { speakers: ReadonlySet<string>; lowerCase: ReadonlySet<string> };
export type TaskFound = { assigned: string | null; deadline: string | null; reply: Reply | null };

/**
 * Returns the work that people promised, accepted or were given, by the index of its sentence. The owner is set only when a name was
 * said, or when the source names the speaker ("I will", "Sure."). Owner and deadline come from the task's own sentence or from its answer.
 */
export function* findTasks(sentences: readonly Sentence[], language: MeetingLanguage): Turns<Map<number, TaskFound>> {
  const names = yield* namesOf(sentences);
  const found = new Map<number, TaskFound>();
  for (const sentence of sentences) {
    yield sentence.text.length;
    const task = taskIn(sentence, language, names);
    if (task !== null) found.set(sentence.index, task);
  }
  return found;
}

/** Returns the tasks in the speakers' words, each with the segments of its sentence and of the answer that makes it one. */
export function* tasksOf(sentences: readonly Sentence[], language: MeetingLanguage): Turns<TaskItem[]> {
  const found = yield* findTasks(sentences, language);
  const tasks = sentences.flatMap((sentence): TaskItem[] => {
    const task = found.get(sentence.index);
    if (task === undefined) return [];
    const { assigned, deadline } = task;
    return [{ text: sentence.text, segmentIds: citedBy(sentence, task.reply), description: null, assigned, deadline }];
  });
  // The wrap-up at the end repeats and assigns, so of too many tasks the last are kept.
  return tasks.slice(-TASKS_MAX);
}

/** Returns the segments of a sentence and of its answer. */
export function citedBy(sentence: Sentence, reply: Reply | null): SegmentId[] {
  return [...new Set([...sentence.segmentIds, ...(reply?.segmentIds ?? [])])];
}

function* namesOf(sentences: readonly Sentence[]): Turns<Names> {
  const speakers = new Set<string>();
  const lowerCase = new Set<string>();
  for (const sentence of sentences) {
    yield sentence.text.length;
    for (const word of foldedWords(sentence.speaker ?? "")) speakers.add(word);
    for (const match of sentence.text.matchAll(/(?<![\p{L}])\p{Ll}[\p{L}'’]*/gu)) lowerCase.add(foldWord(match[0]));
  }
  return { speakers, lowerCase };
}

/** Returns the task in a sentence; null when nobody takes or gets one. */
function taskIn(sentence: Sentence, language: MeetingLanguage, names: Names): TaskFound | null {
  const forms = TASK_FORMS[language];
  const { text, replies, words } = sentence;
  const wordsMax = forms.ask.test(text.slice(0, OPENING_CHARS)) ? REQUEST_WORDS_MAX : TASK_WORDS_MAX;
  if (words > wordsMax || new Set(sentence.stems).size < TASK_STEMS_MIN) return null;
  if (forms.not.test(text) || isCutOff(text, language)) return null;
  const own = deadlineIn(text, language);
  const isQuestion = text.endsWith("?") && !TAG.test(text);
  if (forms.seek.test(text)) return sought(sentence, own, language);
  if (forms.vague.test(text) && own === null) return null;
  const asked = askedOf(sentence, forms, own, language, names);
  if (asked !== "nothing") return asked;
  if (isQuestion && !forms.offer.test(text)) return null;
  const assent = assentIn(replies, language);
  const until = own ?? answeredDate(assent, language);
  const name = namedIn(text, forms, language, names);
  if (name !== null) {
    return isRefused(replies, language) && isQuestion
      ? null
      : { assigned: name, deadline: until, reply: until === own ? null : assent };
  }
  if (!isQuestion && forms.own.test(text)) return { assigned: sentence.speaker, deadline: own, reply: null };
  if (forms.offer.test(text) && (isQuestion ? assent !== null : own !== null || assent !== null)) {
    if (isRefused(replies, language) || (!isQuestion && own === null && !isThanked(assent, language))) return null;
    return { assigned: sentence.speaker, deadline: until, reply: assent };
  }
  const isShared =
    !isQuestion &&
    ((forms.duty.test(text) &&
      ((own !== null && !TODAY.test(own)) || (sentence.moment >= WRAP_UP && words <= WRAP_UP_WORDS_MAX))) ||
      forms.toOthers?.test(text) === true);
  return isShared ? { assigned: null, deadline: own, reply: null } : null;
}

/** "Who can send it?" is a task when somebody offers, or when a statement names a day. */
function sought({ text, replies }: Sentence, own: string | null, language: MeetingLanguage): TaskFound | null {
  const volunteer = volunteerIn(replies, language);
  if (volunteer === null || isRefused(replies, language)) {
    return !text.endsWith("?") && own !== null ? { assigned: null, deadline: own, reply: null } : null;
  }
  return { assigned: volunteer.speaker, deadline: own ?? answeredDate(volunteer, language), reply: volunteer };
}

/** A request needs a name, an answer that accepts it, or a day; a refused one is no task. */
function askedOf(
  { text, replies }: Sentence,
  forms: TaskForms,
  own: string | null,
  language: MeetingLanguage,
  names: Names,
): TaskFound | null | "nothing" {
  const addressee = addresseeIn(text, language, names);
  const isAsked = REQUEST_HINT[language].test(text) && forms.ask.test(text);
  const isAskedByName = addressee !== null && (forms.askByName.test(text) || isOrder(text, own));
  if (!isAsked && !isAskedByName) return "nothing";
  if (isRefused(replies, language)) return null;
  const assent = assentIn(replies, language);
  if (addressee === null && assent === null && own === null) return null;
  const deadline = own ?? answeredDate(assent, language);
  return { assigned: addressee ?? assent?.speaker ?? null, deadline, reply: assent };
}

/** "Nora, call the landlord by Friday": a name, a verb and a day. */
function isOrder(text: string, deadline: string | null): boolean {
  return deadline !== null && !text.endsWith("?") && ORDER.test(text);
}

function addresseeIn(text: string, language: MeetingLanguage, names: Names): string | null {
  for (const pattern of [VOCATIVE_FIRST, VOCATIVE_LAST]) {
    const name = pattern.exec(text)?.[1];
    if (name !== undefined && isName(name, language, names)) return name;
  }
  return null;
}

function answeredDate(reply: Reply | null, language: MeetingLanguage): string | null {
  return reply === null ? null : deadlineIn(reply.text, language);
}

function namedIn(text: string, forms: TaskForms, language: MeetingLanguage, names: Names): string | null {
  // The form is slow, and most sentences name nobody.
  if (![...text.matchAll(/\p{Lu}\p{L}+/gu)].some(([word]) => isName(word, language, names))) return null;
  const match = forms.named.exec(text);
  const name = match
    ?.slice(1)
    .find((group) => group !== undefined)
    ?.replace(LEADING_ARTICLE, "");
  return name !== undefined && isName(name, language, names) ? name : null;
}

function isName(text: string, language: MeetingLanguage, names: Names): boolean {
  const words = foldedWords(text).filter((word) => !["and", "y", "e", "et", "i"].includes(word));
  return words.every(
    (word) =>
      names.speakers.has(word) || (word.length > 1 && !isStopWord(word, language) && !names.lowerCase.has(word)),
  );
}
