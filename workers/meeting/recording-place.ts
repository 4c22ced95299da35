import { RECORDING_TYPES } from "#app/domain/recording-kind.ts";
import type { RecordingPlace } from "#app/server/ports/meeting-process.ts";
import { callScreenshotKey, kindOfKey } from "#app/server/storage/keys.ts";
import { readAlive } from "#workers/meeting/view.ts";

/** Place of the recording to be played; null before it has landed, and when the bytes turned out to be no recording. */
export function recordingPlace(sql: SqlStorage): RecordingPlace | null {
  const row = readAlive(sql);
  if (row?.alive.state.media.kind !== "landed" || row.alive.state.status === "ERROR_RECORDED") return null;
  const { sizeBytes, etag } = row.alive.state.media.version;
  const key = row.alive.state.media.key ?? row.uploadKey;
  return { key, contentType: RECORDING_TYPES[kindOfKey(key)], version: { size: sizeBytes, etag } };
}

/** Place of the screenshot of a bot that failed; null when there is none. */
export function screenshotPlace(sql: SqlStorage): { key: string } | null {
  const row = readAlive(sql);
  return row?.alive.state.call?.screenshot ? { key: callScreenshotKey(row.recordingId) } : null;
}
