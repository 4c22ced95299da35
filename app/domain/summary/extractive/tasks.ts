import type { MeetingLanguage } from "#app/domain/languages.ts";
import { COMMITMENTS } from "#app/domain/summary/extractive/commitments.ts";
import { deadlineIn } from "#app/domain/summary/extractive/deadline.ts";
import type { Sentence } from "#app/domain/summary/extractive/sentences.ts";
import type { Turns } from "#app/domain/turns.ts";
import type { TaskItem } from "#app/domain/summary/summary.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords, foldWord } from "#app/domain/transcript/fold.ts";

const TASKS_MAX = 20;
/** Minimum number of stems: shorter promises ("I'll check it.") do not say what is promised. */
const TASK_STEMS_MIN = 2;
const LEADING_ARTICLE = /^(?:The|El|La|Los|Las|Le|Les|Els|En|Na) /u;

/** Data that decides whether a word is a name: words of speaker labels, and words that occur in lower case. */
type Names = { speakers: ReadonlySet<string>; lowerCase: ReadonlySet<string> };

/**
 * Returns the commitments of people, in their words. The owner is set only when a name was said, or when the source names the
 * speaker ("I will"). The deadline is quoted as it was said.
 */
export function* tasksOf(sentences: readonly Sentence[], language: MeetingLanguage): Turns<TaskItem[]> {
  const names = yield* namesOf(sentences);
  const tasks: TaskItem[] = [];
  for (const sentence of sentences) {
    yield sentence.text.length;
    if (tasks.length === TASKS_MAX) break;
    if (new Set(sentence.stems).size < TASK_STEMS_MIN) continue;
    if (!mayCommit(sentence.text, language)) continue;
    const deadline = deadlineIn(sentence.text, language);
    const owner = ownerOf(sentence, language, names, deadline !== null);
    if (owner === null) continue;
    tasks.push({
      text: sentence.text,
      segmentIds: sentence.segmentIds,
      description: null,
      assigned: owner.assigned,
      deadline,
    });
  }
  return tasks;
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

/** Tells whether any pattern that finds an owner matches. The slow search for dates runs only then. */
function mayCommit(text: string, language: MeetingLanguage): boolean {
  const { named, own, shared, toOthers } = COMMITMENTS[language];
  return [named, own, shared, toOthers].some((pattern) => pattern?.test(text) === true);
}

/** Null when nobody committed to anything. `assigned` is null when somebody did, but their name is unknown. */
function ownerOf(
  sentence: Sentence,
  language: MeetingLanguage,
  names: Names,
  dated: boolean,
): { assigned: string | null } | null {
  const patterns = COMMITMENTS[language];
  if (patterns.not.test(sentence.text)) return null;
  if (!dated && patterns.vague?.test(sentence.text) === true) return null;
  const match = patterns.named.exec(sentence.text);
  const name = match
    ?.slice(1)
    .find((group) => group !== undefined)
    ?.replace(LEADING_ARTICLE, "");
  if (name !== undefined && isName(name, language, names)) return { assigned: name };
  if (patterns.own.test(sentence.text)) return { assigned: sentence.speaker };
  const believed = (dated && patterns.shared.test(sentence.text)) || patterns.toOthers?.test(sentence.text) === true;
  return believed ? { assigned: null } : null;
}

function isName(text: string, language: MeetingLanguage, names: Names): boolean {
  const words = foldedWords(text).filter((word) => !["and", "y", "e", "et", "i"].includes(word));
  return words.every(
    (word) =>
      names.speakers.has(word) || (word.length > 1 && !isStopWord(word, language) && !names.lowerCase.has(word)),
  );
}
