import { LANGUAGE_PARTS_IN_FLIGHT_MAX } from "#app/domain/limits/engines.ts";
import type { Claim, Verdict } from "#app/domain/summary/check/judge-lines.ts";
import { inParallel } from "#app/domain/summary/prompt/in-parallel.ts";
import { judgeQuestions } from "#app/domain/summary/prompt/judge-messages.ts";
import type { ChatMessage } from "#app/domain/summary/prompt/messages.ts";
import { type ChatAnswer, UnusableAnswerError } from "#app/domain/summary/prompt/write-draft.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** Part (1/4) of the model's context that a question may take: short questions are answered with more care. */
const CONTEXT_SHARE = 4;

/** Segments more on both sides of a passage that is read again. */
const WIDER = 3;

type JudgeJob = {
  claims: readonly Claim[];
  segments: readonly Segment[];
  contextTokens: number;
  signal: AbortSignal;
  chat: (messages: ChatMessage[], signal: AbortSignal) => Promise<ChatAnswer>;
  read: (text: string, count: number) => (Verdict | null)[] | null;
};

/**
 * Asks a chat model about lines of minutes, a few at a time. Answers that cannot be read leave their lines without a verdict; throws
 * UnusableAnswerError when none can be read, and every error of `chat`. `read` gets the text and the number of lines.
 *
 * A contradicted line leaves the minutes, and a model errs: such lines are asked about once more, with more of the talk around them.
 * If the two answers differ, the line stays and is marked.
 */
export async function askJudge(job: JudgeJob): Promise<(Verdict | null)[]> {
  const verdicts = await askOnce(job, job.claims);
  if (job.claims.length > 0 && verdicts === null) throw new UnusableAnswerError("no verdicts");
  if (verdicts === null) return [];
  const doubtful = verdicts.flatMap((verdict, index) => (verdict === "contradicted" ? [index] : []));
  const again = await askOnce(
    job,
    doubtful.flatMap((index) => job.claims[index] ?? []).map((claim) => widened(claim, job.segments)),
  );
  for (const [at, index] of doubtful.entries()) if (again?.[at] !== "contradicted") verdicts[index] = "not-said";
  return verdicts;
}

function widened({ text, segmentIds }: Claim, segments: readonly Segment[]): Claim {
  const wanted = new Set(segmentIds);
  const near = segments.filter((_, at) =>
    segments.slice(Math.max(0, at - WIDER), at + WIDER + 1).some(({ id }) => wanted.has(id)),
  );
  return { text, segmentIds: near.map(({ id }) => id) };
}

/** Null when no answer could be read. */
async function askOnce(job: JudgeJob, claims: readonly Claim[]): Promise<(Verdict | null)[] | null> {
  const { segments, contextTokens, signal } = job;
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
  return answered > 0 ? verdicts : null;
}
