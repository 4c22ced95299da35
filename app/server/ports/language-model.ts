import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { ChatMessage } from "#app/domain/summary/prompt/messages.ts";
import type { SummaryEngine } from "#app/domain/summary/summary.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";
import type { KeptParts } from "#app/domain/summary/prompt/kept-parts.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/**
 * Writes the draft of a summary. The result is untrusted: the caller validates it field by field and drops unsupported
 * statements (domain/summary/ground.ts). Throws UpstreamError.
 */
export interface LanguageModel {
  readonly engine: SummaryEngine;
  /** Absent when there is no model for chat. */
  readonly chat?: ChatModel;
  writeSummary(input: {
    template: TemplateSnapshot;
    language: MeetingLanguage;
    segments: readonly Segment[];
    /** Answers that earlier attempts at this summary already got. */
    kept?: KeptParts | undefined;
    signal: AbortSignal;
  }): Promise<unknown>;
}

/** Answers in words, as they come. */
export interface ChatModel {
  /** Limit for the input and output of one question together, in tokens. */
  readonly contextTokens: number;
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

/** The model cannot read as much at once; asking for less may work. */
export class QuestionTooLong extends Error {
  constructor() {
    super("the question is too long for the language model");
    this.name = "QuestionTooLong";
  }
}
