import type { SegmentId } from "#app/domain/transcript/segment.ts";

/**
 * The events of one part of a meeting, in a few sentences of a model's: the running minutes, and a small model's notes. `quoted`: the
 * model only repeated the talk, and the text is a quotation.
 */
export type Paragraph = {
  startMs: number;
  endMs: number;
  text: string;
  segmentIds: SegmentId[];
  quoted?: true | undefined;
};
