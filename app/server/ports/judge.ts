import type { Claim, Verdict } from "#app/domain/summary/check/judge-lines.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/**
 * Compares lines of minutes with the passages that they rest on. By default the engine that wrote them, in short calls. Throws
 * UpstreamError when it does not answer.
 */
export interface Judge {
  /** A verdict for each claim, in their order; null for a claim that the judge passed over. */
  judge(input: {
    claims: readonly Claim[];
    segments: readonly Segment[];
    signal: AbortSignal;
  }): Promise<(Verdict | null)[]>;
}
