import { lacksMarks } from "#app/domain/summary/extractive/exact-words.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { QuotedPart } from "#app/domain/summary/highlights.ts";
import { isRepaired } from "#app/domain/summary/extractive/cues.ts";
import { decisionIn } from "#app/domain/summary/extractive/decisions.ts";
import { questionIn } from "#app/domain/summary/extractive/questions.ts";
import type { Reply, Sentence } from "#app/domain/summary/extractive/sentences.ts";
import { citedBy, findTasks } from "#app/domain/summary/extractive/tasks.ts";
import type { SummaryItem, TaskItem } from "#app/domain/summary/summary.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Turns } from "#app/domain/turns.ts";

/** Lines of one list; a meeting with more repeats itself, and the end of a meeting wraps up, so the last are kept. */
const LINES_MAX = 20;

/** Decisions, tasks and open questions of a meeting. */
export type Findings = {
  decisions: SummaryItem[];
  tasks: TaskItem[];
  questions: SummaryItem[];
  /** Indexes of the sentences in the three lists. */
  quoted: ReadonlySet<number>;
};

/** Finds each sentence's kind by its form in dialogue. A sentence has one kind: no line stands in two lists. */
export function* findingsOf(sentences: readonly Sentence[], language: MeetingLanguage): Turns<Findings> {
  const work = yield* findTasks(sentences, language);
  const decisions: SummaryItem[] = [];
  const tasks: TaskItem[] = [];
  const questions: SummaryItem[] = [];
  const quoted = new Set<number>();
  const seen = new Set<string>();
  for (const sentence of sentences) {
    yield sentence.text.length;
    if (isRepaired(sentence.text)) continue;
    const task = work.get(sentence.index);
    const isOwned = task !== undefined && task.assigned !== null;
    const question = isOwned ? null : questionIn(sentence, language);
    const decision =
      isOwned || question !== null ? null : decisionIn(sentence, sentences[sentence.index - 1], language);
    if (question === null && decision === null && task === undefined) continue;
    quoted.add(sentence.index);
    const key = foldedWords(sentence.text).join(" ");
    if (seen.has(key)) continue;
    seen.add(key);
    if (question !== null) questions.push(quotation([sentence], question.reply, { kind: "question" }));
    // "We take that one, no?" asks for a decision.
    else if (decision !== null && (decision.reply !== null || !sentence.text.endsWith("?"))) {
      decisions.push(quotation([sentence], decision.reply, { kind: "decision" }));
    } else if (task !== undefined) {
      const { assigned, deadline, reply } = task;
      tasks.push({ ...quotation([sentence], reply, null), description: null, assigned, deadline });
    }
  }
  return {
    decisions: decisions.slice(-LINES_MAX),
    tasks: tasks.slice(-LINES_MAX),
    questions: questions.slice(-LINES_MAX),
    quoted,
  };
}

/**
 * Returns consecutive sentences of one speaker as a quotation, with the segments of the answer that gives them their meaning. The exact
 * words are kept when words were left out.
 */
export function quotation(passage: readonly Sentence[], reply: Reply | null, part: QuotedPart | null): SummaryItem {
  const text = passage.map((sentence) => sentence.text).join(" ");
  const said = passage.map((sentence) => sentence.marked ?? sentence.said).join(" ");
  const isShortened = foldedWords(text).join(" ") !== foldedWords(said).join(" ") || lacksMarks(text, said);
  return {
    text,
    segmentIds: [...new Set(passage.flatMap((sentence) => citedBy(sentence, reply)))],
    quoted: { speaker: passage[0]?.speaker ?? null, exact: isShortened ? said : null, part },
  };
}
