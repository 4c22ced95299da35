import * as z from "zod/mini";
import type { Segment } from "#app/domain/transcript/segment.ts";

/**
 * A whole transcript on its way to a page: rows instead of objects, names by their number. Eight hours are 0.9 MB of it,
 * 1.5 MB as objects.
 */
export const transcriptAnswer = z.object({
  /** Of the last change that is in it. */
  sequence: z.number(),
  speakers: z.array(z.string()),
  /** id, startMs, length in ms, the speaker's place in `speakers` or -1, text. */
  rows: z.array(z.tuple([z.string(), z.number(), z.number(), z.number(), z.string()])),
});
export type TranscriptAnswer = z.infer<typeof transcriptAnswer>;

export function packTranscript(sequence: number, segments: readonly Segment[]): TranscriptAnswer {
  const places = new Map<string, number>();
  const rows = segments.map(({ id, startMs, endMs, text, speaker }): TranscriptAnswer["rows"][number] => {
    if (speaker !== null && !places.has(speaker)) places.set(speaker, places.size);
    return [id, startMs, endMs - startMs, speaker === null ? -1 : (places.get(speaker) ?? -1), text];
  });
  return { sequence, speakers: [...places.keys()], rows };
}

export function unpackTranscript({ speakers, rows }: TranscriptAnswer): Segment[] {
  return rows.map(([id, startMs, lengthMs, speaker, text]) => ({
    id,
    startMs,
    endMs: startMs + lengthMs,
    text,
    speaker: speakers[speaker] ?? null,
  }));
}
