import type { SoundExtension } from "#app/server/storage/keys.ts";
import { flag, json, plain, type RowOf, tableOf } from "#workers/durable/table.ts";

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

const WINDOWS = tableOf("sound_windows", {
  index: plain<number>("position"),
  track: plain<number>(),
  startMs: plain<number>(),
  endMs: plain<number>(),
  audioStartMs: plain<number>(),
  audioEndMs: plain<number>(),
  ext: plain<SoundExtension>(),
  bytes: plain<number | null>(),
  sha256: plain<string | null>(),
  silences: json<SoundFile["silences"]>(),
  landed: flag(),
  same: plain<0 | 1 | null>(),
});

function windowOf({ track, bytes, sha256, silences, same, ...window }: RowOf<typeof WINDOWS>): SoundWindow {
  return {
    ...window,
    ...(track > 0 && { track }),
    file: bytes === null || sha256 === null ? null : { bytes, sha256, silences },
    same: same === null ? null : same === 1,
  };
}

export function planSound(sql: SqlStorage, windows: readonly PlannedSound[]): void {
  sql.exec("DELETE FROM sound_windows");
  for (const window of windows) {
    WINDOWS.insert(sql, { ...window, track: window.track ?? 0, silences: [], landed: false });
  }
}

export function readSound(sql: SqlStorage): SoundWindow[] {
  return WINDOWS.select(sql, "ORDER BY position").map(windowOf);
}

export function readSoundWindow(sql: SqlStorage, index: number): SoundWindow | null {
  const [row] = WINDOWS.select(sql, "WHERE position = ?", index);
  return row ? windowOf(row) : null;
}

/** Which file the window will be; nothing is believed of it before it is marked as landed. */
export function awaitSoundFile(sql: SqlStorage, index: number, { bytes, sha256, silences }: SoundFile): void {
  WINDOWS.update(sql, { bytes, sha256, silences, landed: false }, "WHERE position = ?", index);
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
