import { askMessages } from "#app/domain/ask/ask-messages.ts";
import {
  askReader,
  type CheckedLine,
  type CheckedMeeting,
  claimsOfLines,
  judgedLines,
  keptLine,
  readMeetings,
} from "#app/domain/ask/check-answer.ts";
import { chooseSources, segmentOf, type SourceMeeting } from "#app/domain/ask/choose-sources.ts";
import { contentWords, readQuestion, type ReadQuestion } from "#app/domain/ask/read-question.ts";
import type { AskAnswer, AskLine } from "#app/domain/ask/thread.ts";
import { readWidening, wideningMessages } from "#app/domain/ask/widen-question.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { Locale } from "#app/domain/languages.ts";
import {
  ASK_ANSWER_MS_MAX,
  ASK_ANSWER_TOKENS_MAX,
  ASK_JUDGE_MS_MAX,
  ASK_SHOWN_MOMENTS,
  ASK_SOURCE_TOKENS_MAX,
  ASK_WIDENING_MS_MAX,
  ASK_WIDENING_TOKENS_MAX,
  ASK_WORDS_MAX,
} from "#app/domain/limits/ask.ts";
import { dayAt } from "#app/domain/search/local-day.ts";
import type { ChatMessage } from "#app/domain/summary/prompt/messages.ts";
import { estimateTokens } from "#app/domain/summary/prompt/plan-parts.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { findSources } from "#app/server/ask/find-sources.ts";
import { faultOf } from "#app/server/log.ts";
import type { BegunAnswer } from "#app/server/ports/ask.ts";
import { type ChatModel, QuestionTooLong } from "#app/server/ports/language-model.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "db" | "asks" | "language" | "log" | "now">;

export type AskJob = {
  actor: PersonActor;
  user: { locale: Locale; timeZone: string };
  question: string;
  earlier: BegunAnswer["earlier"];
  signal: AbortSignal;
  /** Told how many meetings the model reads. */
  onReading: (meetings: number) => void;
};

/**
 * Answers a question from the meetings that the actor may read: the model widens it, the search's indexes find passages, the model reads those
 * that fit, and each of its lines is checked. Without a model the passages are shown. Throws only our own faults, or the signal's reason.
 */
export async function writeAnswer(services: Needs, job: AskJob): Promise<AskAnswer> {
  const { actor, user, signal } = job;
  const read = readQuestion(job.question, { today: dayAt(services.now(), user.timeZone), locale: user.locale });
  const model = await modelOf(services, signal);
  const widerWords = model === null ? [] : await widen(services, model, read, signal);
  const { earlier } = job;
  const words = [...new Set([...read.words, ...wordsBefore(read, earlier)])].slice(0, ASK_WORDS_MAX);
  const found = await findSources(services, actor, {
    words,
    scope: read.scope,
    widerWords,
    earlier: earlier.flatMap(({ answer }) => answer?.lines ?? []),
    timeZone: user.timeZone,
  });
  const none = { leftOut: 0, lookedAt: found.lookedAt, notice: null, trouble: null };
  const shown = passageLines(chooseSources(found.meetings, ASK_SOURCE_TOKENS_MAX));
  if (shown.length === 0) return { ...none, by: "passages", lines: [], notice: "nothing" };
  if (model === null) return { ...none, by: "passages", lines: shown, notice: "needs-model" };
  const questions = earlier.map(({ question }) => question);
  const meetings = sourcesFor(model, found.meetings, {
    question: read.text,
    language: read.language,
    earlier: questions,
  });
  job.onReading(meetings.length);
  const checked = runAtOnce(readMeetings(meetings, read.language));
  const written = await readAndCheck(services, model, {
    messages: askMessages({ question: read.text, language: read.language, meetings, earlier: questions }),
    question: read,
    checked,
    signal,
  });
  const { leftOut, trouble } = written;
  const lines = written.lines.map((line) => keptLine(line, checked));
  if (lines.length > 0) return { ...none, by: "model", lines, leftOut, trouble };
  const notice = trouble === null ? "no-line" : null;
  return { ...none, by: "passages", lines: shown, leftOut, notice, trouble: trouble === null ? null : "model-down" };
}

/** The model, where there is one and it answers now. */
async function modelOf({ language, log }: Needs, signal: AbortSignal): Promise<ChatModel | null> {
  const chat = language?.chat ?? null;
  if (chat === null) return null;
  try {
    return (await chat.isThere?.(signal)) === false ? null : chat;
  } catch (error) {
    signal.throwIfAborted();
    log("ask.model.away", { error: faultOf(error) });
    return null;
  }
}

/** "And when?" has no words of its own: those of the question before it are looked for. */
function wordsBefore({ words, language }: ReadQuestion, earlier: AskJob["earlier"]): string[] {
  return words.length > 1 ? [] : contentWords(earlier.at(-1)?.question ?? "", language);
}

