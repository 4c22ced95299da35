import { invariant } from "#app/domain/invariant.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import { type CaptionContent, type CaptionTrack, decodeCaptionTrack } from "#app/media/choose-captions.ts";
import { copySamples } from "#app/media/copy-samples.ts";
import { viewOf } from "#app/media/range-reader.ts";

/** One caption in whole milliseconds of the presentation. Line breaks inside a text are kept. */
export type Cue = { startMs: number; endMs: number; text: string };

/**
 * Reads the cues of a caption track, in the order in which they are shown. A sample is two bytes of length, the text, and
 * then style boxes that say nothing; a sample of no text is the gap between two cues.
 */
export async function readCaptions(source: ByteSource, track: Pick<CaptionTrack, "bytes">): Promise<Cue[]> {
  const content = decodeCaptionTrack(track.bytes);
  invariant(content !== null, "a caption track's bytes are of a version that we write");
  const { samples } = content;
  let length = 0;
  for (const size of samples.sizes) length += size;
  const bytes = new Uint8Array(length);
  await copySamples(source, samples, bytes, 0);

  const cues: Cue[] = [];
  let sample = 0;
  let at = 0;
  let time = 0;
  for (const [run, count] of samples.runCounts.entries()) {
    const delta = samples.runDeltas[run] ?? 0;
    for (const end = sample + count; sample < end; sample++) {
      const size = samples.sizes[sample] ?? 0;
      const text = decodeText(bytes.subarray(at, at + size));
      if (text !== "") addCues(cues, content, time, time + delta, text);
      at += size;
      time += delta;
    }
  }
  return cues.toSorted((left, right) => left.startMs - right.startMs);
}

/** A cue where the timeline shows it: nearly always once, not at all where it was cut away. */
function addCues(cues: Cue[], content: CaptionContent, from: number, until: number, text: string): void {
  for (const part of content.parts) {
    const start = Math.max(from, part.mediaStart);
    const end = Math.min(until, part.mediaEnd);
    const presentedAt = (time: number) =>
      Math.round(part.startMs + ((time - part.mediaStart) * 1000) / content.timescale);
    const startMs = presentedAt(start);
    const endMs = Math.min(presentedAt(end), content.durationMs);
    if (start < end && startMs < endMs) cues.push({ startMs, endMs, text });
  }
}

/** UTF-8, or UTF-16 where it begins with a byte order mark (3GPP TS 26.245 §5.16). */
function decodeText(sample: Uint8Array): string {
  if (sample.byteLength < 2) return "";
  const bytes = sample.subarray(2, 2 + viewOf(sample).getUint16(0));
  const bigEndian = bytes[0] === 0xfe && bytes[1] === 0xff;
  const littleEndian = bytes[0] === 0xff && bytes[1] === 0xfe;
  const text =
    bigEndian || littleEndian ? decodeUtf16(bytes.subarray(2), littleEndian) : new TextDecoder().decode(bytes);
  return text.replaceAll("\0", "").replaceAll(/\r\n?/g, "\n").trim();
}

/** By hand, because not every runtime's TextDecoder knows the big-endian kind. */
function decodeUtf16(bytes: Uint8Array, littleEndian: boolean): string {
  const view = viewOf(bytes);
  let text = "";
  for (let at = 0; at + 1 < bytes.byteLength; at += 2) text += String.fromCharCode(view.getUint16(at, littleEndian));
  return text;
}
