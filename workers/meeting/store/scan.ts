import { joinBytes } from "#app/domain/join-bytes.ts";
import { STORED_PIECE_BYTES_MAX } from "#app/domain/limits/steps.ts";
import type { ScanJournal } from "#app/media/fragments/scan-journal.ts";

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
