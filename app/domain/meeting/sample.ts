import type { Exchange } from "#app/domain/chat/exchange.ts";
import type { Summary } from "#app/domain/summary/summary.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** `source` of the sample meeting: written by us, counted towards no plan, and in no list across meetings but History and Home. */
export const SAMPLE_SOURCE = "sample";

/** The content that a sample meeting has from its beginning. */
export type SampleContent = {
  durationMs: number;
  segments: Segment[];
  summary: Summary;
  /** Questions with their answers, as quotations. */
  exchanges: Pick<Exchange, "question" | "answer">[];
};
