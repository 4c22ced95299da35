import type { ChatMessage } from "#app/domain/summary/prompt/messages.ts";
import type { Paragraph } from "#app/domain/summary/notes/paragraph.ts";
import type { MinutesInput } from "#app/domain/summary/notes/write-from-notes.ts";
import type { SummaryEngine } from "#app/domain/summary/summary.ts";
import type { Judge } from "#app/server/ports/judge.ts";

/**
 * Writes the draft of a summary. The result is untrusted: the caller validates it field by field, checks it (domain/summary/check) and
 * marks what it does not find in the transcript. Throws UpstreamError.
 */
export interface LanguageModel {
  readonly engine: SummaryEngine;
  /**
   * For an engine whose model may not be there. Resolves when it can write. Throws LanguageMissing when a person has to bring the model
   * first, LanguageNotReady when it will be ready soon, and UpstreamError. `ask` names the asker.
   */
  prepare?(input: { ask: string; signal: AbortSignal }): Promise<void>;
  /** Absent when there is no model for chat. */
  readonly chat?: ChatModel;
  /** Judges what it wrote. Absent for an engine that quotes, and for a model whose judgement is no better than a guess. */
  readonly judge?: Judge;
  /** `kept`: answers about parts of the meeting that were got before; only those of parts that have changed are asked for again. */
  writeSummary(input: MinutesInput): Promise<unknown>;
  /**
   * Reads what has been said so far, while the meeting or its recognition goes on: a paragraph for each part that later talk cannot change.
   * Its answers are kept for the minutes. Absent for an engine that reads few large parts.
   */
  readAhead?(
    input: Pick<MinutesInput, "language" | "segments" | "words" | "kept" | "told" | "signal">,
  ): Promise<Paragraph[]>;
}

/** Answers in words, as they come. */
export interface ChatModel {
  /** Limit for the input and output of one question together, in tokens. */
  readonly contextTokens: number;
  /** Tokens of sources that it reads in the time that a person waits, where these are fewer than it can read. */
  readonly sourceTokensMax?: number;
  /** Absent when the model is always there. False: the caller answers without it. */
  isThere?(signal: AbortSignal): Promise<boolean>;
  /**
   * The answer in pieces, each as soon as it arrives. The answer is untrusted: the caller shows only what it can prove. Throws
   * UpstreamError, also in the middle, and QuestionTooLong before the first piece. Leaving the loop ends the connection.
   */
  answer(input: {
    messages: readonly ChatMessage[];
    answerTokensMax: number;
    signal: AbortSignal;
  }): AsyncIterable<string>;
}

/** The engine is loading its model or is still at an answer: nothing failed, and another request later goes on where it is. */
export class LanguageNotReady extends Error {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super("the language engine is not ready");
    this.name = "LanguageNotReady";
    this.retryAfterMs = retryAfterMs;
  }
}

/** The model or the engine is not on this machine: trying again does not help before a person has brought it. */
export class LanguageMissing extends Error {
  constructor() {
    super("the language model is missing");
    this.name = "LanguageMissing";
  }
}

/** The model cannot read as much at once; asking for less may work. */
export class QuestionTooLong extends Error {
  constructor() {
    super("the question is too long for the language model");
    this.name = "QuestionTooLong";
  }
}
