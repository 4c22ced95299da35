import { awaitsFile } from "#app/domain/meeting/states.ts";
import { soundWindowKey } from "#app/server/storage/keys.ts";
import { readSound } from "#workers/meeting/store-sound.ts";
import { readAlive } from "#workers/meeting/view.ts";

/**
 * Whether bytes that land under this key are the meeting's: the key that it gave out last for its file, for the transcript
 * beside it, or for a window of sound ahead of it. False for a meeting that is gone or gave its file up, and for keys of an
 * earlier submit. The file's own key stays true after the bytes were accepted, so that a repeated PUT is told that they
 * landed.
 */
export function takesPut(sql: SqlStorage, key: string): boolean {
  const row = readAlive(sql);
  if (row?.source !== "upload") return false;
  const isAwaited = awaitsFile(row.alive.state);
  if (key === row.uploadKey) return isAwaited || row.alive.state.media.kind === "landed";
  if (key === row.transcript?.key) return isAwaited;
  return readSound(sql).some(
    ({ file, ...window }) =>
      file !== null && key === soundWindowKey(row.recordingId, { ...window, sha256: file.sha256 }),
  );
}
