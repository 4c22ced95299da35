import type { MeetingLanguage } from "#app/domain/languages.ts";
import {
  LANGUAGE_ANSWER_TOKENS_MAX,
  LANGUAGE_OVERLAP_TOKENS_MAX,
  LANGUAGE_PARTS_IN_FLIGHT_MAX,
  LANGUAGE_SPLITS_MAX,
} from "#app/domain/limits/engines.ts";
import { sha256Base64 } from "#app/domain/sha256.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { inParallel } from "#app/domain/summary/prompt/in-parallel.ts";
import { keepEveryPart, mergeDrafts, type PartDraft } from "#app/domain/summary/prompt/merge-drafts.ts";
import {
  type ChatMessage,
  draftLine,
  reduceMessages,
  repairMessages,
  transcriptLine,
  transcriptMessages,
} from "#app/domain/summary/prompt/messages.ts";
import { estimateTokens, type KeptParts, planByTime, planParts } from "#app/domain/summary/prompt/plan-parts.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** A model's answer to one question: its text, that it ran out of room, or that the question was too long. */
export type ChatAnswer = { kind: "text"; text: string } | { kind: "cut-off" } | { kind: "too-long" };

export type ReadAnswer = { ok: true; value: unknown; draft: SummaryDraft } | { ok: false; problem: string };

/** The input and dependencies of `writeDraft`. `chat` throws the errors of its server; `read` never throws. */
export type DraftJob = {
  template: TemplateSnapshot;
  language: MeetingLanguage;
  segments: readonly Segment[];
  /** Names and terms of the meeting, as they are written. */
  words?: readonly string[] | undefined;
  /** Tokens that the model can read and write in one question. */
  contextTokens: number;
  signal: AbortSignal;
  kept?: KeptParts | undefined;
  /**
   * For a small model on one machine: parts of this length in ms of the meeting, one at a time, with short answers that are joined by
   * rule. A part then depends on its own lines only, so that a change in one place leaves the questions about the others as they
   * were. Absent: parts as large as fit, joined by the model.
   */
  partMs?: number | undefined;
  /** Is told after each part how many of the parts are written. */
  progress?: ((done: number, total: number) => void) | undefined;
  /** `segments`: the lines of the question; empty where drafts are joined. */
  chat: (messages: ChatMessage[], signal: AbortSignal, segments: readonly Segment[]) => Promise<ChatAnswer>;
  read: (text: string) => ReadAnswer;
};

/** The model's answer was unusable, twice. The message names the problem and never contains the answer. */
export class UnusableAnswerError extends Error {
  constructor(problem: "not a draft" | "cut off" | "question too long" | "no verdicts") {
    super(`the model's answer cannot be used: ${problem}`);
    this.name = "UnusableAnswerError";
  }
}

type Asked =
  | { kind: "draft"; text: string; value: unknown; draft: SummaryDraft }
  | { kind: "cut-off" }
  | { kind: "too-long" };
type WrittenPart = PartDraft & { value: unknown };

/** Returns the tokens reserved for the answer, out of the tokens for one question. */
export function answerTokensOf(contextTokens: number): number {
  return Math.min(LANGUAGE_ANSWER_TOKENS_MAX, Math.floor(contextTokens / 4));
}

/**
 * Asks a chat model for a summary's draft. A transcript that fits is one question; a longer one is read in parts, each with the
 * same fields, and the drafts are joined (map and reduce). Returns the shape of contracts/meeting/summary-draft.ts, still untrusted.
 * Throws UnusableAnswerError, and every error of `chat`.
 */
export async function writeDraft(job: DraftJob): Promise<unknown> {
  const { segments, template } = job;
  if (segments.length === 0) return asAnswer(mergeDrafts([], template));
  const tokensMax = roomFor(job, transcriptMessages({ ...job, segments: [], isPart: true }));
  const lineTokens = segments.map((segment) => estimateTokens(`${transcriptLine(segment)}\n`));
  const overlapTokens = Math.min(LANGUAGE_OVERLAP_TOKENS_MAX, Math.floor(tokensMax / 8));
  const { partMs } = job;
  const plan =
    partMs === undefined
      ? planParts(lineTokens, { tokensMax, overlapTokens })
      : planByTime(segments, lineTokens, { partMs, tokensMax });
  const lanes = partMs === undefined ? LANGUAGE_PARTS_IN_FLIGHT_MAX : 1;
  let done = 0;
  const written = await inParallel(plan, { lanes, signal: job.signal }, async ({ from, to }, signal) => {
    const parts = await askAbout({ ...job, signal }, segments.slice(from, to), plan.length > 1, 0);
    done += 1;
    job.progress?.(done, plan.length);
    return parts;
  });
  const parts = written.flat();
  const only = parts[0];
  if (only && parts.length === 1) return only.value;
  if (partMs !== undefined) return asAnswer(mergeDrafts(parts, template));
  return asAnswer(await reduceParts(job, parts));
}

