import { checkerOf } from "#app/domain/chat/check-line.ts";
import { claimsOfAnswer, judgedAnswer } from "#app/domain/chat/judge-answer.ts";
import { choosePassages } from "#app/domain/chat/choose-passages.ts";
import { type Answer, emptyAnswer, type Exchange } from "#app/domain/chat/exchange.ts";
import { chatMessages, type Noted, noted } from "#app/domain/chat/messages.ts";
import { type Found, quotePassages, stemsAsked } from "#app/domain/chat/quote-passages.ts";
import { answerReader, type ReadEvent } from "#app/domain/chat/read-answer.ts";
import { withSpeakers } from "#app/domain/chat/speakers-of-lines.ts";
import type { Locale } from "#app/domain/languages.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import {
  CHAT_ANSWER_MS_MAX,
  CHAT_ANSWER_TOKENS_MAX,
  CHAT_JUDGE_MS_MAX,
  CHAT_EARLIER_EXCHANGES_MAX,
  CHAT_NEAREST_LINES,
  CHAT_SHORTENINGS_MAX,
} from "#app/domain/limits/minutes.ts";
import type { Checker } from "#app/domain/summary/check/check-text.ts";
import { transcriptLine } from "#app/domain/summary/prompt/messages.ts";
import { estimateTokens } from "#app/domain/summary/prompt/plan-parts.ts";
import { linesOfAll, lineText, type Summary } from "#app/domain/summary/summary.ts";
import type { Verdict } from "#app/domain/summary/check/judge-lines.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { runInTurns, type Turns } from "#app/domain/turns.ts";
import { type ChatModel, QuestionTooLong } from "#app/server/ports/language-model.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { refreshIndex, searchIndex } from "#workers/meeting/chat/chat-search.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";

/** One question and the sources of its answer. `emit` receives the answer's events as they come. */
export type ChatJob = {
  deps: Pick<MeetingDeps, "language" | "log" | "rests">;
  storage: DurableObjectStorage;
  meetId: string;
  language: MeetingLanguage;
  locale: Locale;
  asked: Exchange;
  /** Earlier questions and answers, in order. */
  earlier: readonly Exchange[];
  segments: readonly Segment[];
  summary: Summary | null;
  /** A person's stop. */
  signal: AbortSignal;
  emit: (event: ReadEvent) => void;
};

/** The minutes may take this fraction (1/6) of the room in a model's window; each earlier answer may take a third of that. */
const MINUTES_SHARE = 6;

/**
 * Answers a question. Participants are counted; the model writes everything else, checked line by line and marked, or the transcript is
 * quoted when there is no model, when it does not answer, and when it found nothing. Throws only our own faults, or the signal's reason.
 */
export async function writeChatAnswer(job: ChatJob): Promise<Answer> {
  const { asked, deps } = job;
  const find = await search(job);
  const { chat } = deps.language;
  if (!chat || asked.suggestion === "participants") return await quoted(job, find);
  const answer = emptyAnswer("model");
  const checker = await inTurns(job, checkerOf(job.segments, job.language));
  try {
    if ((await chat.isThere?.(job.signal)) === false) return await quoted(job, find);
    await askModel(job, chat, { find, checker }, answer);
    if (answer.lines.length > 0) return await judged(job, checker, answer);
    return { ...(await nearest(job, find)), leftOut: answer.leftOut };
  } catch (error) {
    job.signal.throwIfAborted();
    if (!(error instanceof UpstreamError || error instanceof QuestionTooLong)) throw error;
    deps.log("meeting.chat.fallback", { meetId: job.meetId, lines: answer.lines.length, error: error.message });
    const { lines } = answer;
    if (lines.length > 0) return { ...answer, lines: judgedAnswer(lines, checker.talk, []), trouble: "broke-off" };
    return { ...(await quoted(job, find)), trouble: "model-down" };
  }
}

function inTurns<Value>({ deps, signal }: ChatJob, work: Turns<Value>): Promise<Value> {
  return runInTurns(work, deps.rests(), signal);
}

type Find = (stems: readonly string[]) => Found;

/** Returns a search over an index of the present transcript. */
async function search(job: ChatJob): Promise<Find> {
  const { storage, segments, language } = job;
  await refreshIndex(storage, { segments, language }, (work) => inTurns(job, work));
  return (stems) => searchIndex(storage.sql, stems, segments.length);
}

async function quoted(job: ChatJob, find: Find): Promise<Answer> {
  const { segments, language, locale } = job;
  const reply = await inTurns(job, quotePassages({ ...questionOf(job), segments, language, locale, find }));
  const lines = reply.by === "labels" ? reply.lines : withSpeakers(reply.lines, segments);
  return { ...emptyAnswer(reply.by), ...reply, lines };
}

function questionOf({ asked, earlier, language }: ChatJob) {
  const { question, suggestion } = asked;
  return { question, suggestion, before: earlier.at(-1)?.question ?? null, language };
}

/** The model found nothing: the nearest lines, and the words to search for. */
async function nearest(job: ChatJob, find: Find): Promise<Answer> {
  const answer = await quoted(job, find);
  return {
    ...answer,
    lines: answer.lines.slice(0, CHAT_NEAREST_LINES),
    notice: { kind: "no-line", language: job.locale },
  };
}

/**
 * The answer after its judge, asked once about all lines (domain/chat/judge-answer.ts). Without an answer of it the lines are shown as unjudged.
 */
