import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { Highlights, Quotation, QuotedTask } from "#app/domain/summary/highlights.ts";
import { decisionIn } from "#app/domain/summary/extractive/decisions.ts";
import { questionIn } from "#app/domain/summary/extractive/questions.ts";
import type { Reply, Sentence } from "#app/domain/summary/extractive/sentences.ts";
import { citedBy, findTasks } from "#app/domain/summary/extractive/tasks.ts";
import type { Turns } from "#app/domain/turns.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** Lines of one list; a meeting with more repeats itself, and the end of a meeting wraps up, so the last are kept. */
const LINES_MAX = 20;

/** Decisions, tasks and open questions of a meeting, and the sentences that they quote. */
export type Findings = Pick<Highlights, "decisions" | "tasks" | "questions"> & {
  /** Indexes of the sentences in the three lists; `stated`: of decisions and questions only. */
  quoted: ReadonlySet<number>;
  stated: ReadonlySet<number>;
};

/** Finds each sentence's kind by its form in dialogue. A sentence has one kind: no line stands in two lists. */
export function* findingsOf(sentences: readonly Sentence[], language: MeetingLanguage): Turns<Findings> {
  const work = yield* findTasks(sentences, language);
  const decisions: Quotation[] = [];
  const tasks: QuotedTask[] = [];
  const questions: Quotation[] = [];
  const quoted = new Set<number>();
  const stated = new Set<number>();
  const seen = new Set<string>();
  for (const sentence of sentences) {
    yield sentence.text.length;
    const key = foldedWords(sentence.text).join(" ");
    if (seen.has(key)) continue;
    const task = work.get(sentence.index);
    const question = questionIn(sentence, language);
    const decision = decisionIn(sentence, sentences[sentence.index - 1], language);
    if (question !== null && (task === undefined || task.assigned === null)) {
      questions.push(quotation(sentence, question.reply));
      stated.add(sentence.index);
    } else if (decision !== null && (task === undefined || task.assigned === null)) {
      decisions.push(quotation(sentence, decision.reply));
      stated.add(sentence.index);
    } else if (task !== undefined) {
      const { assigned, deadline } = task;
      tasks.push({ ...quotation(sentence, task.reply), assigned, deadline });
    } else continue;
    seen.add(key);
    quoted.add(sentence.index);
  }
  return {
    decisions: decisions.slice(-LINES_MAX),
    tasks: tasks.slice(-LINES_MAX),
    questions: questions.slice(-LINES_MAX),
    quoted,
    stated,
  };
}

/** Returns the sentence as a quotation. Its exact words are kept when words were left out. */
export function quotation(sentence: Sentence, reply: Reply | null): Quotation {
  const { text, said, speaker } = sentence;
  const isShortened = foldedWords(text).join(" ") !== foldedWords(said).join(" ");
  return { text, segmentIds: citedBy(sentence, reply), speaker, ...(isShortened ? { exact: said } : {}) };
}
