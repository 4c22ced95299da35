import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { assertNever } from "#app/domain/invariant.ts";
import type { GivenTranscriptRefusal } from "#app/domain/meeting/status.ts";
import { type Outcome, ok, refused } from "#app/domain/outcome.ts";
import { segmentsInTurns } from "#app/domain/transcript/cues-to-segments.ts";
import { parseInTurns, type TranscriptRefusal } from "#app/domain/transcript/parse-given-transcript.ts";
import { type Rest, runInTurns } from "#app/domain/turns.ts";
import { SourceChangedError } from "#app/media/byte-source.ts";
import type { UploadBirth, TranscriptSaid } from "#app/server/ports/meeting-process.ts";
import type { RecordingStore } from "#app/server/ports/recording-store.ts";

type Needs = { store: RecordingStore; rests: () => Rest };

/**
 * The transcript that was given beside the recording, read to its end before anything is accepted: what comes back holds
 * words. Null where there is none, or where the person goes on without it.
 */
export async function inspectTranscript(
  { store, rests }: Needs,
  announced: UploadBirth["transcript"],
  said: TranscriptSaid,
): Promise<Outcome<Uint8Array | null, "transcript-missing" | GivenTranscriptRefusal>> {
  if (said === "none") return ok(null);
  if (announced === null) return said === "given" ? refused("transcript-missing") : ok(null);
  const landed = await store.head(announced.key);
  if (landed === null) return refused("transcript-missing");
  if (landed.size > TRANSCRIPT_BYTES_MAX) return refused("transcript-too-large");
  // A size that was announced was signed too, so other bytes than these came by some other way or not wholly.
  if (announced.expectedBytes !== null && landed.size !== announced.expectedBytes) {
    return refused("transcript-truncated");
  }
  try {
    const bytes = await store.open(announced.key, landed).read(0, landed.size);
    const rest = rests();
    const cues = await runInTurns(parseInTurns(bytes), rest);
    if (!cues.ok) return refused(refusalOf(cues.reason), cues.cue);
    const segments = await runInTurns(segmentsInTurns(cues.value), rest);
    return segments.length === 0 ? refused("transcript-empty") : ok(bytes);
  } catch (error) {
    // Another PUT landed in this moment: its sender reports it with another request.
    if (error instanceof SourceChangedError) return refused("transcript-missing");
    throw error;
  }
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
