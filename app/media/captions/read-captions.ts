import { invariant } from "#app/domain/invariant.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import { type CaptionContent, type CaptionTrack, decodeCaptionTrack } from "#app/media/captions/choose-captions.ts";
import { copySamples } from "#app/media/mp4/copy-samples.ts";
import { decodeSample } from "#app/media/captions/decode-captions.ts";

/** One caption in whole milliseconds of the presentation. Line breaks inside a text are kept. */
export type Cue = { startMs: number; endMs: number; text: string };

/** Reads the cues of a caption track, in the order in which they are shown. Voice tags and other marks stay in the text. */
export async function readCaptions(source: ByteSource, track: Pick<CaptionTrack, "bytes">): Promise<Cue[]> {
  const content = decodeCaptionTrack(track.bytes);
  invariant(content !== null, "a caption track's bytes are of a version that we write");
  const { samples } = content;
  let length = 0;
  for (const size of samples.sizes) length += size;
  const bytes = new Uint8Array(length);
  await copySamples(source, samples, bytes, 0);
  const cues: Cue[] = [];
  for (const caption of captionsOf(content, bytes)) addCues(cues, content, caption);
  return cues.toSorted((left, right) => left.startMs - right.startMs);
}

/** A caption in the track's units. */
type TimedCaption = { from: number; until: number; text: string };

function captionsOf(content: CaptionContent, bytes: Uint8Array): TimedCaption[] {
  const { samples, format } = content;
  const captions: TimedCaption[] = [];
  const open = new Map<number, TimedCaption>();
  let sample = 0;
  let at = 0;
  let time = 0;
  for (const [run, count] of samples.runCounts.entries()) {
    const delta = samples.runDeltas[run] ?? 0;
    for (const end = sample + count; sample < end; sample++) {
      const size = samples.sizes[sample] ?? 0;
      for (const { text, source } of decodeSample(format, bytes.subarray(at, at + size))) {
        const before = source === null ? undefined : open.get(source);
        if (before?.until === time && before.text === text) {
          before.until = time + delta;
          continue;
        }
        const caption = { from: time, until: time + delta, text };
        captions.push(caption);
        if (source !== null) open.set(source, caption);
      }
      at += size;
      time += delta;
    }
  }
  return captions;
}

/** A cue where the timeline shows it: nearly always once, not at all where it was cut away. */
function addCues(cues: Cue[], content: CaptionContent, { from, until, text }: TimedCaption): void {
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
