import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { SummaryEngine } from "#app/domain/summary/summary.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";
import type { KeptParts } from "#app/domain/summary/prompt/kept-parts.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/**
 * Writes the draft of a summary. What comes back is untrusted: the caller validates it field by field and drops what
 * nothing supports (domain/summary/ground.ts). Throws UpstreamError.
 */
export interface LanguageModel {
  readonly engine: SummaryEngine;
  writeSummary(input: {
    template: TemplateSnapshot;
    language: MeetingLanguage;
    segments: readonly Segment[];
    /** What earlier attempts at this summary have been answered already. */
    kept?: KeptParts | undefined;
    signal: AbortSignal;
  }): Promise<unknown>;
}