async function judged(job: ChatJob, { talk }: Checker, answer: Answer): Promise<Answer> {
  const { deps, segments, signal } = job;
  const { judge } = deps.language;
  const claims = claimsOfAnswer(answer.lines, talk);
  let verdicts: (Verdict | null)[] = [];
  try {
    if (judge && claims.length > 0) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(CHAT_JUDGE_MS_MAX)]);
      verdicts = await judge.judge({ claims, segments, signal: limit });
    }
  } catch (error) {
    signal.throwIfAborted();
    deps.log("meeting.chat.unjudged", { meetId: job.meetId, lines: claims.length, error: nameOf(error) });
  }
  const lines = judgedAnswer(answer.lines, talk, verdicts);
  const hasPassage = lines.some(({ segmentIds }) => segmentIds.length > 0);
  const notice = hasPassage ? null : { kind: "no-passage" as const, language: job.locale };
  return { ...answer, lines, notice };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}

type Reads = { find: Find; checker: Checker };

async function askModel(job: ChatJob, chat: ChatModel, { find, checker }: Reads, answer: Answer): Promise<void> {
  const { signal, emit } = job;
  const reader = answerReader(checker);
  const keep = (events: readonly ReadEvent[]) => {
    for (const event of events) {
      if (event.type === "left-out") answer.leftOut = event.leftOut;
      if (event.type !== "line") {
        emit(event);
        continue;
      }
      answer.lines.push(event.line);
      // A person who stops the answer keeps what was shown, which no judge has read.
      for (const line of judgedAnswer([event.line], checker.talk, [])) emit({ ...event, line });
    }
  };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CHAT_ANSWER_MS_MAX)]);
  const answerTokensMax = Math.min(CHAT_ANSWER_TOKENS_MAX, Math.floor(chat.contextTokens / 4));
  const hits = [...(await suggested(job, find)), ...find(stemsAsked(questionOf(job))).positions];
  for (let shortening = 0; ; shortening += 1) {
    const room = Math.floor((chat.contextTokens - answerTokensMax) / 2 ** shortening);
    const messages = questionFor(job, hits, room);
    try {
      const pieces = chat.answer({ messages, answerTokensMax, signal: limit });
      for await (const piece of minding(pieces, limit)) keep(reader.read(piece));
      keep(reader.end());
      return;
    } catch (error) {
      if (!(error instanceof QuestionTooLong) || shortening === CHAT_SHORTENINGS_MAX) throw error;
    }
  }
}

/** Not every engine obeys the signal; the wait for it ends all the same. */
async function* minding(pieces: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<string> {
  const iterator = pieces[Symbol.asyncIterator]();
  const ended = new Promise<never>((_resolve, reject) => {
    const end = () => reject(new UpstreamError({ service: "language", retryable: true, cause: signal.reason }));
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
  // The rejection may come when nothing waits for it, and must not count as unhandled.
  ended.catch(() => {});
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), ended]);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Closes the connection in the background; a late error is ignored.
    void iterator.return?.()?.catch(() => {});
  }
}

/** The question within `room` tokens: earlier answers and minutes first, then as much of the transcript as fits. */
function questionFor(job: ChatJob, hits: readonly number[], room: number) {
  const { asked, segments, language } = job;
  const earlier = job.earlier
    .filter(({ answer }) => (answer?.lines.length ?? 0) > 0)
    .slice(-CHAT_EARLIER_EXCHANGES_MAX)
    .map(({ question, answer }) => ({ question, lines: within(answer?.lines ?? [], room / MINUTES_SHARE / 3) }));
  const frame = { language, question: asked.question, suggestion: asked.suggestion, segments, earlier };
  const none = { positions: [], isWhole: false };
  const sizeOf = (minutes: Noted[]) =>
    chatMessages({ ...frame, passages: none, minutes }).reduce((sum, { content }) => sum + estimateTokens(content), 0);
  const tokens = segments.map((segment) => estimateTokens(`${transcriptLine(segment)}\n`));
  const whole = choosePassages({ tokens, hits, tokensMax: room - sizeOf([]) });
  if (whole.isWhole) return chatMessages({ ...frame, passages: whole, minutes: [] });
  const minutes = within(minutesOf(job.summary), room / MINUTES_SHARE);
  return chatMessages({
    ...frame,
    minutes,
    passages: choosePassages({ tokens, hits, tokensMax: Math.max(0, room - sizeOf(minutes)) }),
  });
}

/** Positions of the segments that would be quoted for a suggested question: a model gets them first. */
async function suggested(job: ChatJob, find: Find): Promise<number[]> {
  if (job.asked.suggestion === null) return [];
  const { lines } = await quoted(job, find);
  const ids = new Set(lines.flatMap((line) => line.segmentIds));
  return job.segments.flatMap(({ id }, position) => (ids.has(id) ? [position] : []));
}

function within(lines: readonly Noted[], tokensMax: number): Noted[] {
  let left = tokensMax;
  return lines.filter((line) => {
    left -= estimateTokens(noted(line));
    return left >= 0;
  });
}

/** The lines of the minutes, from all fields: an overview of a meeting that is too long to be read at once. */
function minutesOf(summary: Summary | null): Noted[] {
  return linesOfAll(summary?.fields ?? []).map((line) => ({
    text: lineText(line, ", "),
    segmentIds: line.segmentIds,
  }));
}
