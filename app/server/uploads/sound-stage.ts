import type { UnfinishedUpload } from "#app/contracts/upload-answers.ts";

/**
 * How far the sound of a recording is whose video is awaited: until that is there, its meeting lives from the sound alone. `status`
 * is the meeting's as lists hold it, `usage` its state in the ledger, where it counts as soon as all of the sound is in.
 */
export function soundStage({
  status,
  usage,
}: {
  status: string | null;
  usage: string | null;
}): UnfinishedUpload["sound"] {
  if (status === null || status === "SCHEDULE" || status === "TORECORD") return undefined;
  if (status === "SUMMARIZED" || status === "SKIPPED_SUMMARY") return "written";
  return status === "TRANSCRIBING" && usage !== "counted" ? "coming" : "in";
}
