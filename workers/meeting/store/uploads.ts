import { STORED_PIECE_BYTES_MAX } from "#app/domain/limits/steps.ts";
import { joinBytes } from "#app/domain/sha256.ts";
import type { ScanJournal } from "#app/media/fragments/scan-journal.ts";
import type { StoredObject } from "#app/server/ports/recording-store.ts";

/** The keys that this meeting gave out for its bytes before the one that it waits for now. */

export function noteEarlierUpload(sql: SqlStorage, key: string): void {
  sql.exec("INSERT OR IGNORE INTO earlier_uploads (key) VALUES (?)", key);
}

export function readEarlierUploads(sql: SqlStorage): string[] {
  return sql
    .exec<{ key: string }>("SELECT key FROM earlier_uploads WHERE key NOT IN (SELECT upload_key FROM meeting)")
    .toArray()
    .map(({ key }) => key);
}

export function forgetEarlierUpload(sql: SqlStorage, key: string): void {
  sql.exec("DELETE FROM earlier_uploads WHERE key = ?", key);
}

/**
 * Progress of the scan of a recording in fragments, in the object's own tables. An entry longer than the limit of a row takes
 * several rows. Progress also resets the attempts of the piece of work (`key`): only a scan without progress is given up.
 */
export function storedScan(storage: DurableObjectStorage, key: string): ScanJournal {
  const { sql } = storage;
  return {
    *entries() {
      const rows = sql.exec<{ position: number; bytes: ArrayBuffer }>(
        "SELECT position, bytes FROM scan_journal ORDER BY position, piece",
      );
      let pieces: Uint8Array<ArrayBuffer>[] = [];
      let position: number | null = null;
      for (const row of rows) {
        if (row.position !== position && pieces.length > 0) yield joinBytes(pieces.splice(0));
        position = row.position;
        pieces.push(new Uint8Array(row.bytes));
      }
      if (pieces.length > 0) yield joinBytes(pieces);
    },
    append(entry) {
      storage.transactionSync(() => {
        // The scan is no longer wanted: the meeting is gone, or another scan has finished.
        if (sql.exec("SELECT 1 FROM outbox WHERE key = ?", key).toArray().length === 0) return;
        const { next } = sql.exec<{ next: number }>("SELECT count(DISTINCT position) AS next FROM scan_journal").one();
        for (let at = 0, piece = 0; at < entry.byteLength; at += STORED_PIECE_BYTES_MAX, piece++) {
          const bytes = entry.slice(at, at + STORED_PIECE_BYTES_MAX);
          sql.exec("INSERT INTO scan_journal (position, piece, bytes) VALUES (?, ?, ?)", next, piece, bytes);
        }
        sql.exec("UPDATE outbox SET attempts = 0 WHERE key = ?", key);
      });
    },
  };
}

/** Removes the scan's notes once the recording is planned or refused. */
export function forgetScan(sql: SqlStorage): void {
  sql.exec("DELETE FROM scan_journal");
}

/** A document that is written: where its bytes are exactly, and from which sequence of the meeting it was written. */
export type StoredPdf = { sequence: number; fingerprint: string; version: StoredObject };

export function readStoredPdf(sql: SqlStorage, name: string): StoredPdf | null {
  const row = sql
    .exec<{ sequence: number; fingerprint: string; etag: string; size: number }>(
      "SELECT sequence, fingerprint, etag, size FROM pdfs WHERE name = ?",
      name,
    )
    .toArray()[0];
  if (!row) return null;
  return { sequence: row.sequence, fingerprint: row.fingerprint, version: { etag: row.etag, size: row.size } };
}

export function saveStoredPdf(sql: SqlStorage, name: string, { sequence, fingerprint, version }: StoredPdf): void {
  sql.exec(
    "INSERT OR REPLACE INTO pdfs (name, sequence, fingerprint, etag, size) VALUES (?, ?, ?, ?, ?)",
    name,
    sequence,
    fingerprint,
    version.etag,
    version.size,
  );
}
