import { SOUND_LENGTH_SLACK_MS } from "#app/domain/limits/sound-first.ts";
import type { UnfinishedUpload } from "#app/contracts/upload-answers.ts";

/**
 * How far the sound of a recording is whose video is awaited: until that is there, its meeting lives from the sound alone. `status`
 * is the meeting's as lists hold it; `wantedMs` is the sound that has landed, of the `durationMs` that were announced. Where an
 * edit list leaves gaps between windows, the last of the sound is noticed only when it has been transcribed.
 */
export function soundStage({
  status,
  wantedMs,
  durationMs,
}: {
  status: string | null;
  wantedMs: number | null;
  durationMs: number | null;
}): UnfinishedUpload["sound"] {
  if (status === null || status === "SCHEDULE" || status === "TORECORD") return undefined;
  if (status === "SUMMARIZED" || status === "SKIPPED_SUMMARY") return "written";
  if (status !== "TRANSCRIBING") return "in";
  return (wantedMs ?? 0) + SOUND_LENGTH_SLACK_MS < (durationMs ?? 0) ? "coming" : "in";
}
