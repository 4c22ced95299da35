import { awaitsFile } from "#app/domain/meeting/states.ts";
import { soundWindowKey } from "#app/server/storage/keys.ts";
import { readSound } from "#workers/meeting/store/sound.ts";
import { readAlive } from "#workers/meeting/view.ts";

/**
 * Whether bytes that land under this key are the meeting's: the key that it gave out last for its file, for the transcript
 * beside it, or for a window of sound ahead of it. False for a meeting that is gone or gave its file up, and for keys of an
 * earlier submit. Stays true after the bytes were accepted, so that a repeated write-once PUT is told that they landed
 * (412) and any other answers as S3 does.
 */
export function takesPut(sql: SqlStorage, key: string): boolean {
  const row = readAlive(sql);
  if (row?.source !== "upload") return false;
  if (key === row.uploadKey || key === row.transcript?.key) {
    return awaitsFile(row.alive.state) || row.alive.state.media.kind === "landed";
  }
  return readSound(sql).some(
    ({ file, ...window }) =>
      file !== null && key === soundWindowKey(row.recordingId, { ...window, sha256: file.sha256 }),
  );
}
