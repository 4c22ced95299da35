import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { CaptionCue } from "#app/domain/transcript/cues-to-segments.ts";
import { decodeText } from "#app/domain/transcript/given/decode-text.ts";
import { type CueRefusal, cueFormatOf, readCues } from "#app/domain/transcript/given/read-cues.ts";
import { readVoices } from "#app/domain/transcript/given/read-voices.ts";
import { runAtOnce, type Turns } from "#app/domain/turns.ts";

/** `empty`: a transcript without any words. `cue-too-long` comes with the number of the cue. */
export type TranscriptRefusal = "not-a-transcript" | "too-large" | "cue-too-long" | "empty";

/** Accepted file extensions; the format itself is detected from the bytes. */
export const TRANSCRIPT_EXTENSIONS = ["vtt", "srt"] as const;
export type TranscriptExtension = (typeof TRANSCRIPT_EXTENSIONS)[number];

/** Reads an extension as callers write it: with or without a dot, in any case. Null for others. */
export function parseTranscriptExtension(text: string): TranscriptExtension | null {
  const wanted = text.trim().replace(/^\./u, "").toLowerCase();
  return TRANSCRIPT_EXTENSIONS.find((extension) => extension === wanted) ?? null;
}

/**
 * Reads a transcript given with the recording: WebVTT, SubRip or SubViewer, whatever its extension, with the speakers that it
 * names. The cues are sorted by time, for `cuesToSegments`.
 */
export function parseGivenTranscript(bytes: Uint8Array): Outcome<CaptionCue[], TranscriptRefusal> {
  return runAtOnce(parseInTurns(bytes));
}

/** The same in turns (turns.ts), for callers that serve other requests meanwhile. */
export function* parseInTurns(bytes: Uint8Array): Turns<Outcome<CaptionCue[], TranscriptRefusal>> {
  if (bytes.byteLength > TRANSCRIPT_BYTES_MAX) return refused("too-large");
  const text = (yield* decodeText(bytes)).replaceAll("\0", "").trimStart();
  const format = yield* cueFormatOf(text);
  if (format === null) return refused("not-a-transcript");
  const read = yield* readCues(text, format);
  if (!read.ok) return read;
  const voiced = yield* readVoices(read.value);
  if (!voiced.ok) return voiced;
  const cues: CaptionCue[] = [];
  for (const cue of voiced.value) {
    yield 1;
    if (/[\p{L}\p{N}]/u.test(cue.text)) cues.push(cue);
  }
  return cues.length === 0 ? refused("empty") : ok(cues.toSorted((left, right) => left.startMs - right.startMs));
}
