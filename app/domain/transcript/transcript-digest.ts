import { sha256Base64 } from "#app/domain/sha256.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/**
 * Recognises a transcript that was imported before: SHA-256 in base64 of its words. Times, names and line breaks do not count, so that the
 * same talk as .vtt and as .srt is one.
 */
export function transcriptDigest(segments: readonly Pick<Segment, "text">[]): Promise<string> {
  const words = segments.flatMap(({ text }) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
  return sha256Base64(new TextEncoder().encode(words));
}
