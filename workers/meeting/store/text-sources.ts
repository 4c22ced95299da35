import { STORED_PIECE_BYTES_MAX } from "#app/domain/limits/steps.ts";
import type { WindowSpan } from "#app/domain/meeting/states.ts";
import { joinBytes } from "#app/domain/sha256.ts";

/** Sources of the meeting's text: the plan of its audio windows, the caption track, and the transcript that was given. */

/** A window of audio as app/media plans it; `bytes` is its own serialisation, under 2 MB. */
export type StoredPlan = {
  index: number;
  track?: number;
  startMs: number;
  endMs: number;
  audioStartMs: number;
  audioEndMs: number;
  bytes: Uint8Array;
};

export function savePlan(sql: SqlStorage, plan: readonly StoredPlan[]): void {
  for (const window of plan) {
    sql.exec(
      `INSERT OR REPLACE INTO audio_windows (position, track, start_ms, end_ms, audio_start_ms, audio_end_ms, plan)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      window.index,
      window.track ?? 0,
      window.startMs,
      window.endMs,
      window.audioStartMs,
      window.audioEndMs,
      window.bytes,
    );
  }
}

export function readPlan(sql: SqlStorage, index: number): StoredPlan | null {
  const row = sql
    .exec<{
      position: number;
      track: number;
      start_ms: number;
      end_ms: number;
      audio_start_ms: number;
      audio_end_ms: number;
      plan: ArrayBuffer;
    }>("SELECT * FROM audio_windows WHERE position = ?", index)
    .toArray()[0];
  if (!row) return null;
  return {
    ...spanOf(row),
    audioStartMs: row.audio_start_ms,
    audioEndMs: row.audio_end_ms,
    bytes: new Uint8Array(row.plan),
  };
}

/** The stretches of the plan without its bytes. */
export function readSpans(sql: SqlStorage): WindowSpan[] {
  return sql
    .exec<RawSpan>("SELECT position, track, start_ms, end_ms FROM audio_windows ORDER BY position")
    .toArray()
    .map(spanOf);
}

type RawSpan = { position: number; track: number; start_ms: number; end_ms: number };

function spanOf({ position, track, start_ms: startMs, end_ms: endMs }: RawSpan): WindowSpan {
  return { index: position, ...(track > 0 && { track }), startMs, endMs };
}

export function saveCaptionTrack(sql: SqlStorage, track: Uint8Array): void {
  sql.exec("INSERT OR REPLACE INTO caption_track (id, track) VALUES (1, ?)", track);
}

export function readCaptionTrack(sql: SqlStorage): Uint8Array | null {
  const row = sql.exec<{ track: ArrayBuffer }>("SELECT track FROM caption_track").toArray()[0];
  return row ? new Uint8Array(row.track) : null;
}

/** The bytes of the transcript that was given beside the recording. */
export function saveGivenTranscript(sql: SqlStorage, bytes: Uint8Array): void {
  forgetGivenTranscript(sql);
  for (let at = 0, piece = 0; at < bytes.byteLength; at += STORED_PIECE_BYTES_MAX, piece += 1) {
    const end = at + STORED_PIECE_BYTES_MAX;
    sql.exec("INSERT INTO given_transcript (piece, bytes) VALUES (?, ?)", piece, bytes.slice(at, end));
  }
}

/** Null when there is none (any more). */
export function readGivenTranscript(sql: SqlStorage): Uint8Array | null {
  const rows = sql.exec<{ bytes: ArrayBuffer }>("SELECT bytes FROM given_transcript ORDER BY piece").toArray();
  if (rows.length === 0) return null;
  return joinBytes(rows.map((row) => new Uint8Array(row.bytes)));
}

export function hasGivenTranscript(sql: SqlStorage): boolean {
  return sql.exec("SELECT 1 FROM given_transcript LIMIT 1").toArray().length > 0;
}

export function forgetGivenTranscript(sql: SqlStorage): void {
  sql.exec("DELETE FROM given_transcript");
}
