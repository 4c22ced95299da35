import { LANGUAGE_PARTS_IN_FLIGHT_MAX } from "#app/domain/limits/engines.ts";
import type { Claim, Verdict } from "#app/domain/summary/check/judge-lines.ts";
import { inParallel } from "#app/domain/summary/prompt/in-parallel.ts";
import { judgeQuestions } from "#app/domain/summary/prompt/judge-messages.ts";
import type { ChatMessage } from "#app/domain/summary/prompt/messages.ts";
import type { ChatAnswer } from "#app/domain/summary/prompt/ask.ts";
import { UnusableAnswerError } from "#app/domain/summary/prompt/unusable-answer.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** Part (1/4) of the model's context that a question may take: short questions are answered with more care. */
const CONTEXT_SHARE = 4;

/**
 * Asks a chat model about lines of minutes, a few at a time. Answers that cannot be read leave their lines without a verdict; throws
 * UnusableAnswerError when none can be read, and every error of `chat`. `read` gets the text and the number of lines.
 */
export async function askJudge(job: {
  claims: readonly Claim[];
  segments: readonly Segment[];
  contextTokens: number;
  signal: AbortSignal;
  chat: (messages: ChatMessage[], signal: AbortSignal) => Promise<ChatAnswer>;
  read: (text: string, count: number) => (Verdict | null)[] | null;
}): Promise<(Verdict | null)[]> {
  const { claims, segments, contextTokens, signal } = job;
  const questions = judgeQuestions(claims, segments, Math.floor(contextTokens / CONTEXT_SHARE));
  const verdicts: (Verdict | null)[] = claims.map(() => null);
  let answered = 0;
  await inParallel(questions, { lanes: LANGUAGE_PARTS_IN_FLIGHT_MAX, signal }, async (question, signal) => {
    const answer = await job.chat(question.messages, signal);
    const read = answer.kind === "text" ? job.read(answer.text, question.claims.length) : null;
    if (read === null) return;
    answered += 1;
    for (const [index, claim] of question.claims.entries()) verdicts[claim] = read[index] ?? null;
  });
  if (questions.length > 0 && answered === 0) throw new UnusableAnswerError("no verdicts");
  return verdicts;
}
