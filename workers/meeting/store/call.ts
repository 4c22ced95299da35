import type { PublishedCallEventOf } from "#app/domain/meeting/call-fact.ts";
import type { SpeakerStretch } from "#app/domain/transcript/call-speakers.ts";

/** The windows of a call's sound, as the call object told of them. */
export type CallWindow = {
  index: number;
  startMs: number;
  endMs: number;
  audioStartMs: number;
  audioEndMs: number;
  /** Ms from audioStartMs. */
  silences: { startMs: number; endMs: number }[];
  /** Ms of the recording. */
  speakers: SpeakerStretch[];
  /** Stretches in which a person's microphone only repeats what another window has, in ms of the recording. */
  echo: { startMs: number; endMs: number }[];
};

export function saveCallWindow(
  sql: SqlStorage,
  window: Omit<PublishedCallEventOf<"window">, "type" | "callId" | "turn" | "at">,
): void {
  sql.exec(
    `INSERT OR IGNORE INTO call_windows (position, start_ms, end_ms, audio_start_ms, audio_end_ms, silences, speakers, echo)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    window.index,
    window.startMs,
    window.endMs,
    window.audioStartMs,
    window.audioEndMs,
    JSON.stringify(window.silences),
    JSON.stringify(window.speakers),
    window.echo ? JSON.stringify(window.echo) : null,
  );
}

export function forgetCallWindows(sql: SqlStorage): void {
  sql.exec("DELETE FROM call_windows");
}

export function readCallWindow(sql: SqlStorage, index: number): CallWindow | null {
  const row = sql
    .exec<{
      position: number;
      start_ms: number;
      end_ms: number;
      audio_start_ms: number;
      audio_end_ms: number;
      silences: string;
      speakers: string;
      echo: string | null;
    }>("SELECT * FROM call_windows WHERE position = ?", index)
    .toArray()[0];
  if (!row) return null;
  return {
    index: row.position,
    startMs: row.start_ms,
    endMs: row.end_ms,
    audioStartMs: row.audio_start_ms,
    audioEndMs: row.audio_end_ms,
    silences: JSON.parse(row.silences) as CallWindow["silences"],
    speakers: JSON.parse(row.speakers) as CallWindow["speakers"],
    echo: row.echo === null ? [] : (JSON.parse(row.echo) as CallWindow["echo"]),
  };
}
