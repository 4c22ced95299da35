import { RECORDING_DURATION_MS_MAX } from "#app/domain/limits/media.ts";
import type { UploadRefusal } from "#app/domain/meeting/status.ts";
import { type Outcome, ok, refused } from "#app/domain/outcome.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import { findMovie } from "#app/media/find-movie.ts";
import { openRangeReader } from "#app/media/range-reader.ts";
import { readMovie } from "#app/media/read-movie.ts";
import { RecordingRefusedError } from "#app/media/refuse-recording.ts";
import { indexTables } from "#app/media/sample-index.ts";

/**
 * How long a recording without sound plays, in ms: enough where its transcript stands beside it. Refused as without sound
 * where it holds no picture either, or where only a pass over the whole file could tell how long it is (fragments whose
 * header names no length).
 */
export async function probePicture(source: ByteSource): Promise<Outcome<number, UploadRefusal>> {
  const reader = openRangeReader(source);
  try {
    const found = await findMovie(reader);
    const movie = await readMovie(reader, found.moov);
    const index = indexTables(reader);
    const pictures = movie.tracks.filter((track) => track.handler === "vide");
    const counts = await Promise.all(pictures.map((track) => index.count(track)));
    const isFilled = movie.fragmented || counts.some((count) => count > 0);
    const durationMs = Math.round(movie.claimedMs);
    if (durationMs > RECORDING_DURATION_MS_MAX) return refused("too-long");
    return pictures.length > 0 && isFilled && durationMs > 0 ? ok(durationMs) : refused("no-audio");
  } catch (error) {
    // The look for sound has been through the same boxes, and asked for no scan.
    if (error instanceof RecordingRefusedError && error.reason !== "needs-scan") return refused(error.reason);
    throw error;
  }
}
