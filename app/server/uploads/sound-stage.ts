import { SOUND_LENGTH_SLACK_MS } from "#app/domain/limits/sound-first.ts";
import type { UnfinishedUpload } from "#app/contracts/upload-answers.ts";

/**
 * Progress of the sound of a recording whose video is awaited: until the video arrives, its meeting has the sound alone. `status`
 * is the meeting's as lists hold it; `wantedMs` is the sound that is stored, of the `durationMs` that were announced. If an
 * edit list leaves gaps between windows, the sound counts as complete only when all of it has been transcribed.
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
