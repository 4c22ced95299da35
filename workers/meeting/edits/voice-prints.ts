import { PRINT_SPOKEN_MS_MIN } from "#app/domain/limits/voices.ts";
import { voicePrints } from "#app/domain/voices/voice-prints.ts";
import type { SpeakerPrint } from "#app/server/ports/meeting-edits.ts";
import type { RecordingStore } from "#app/server/ports/recording-store.ts";
import { readFrames, voicedWindows, windowOfSegment } from "#workers/meeting/steps/read-voices.ts";
import { labelSegments, readSpeakers } from "#workers/meeting/store/corrections.ts";
import { readRecognisedSegments } from "#workers/meeting/store/transcript.ts";
import { readAlive } from "#workers/meeting/view.ts";

type Alive = NonNullable<ReturnType<typeof readAlive>>;

/** The voices of the speakers, from what is stored with the recording; none where it is gone, or its voices were not told apart. */
export async function readPrints(
  sql: SqlStorage,
  store: RecordingStore,
  { alive, recordingId }: Alive,
): Promise<SpeakerPrint[]> {
  const windows = voicedWindows(alive.state);
  const frames = await readFrames(store, recordingId, (window) => windows.has(window));
  // The meeting may have been deleted meanwhile.
  if (frames.length === 0 || readAlive(sql) === null) return [];
  // Frames count from the beginning of the file, of which a split meeting has a part.
  const fromMs = alive.state.span?.startMs ?? 0;
  const names = new Map(readSpeakers(sql).map(({ label, name }) => [label, name]));
  const lines = labelSegments(sql, readRecognisedSegments(sql))
    .filter(({ id }) => windows.has(windowOfSegment(id)))
    .map(({ speaker, startMs, endMs }) => ({ label: speaker, startMs: startMs + fromMs, endMs: endMs + fromMs }));
  return voicePrints(lines, frames, PRINT_SPOKEN_MS_MIN).map((print) => ({
    ...print,
    name: names.get(print.label) ?? null,
  }));
}
