import { assertNever } from "#app/domain/invariant.ts";
import type { GivenTranscriptRefusal } from "#app/domain/meeting/status.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { segmentsInTurns } from "#app/domain/transcript/cues-to-segments.ts";
import {
  parseInTurns,
  type TranscriptOptions,
  type TranscriptRefusal,
} from "#app/domain/transcript/given/parse-given-transcript.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { type Rest, runInTurns } from "#app/domain/turns.ts";
import { openDocument } from "#app/media/transcripts/open-document.ts";

/** `text`: the bytes of the transcript's text, of a Word document what is in it. `endMs`: the end of its last segment. */
export type ReadWords = { text: Uint8Array; segments: Segment[]; endMs: number };

/** Reads a given transcript to its end, and refuses one that cannot be used. Never rejects but with `rest`'s reason. */
export async function readWords(
  bytes: Uint8Array,
  rest: Rest,
  options: TranscriptOptions = {},
): Promise<Outcome<ReadWords, GivenTranscriptRefusal>> {
  const text = await openDocument(bytes);
  const cues = await runInTurns(parseInTurns(text, options), rest);
  if (!cues.ok) return refused(refusalOf(cues.reason), cues.cue);
  const segments = await runInTurns(segmentsInTurns(cues.value), rest);
  if (segments.length === 0) return refused("transcript-empty");
  return ok({ text, segments, endMs: segments.reduce((end, segment) => Math.max(end, segment.endMs), 1) });
}

function refusalOf(reason: TranscriptRefusal): GivenTranscriptRefusal {
  switch (reason) {
    case "not-a-transcript":
      return "transcript-unreadable";
    case "too-large":
      return "transcript-too-large";
    case "cue-too-long":
      return "transcript-cue-too-long";
    case "empty":
      return "transcript-empty";
    default:
      return assertNever(reason);
  }
}
