import type { SoundExtension } from "#app/server/storage/keys.ts";

/**
 * The sound of a recording that stands in the store by itself, a file a window (soundWindowKey): told by a browser that sends it
 * ahead of its video, or cut by ourselves. A window that has landed here is recognised from its file (transcribe-window.ts).
 */
export type PlannedSound = {
  index: number;
  /** As in WindowSpan. */
  track?: number | undefined;
  startMs: number;
  endMs: number;
  /** Ms of the recording that the file covers. */
  audioStartMs: number;
  audioEndMs: number;
  ext: SoundExtension;
};
export type SoundFile = {
  bytes: number;
  /** Base64. */
  sha256: string;
  /** Ms of the file. */
  silences: readonly { startMs: number; endMs: number }[];
};
export type SoundWindow = PlannedSound & {
  file: SoundFile | null;
  landed: boolean;
  /** Whether the video holds the very same bytes; null until it was looked at. */
  same: boolean | null;
};

type RawWindow = {
  position: number;
  track: number;
  start_ms: number;
  end_ms: number;
  audio_start_ms: number;
  audio_end_ms: number;
  ext: string;
  bytes: number | null;
  sha256: string | null;
  silences: string;
  landed: number;
  same: number | null;
};

function windowOf(row: RawWindow): SoundWindow {
  const { bytes, sha256 } = row;
  return {
    index: row.position,
    ...(row.track > 0 && { track: row.track }),
    startMs: row.start_ms,
    endMs: row.end_ms,
    audioStartMs: row.audio_start_ms,
    audioEndMs: row.audio_end_ms,
    ext: row.ext === "wav" || row.ext === "ogg" ? row.ext : "m4a",
    file:
      bytes === null || sha256 === null
        ? null
        : { bytes, sha256, silences: JSON.parse(row.silences) as SoundFile["silences"] },
    landed: row.landed === 1,
    same: row.same === null ? null : row.same === 1,
  };
}

export function planSound(sql: SqlStorage, windows: readonly PlannedSound[]): void {
  sql.exec("DELETE FROM sound_windows");
  for (const window of windows) {
    sql.exec(
      `INSERT INTO sound_windows (position, track, start_ms, end_ms, audio_start_ms, audio_end_ms, ext, silences, landed)
       VALUES (?, ?, ?, ?, ?, ?, ?, '[]', 0)`,
      window.index,
      window.track ?? 0,
      window.startMs,
      window.endMs,
      window.audioStartMs,
      window.audioEndMs,
      window.ext,
    );
  }
}

export function readSound(sql: SqlStorage): SoundWindow[] {
  return sql.exec<RawWindow>("SELECT * FROM sound_windows ORDER BY position").toArray().map(windowOf);
}

export function readSoundWindow(sql: SqlStorage, index: number): SoundWindow | null {
  const row = sql.exec<RawWindow>("SELECT * FROM sound_windows WHERE position = ?", index).toArray()[0];
  return row ? windowOf(row) : null;
}

/** Which file the window will be; nothing is believed of it before it is marked as landed. */
export function awaitSoundFile(sql: SqlStorage, index: number, { bytes, sha256, silences }: SoundFile): void {
  sql.exec(
    "UPDATE sound_windows SET bytes = ?, sha256 = ?, silences = ?, landed = 0 WHERE position = ?",
    bytes,
    sha256,
    JSON.stringify(silences),
    index,
  );
}

export function markSoundLanded(sql: SqlStorage, index: number): void {
  sql.exec("UPDATE sound_windows SET landed = 1 WHERE position = ?", index);
}

export function markSoundCompared(sql: SqlStorage, index: number, same: boolean): void {
  sql.exec("UPDATE sound_windows SET same = ? WHERE position = ?", same ? 1 : 0, index);
}

export function forgetSound(sql: SqlStorage): void {
  sql.exec("DELETE FROM sound_windows");
}
