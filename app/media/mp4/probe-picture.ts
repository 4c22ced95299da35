import { RECORDING_DURATION_MS_MAX } from "#app/domain/limits/media.ts";
import type { UploadRefusal } from "#app/domain/meeting/status.ts";
import { type Outcome, ok, refused } from "#app/domain/outcome.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import { type FoundMovie, findMovie } from "#app/media/mp4/find-movie.ts";
import { pictureEndMs } from "#app/media/mp4/picture-end.ts";
import { openRangeReader, type RangeReader } from "#app/media/range-reader.ts";
import { readMovie } from "#app/media/mp4/read-movie.ts";
import { RecordingRefusedError, refuse } from "#app/media/refuse-recording.ts";
import { scanFragments } from "#app/media/fragments/scan-fragments.ts";

export type PictureProbe = {
  durationMs: number;
  /** As in RecordingProbe. */
  isCut?: true;
};

/**
 * Length of a recording without sound: enough when a transcript comes with it. Refused as without sound when it has no picture either.
 * Fragments are scanned, because the length in their header is a claim.
 */
export async function probePicture(source: ByteSource): Promise<Outcome<PictureProbe, UploadRefusal>> {
  const reader = openRangeReader(source);
  try {
    const found = await findMovie(reader);
    const { endMs, isCut } = await measure(source, reader, found);
    const durationMs = Math.round(endMs);
    if (durationMs > RECORDING_DURATION_MS_MAX) return refused("too-long");
    if (durationMs === 0) return refused(isCut ? "truncated" : "no-audio");
    return ok({ durationMs, ...(isCut && { isCut: true }) });
  } catch (error) {
    // The search for sound has walked the same boxes and needed no scan.
    if (error instanceof RecordingRefusedError && error.reason !== "needs-scan") return refused(error.reason);
    throw error;
  }
}

async function measure(source: ByteSource, reader: RangeReader, { moov, fragmented, places }: FoundMovie) {
  const movie = await readMovie(reader, moov);
  if (!fragmented && !movie.fragmented) {
    if (places.end === "cut") refuse("truncated");
    return { endMs: await pictureEndMs(reader, movie), isCut: false };
  }
  return scanFragments(source, { reader, movie, places, tracks: [], from: moov.end });
}
