import { beginningOf } from "#app/domain/beginning-of.ts";
import { PROSE_ANSWER_TOKENS_MAX } from "#app/domain/limits/engines.ts";
import type { Paragraph } from "#app/domain/summary/notes/paragraph.ts";
import {
  againMessages,
  isCopied,
  isReported,
  proseMessages,
  proseParts,
  proseSentences,
} from "#app/domain/summary/notes/prose.ts";
import { type ReadingLine, readingLines } from "#app/domain/summary/notes/reading-lines.ts";
import type { MinutesInput } from "#app/domain/summary/notes/write-from-notes.ts";
import { type ChatAnswer, keyOf } from "#app/domain/summary/prompt/ask.ts";
import type { ChatMessage } from "#app/domain/summary/prompt/messages.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** `ask` answers in words and throws the errors of its server. `upTo`: "closed" leaves out the last part, which later talk may continue. */
export type ProseJob = Pick<
  MinutesInput,
  "language" | "segments" | "words" | "kept" | "progress" | "told" | "signal"
> & {
  ask: (messages: ChatMessage[], answerTokensMax: number, signal: AbortSignal) => Promise<ChatAnswer>;
  upTo?: "closed" | "end";
};

const QUOTED_CHARS_MAX = 240;
/** "So welcome back." reports nothing. */
const REPORT_WORDS_MIN = 5;

/**
 * Reads a meeting in short parts, one after the other, and returns a paragraph for each: the running minutes. Answers are kept, so what was
 * read while the meeting went on is not read again. Throws every error of `ask`.
 */
export async function readParagraphs(job: ProseJob): Promise<Paragraph[]> {
  const all = proseParts(readingLines(job.segments));
  const parts = job.upTo === "closed" ? all.slice(0, -1) : all;
  const paragraphs: Paragraph[] = [];
  for (const part of parts) {
    job.signal.throwIfAborted();
    const paragraph = await readPart(job, part);
    if (paragraph !== null) {
      paragraphs.push(paragraph);
      job.told?.(paragraph);
    }
    job.progress?.(paragraphs.length, parts.length);
  }
  return paragraphs;
}

async function readPart(job: ProseJob, part: readonly ReadingLine[]): Promise<Paragraph | null> {
  const { language, words = [], kept } = job;
  const messages = proseMessages(part, { language, words });
  const key = await keyOf(messages);
  const before = kept?.read(key) ?? null;
  if (before !== null) return paragraphOf(part, JSON.parse(before));
  const first = await sentencesOf(job, messages);
  const sentences = isCopied(first, part) ? await askAgain(job, messages, first, part) : first;
  kept?.keep(key, JSON.stringify(sentences));
  return paragraphOf(part, sentences);
}

/**
 * The sentences of both answers that report, in the third person. One that tells what the meeting is about often has the talk's words, and is
 * true; the second answer of a small model says less, and is wrong more often. Where none reports, those of the first in the model's own words.
 */
async function askAgain(
  job: ProseJob,
  messages: ChatMessage[],
  first: readonly string[],
  part: readonly ReadingLine[],
): Promise<string[]> {
  const second = await sentencesOf(job, againMessages(messages, first.join(" "), job.language));
  const reports = (sentence: string) => isReported(sentence, part, job.language);
  const isOwn = (sentence: string) => !isCopied([sentence], part) || reports(sentence);
  const own = isCopied(second, part) ? second.filter(isOwn) : second;
  const told = first.filter((sentence) => reports(sentence) && foldedWords(sentence).length >= REPORT_WORDS_MIN);
  const both = new Map([...own, ...told].map((text) => [foldedWords(text).join(" "), text]));
  return both.size > 0 ? [...both.values()] : first.filter(isOwn);
}

/** No sentences where the question is too long: its words may be of a script that takes many tokens. */
async function sentencesOf({ ask, language, signal }: ProseJob, messages: ChatMessage[]): Promise<string[]> {
  const answer = await ask(messages, PROSE_ANSWER_TOKENS_MAX, signal);
  return answer.kind === "too-long" ? [] : proseSentences(answer.text, language, answer.kind === "text");
}

function paragraphOf(part: readonly ReadingLine[], sentences: readonly string[]): Paragraph | null {
  const first = part[0];
  const longest = part.toSorted((a, b) => b.text.length - a.text.length)[0];
  if (!first || !longest) return null;
  const { startMs } = first;
  const endMs = Math.max(...part.map((line) => line.endMs));
  if (sentences.length > 0) {
    return { startMs, endMs, text: sentences.join(" "), segmentIds: part.flatMap(({ segmentIds }) => segmentIds) };
  }
  const words = beginningOf(longest.text, QUOTED_CHARS_MAX);
  const text = `${longest.speaker === null ? "" : `${longest.speaker}: `}“${words}${words === longest.text ? "" : "…"}”`;
  return { startMs, endMs, text, segmentIds: longest.segmentIds, quoted: true };
}