async function widen({ log }: Needs, model: ChatModel, read: ReadQuestion, signal: AbortSignal): Promise<string[]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ASK_WIDENING_MS_MAX)]);
  try {
    const messages = wideningMessages(read.text);
    const asked = { messages, answerTokensMax: ASK_WIDENING_TOKENS_MAX, signal: limit };
    return readWidening(await untilAborted(wholeOf(model.answer(asked)), limit), read.words);
  } catch (error) {
    signal.throwIfAborted();
    log("ask.unwidened", { error: faultOf(error) });
    return [];
  }
}

const WIDENING_CHARS_MAX = 2000;

async function wholeOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) {
    text += piece;
    if (text.length > WIDENING_CHARS_MAX) break;
  }
  return text;
}

/** Not every engine obeys the signal; the wait for it ends all the same. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new UpstreamError({ service: "language", retryable: true, cause: signal.reason }));
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
    work.then(resolve, reject);
  });
}

/** The sources that fit beside the rest of the question and are read in time, at most ASK_SOURCE_TOKENS_MAX. */
function sourcesFor(
  model: ChatModel,
  found: Parameters<typeof chooseSources>[0],
  asked: Omit<Parameters<typeof askMessages>[0], "meetings">,
): SourceMeeting[] {
  const frame = askMessages({ ...asked, meetings: [] });
  const room = model.contextTokens - answerTokensOf(model) - tokensOf(frame);
  return chooseSources(found, Math.min(ASK_SOURCE_TOKENS_MAX, model.sourceTokensMax ?? Infinity, room));
}

const answerTokensOf = ({ contextTokens }: ChatModel) => Math.min(ASK_ANSWER_TOKENS_MAX, Math.floor(contextTokens / 4));
const tokensOf = (messages: readonly ChatMessage[]) =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);

type Reading = { messages: ChatMessage[]; question: ReadQuestion; checked: CheckedMeeting[]; signal: AbortSignal };
type Written = { lines: CheckedLine[]; leftOut: number; trouble: AskAnswer["trouble"] };

async function readAndCheck(services: Needs, model: ChatModel, reading: Reading): Promise<Written> {
  const { messages, question, checked, signal } = reading;
  const reader = askReader(checked, question);
  const lines: CheckedLine[] = [];
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ASK_ANSWER_MS_MAX)]);
  try {
    const pieces = model.answer({ messages, answerTokensMax: answerTokensOf(model), signal: limit });
    const take = async () => {
      for await (const piece of pieces) lines.push(...reader.read(piece));
      lines.push(...reader.end());
    };
    await untilAborted(take(), limit);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof UpstreamError || error instanceof QuestionTooLong)) throw error;
    services.log("ask.fallback", { lines: lines.length, error: error.message });
    // Lines that came before the end were checked as they came, but no judge has read them.
    return {
      lines: lines.map(unjudged),
      leftOut: reader.leftOut,
      trouble: lines.length > 0 ? "broke-off" : "model-down",
    };
  }
  const read = reader.isDenied ? lines.map((one) => ({ ...one, isPlain: false })) : lines;
  return { lines: await judged(services, read, reading), leftOut: reader.leftOut, trouble: null };
}

const unjudged = (one: CheckedLine): CheckedLine => ({ ...one, line: { ...one.line, unconfirmed: true } });

/** Without a judge, or one that answers, only what is said plainly is confirmed. */
async function judged({ language, log }: Needs, lines: CheckedLine[], reading: Reading): Promise<CheckedLine[]> {
  const { claims, lines: asked } = claimsOfLines(lines);
  const judge = language?.judge;
  if (!judge || claims.length === 0) return judgedLines(lines, asked, []);
  const { checked, signal } = reading;
  const segments = checked.flatMap(({ meeting }) => meeting.sources.map(segmentOf));
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(ASK_JUDGE_MS_MAX)]);
    const verdicts = await untilAborted(judge.judge({ claims, segments, signal: limit }), limit);
    return judgedLines(lines, asked, verdicts);
  } catch (error) {
    signal.throwIfAborted();
    log("ask.unjudged", { lines: claims.length, error: faultOf(error) });
    return judgedLines(lines, asked, []);
  }
}

/** The best moments themselves, for an answer without a model. */
function passageLines(meetings: readonly SourceMeeting[]): AskLine[] {
  return meetings
    .flatMap(({ meetId, sources }) => sources.map((source) => ({ meetId, ...source })))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, ASK_SHOWN_MOMENTS)
    .map(({ meetId, segmentId, startMs, speaker, text }) => ({
      text,
      ...(speaker === null ? {} : { speaker }),
      meetId,
      segmentIds: [segmentId],
      startMs,
      restsOn: [meetId],
    }));
}