/** Returns the draft of some segments: as one, or as two when the answer had no room or the question was too long. */
async function askAbout(
  job: DraftJob,
  segments: readonly Segment[],
  isPart: boolean,
  splits: number,
): Promise<WrittenPart[]> {
  const isBrief = job.partMs !== undefined;
  const messages = transcriptMessages({ ...job, segments, isPart, isBrief });
  // A whole summary ends its step, so only parts are stored, unless they are kept for later ones.
  const kept = isPart || isBrief ? job.kept : undefined;
  const key = kept ? await keyOf(messages) : "";
  const before = kept ? readKept(job, key) : null;
  const asked = before ?? (await askAndRepair(job, messages, segments));
  if (asked.kind === "draft") {
    if (!before) kept?.keep(key, asked.text);
    return [{ segmentIds: segments.map(({ id }) => id), draft: asked.draft, value: asked.value }];
  }
  if (segments.length < 2 || splits === LANGUAGE_SPLITS_MAX) {
    throw new UnusableAnswerError(asked.kind === "cut-off" ? "cut off" : "question too long");
  }
  const middle = Math.ceil(segments.length / 2);
  const first = await askAbout(job, segments.slice(0, middle), true, splits + 1);
  return [...first, ...(await askAbout(job, segments.slice(middle), true, splits + 1))];
}

function keyOf(messages: readonly ChatMessage[]): Promise<string> {
  return sha256Base64(new TextEncoder().encode(JSON.stringify(messages)));
}

function readKept({ kept, read }: DraftJob, key: string): (Asked & { kind: "draft" }) | null {
  const text = kept?.read(key) ?? null;
  const answer = text === null ? null : read(text);
  return text !== null && answer?.ok ? { kind: "draft", text, value: answer.value, draft: answer.draft } : null;
}

async function askAndRepair(job: DraftJob, messages: ChatMessage[], segments: readonly Segment[] = []): Promise<Asked> {
  const answer = await job.chat(messages, job.signal, segments);
  if (answer.kind !== "text") return answer;
  const read = job.read(answer.text);
  if (read.ok) return { kind: "draft", text: answer.text, value: read.value, draft: read.draft };
  const again = await job.chat(repairMessages(messages, answer.text, read.problem), job.signal, segments);
  if (again.kind !== "text") return again;
  const reread = job.read(again.text);
  if (!reread.ok) throw new UnusableAnswerError("not a draft");
  return { kind: "draft", text: again.text, value: reread.value, draft: reread.draft };
}

async function reduceParts(job: DraftJob, written: readonly PartDraft[]): Promise<SummaryDraft> {
  let parts: readonly PartDraft[] = written;
  const tokensMax = roomFor(job, reduceMessages({ ...job, parts: [] }));
  while (parts.length > 1) {
    const groups = groupsOf(parts, tokensMax);
    // No two parts fit into one question.
    if (groups.length === parts.length) break;
    parts = await inParallel(
      groups,
      { lanes: LANGUAGE_PARTS_IN_FLIGHT_MAX, signal: job.signal },
      async (group, signal) => {
        const [only] = group;
        return only && group.length === 1 ? only : reduceGroup({ ...job, signal }, group);
      },
    );
  }
  const [only] = parts;
  return only && parts.length === 1 ? only.draft : mergeDrafts(parts, job.template);
}

async function reduceGroup(job: DraftJob, parts: readonly PartDraft[]): Promise<PartDraft> {
  const { template } = job;
  const segmentIds = [...new Set(parts.flatMap((part) => part.segmentIds))];
  // The joined parts are stored too, so another attempt asks the same question again.
  const messages = reduceMessages({ ...job, parts });
  const key = job.kept ? await keyOf(messages) : "";
  const before = readKept(job, key);
  try {
    const asked = before ?? (await askAndRepair(job, messages));
    if (asked.kind === "draft") {
      if (!before) job.kept?.keep(key, asked.text);
      return { segmentIds, draft: keepEveryPart(asked.draft, parts, template) };
    }
  } catch (error) {
    if (!(error instanceof UnusableAnswerError)) throw error;
  }
  // All parts are written by now; joining them by rule is better than another attempt at all of them.
  return { segmentIds, draft: mergeDrafts(parts, template) };
}

/** Returns groups of neighbours that fit into one question, of about the same size. */
function groupsOf(parts: readonly PartDraft[], tokensMax: number): PartDraft[][] {
  const tokens = parts.map((part, index) => estimateTokens(`${draftLine(part, index)}\n`));
  return planParts(tokens, { tokensMax, overlapTokens: 0 }).map(({ from, to }) => parts.slice(from, to));
}

/** Returns the tokens that a question has left for its material. Never zero: a template may exceed a small model's room. */
function roomFor({ contextTokens }: DraftJob, empty: readonly ChatMessage[]): number {
  const frame = empty.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  return Math.max(Math.floor(contextTokens / 8), contextTokens - answerTokensOf(contextTokens) - frame);
}

function asAnswer(draft: SummaryDraft): unknown {
  return { fields: draft.fields.map(({ key, content }) => ({ key, ...content })) };
}
