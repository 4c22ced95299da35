import type { StoredObject } from "#app/server/ports/recording-store.ts";

/** A document that is written: where its bytes are exactly, and from which sequence of the meeting it was written. */
export type StoredPdf = { sequence: number; fingerprint: string; version: StoredObject };

export function readStoredPdf(sql: SqlStorage, name: string): StoredPdf | null {
  const row = sql
    .exec<{ sequence: number; fingerprint: string; etag: string; size: number }>(
      "SELECT sequence, fingerprint, etag, size FROM papers WHERE name = ?",
      name,
    )
    .toArray()[0];
  if (!row) return null;
  return { sequence: row.sequence, fingerprint: row.fingerprint, version: { etag: row.etag, size: row.size } };
}

export function saveStoredPdf(sql: SqlStorage, name: string, { sequence, fingerprint, version }: StoredPdf): void {
  sql.exec(
    "INSERT OR REPLACE INTO papers (name, sequence, fingerprint, etag, size) VALUES (?, ?, ?, ?, ?)",
    name,
    sequence,
    fingerprint,
    version.etag,
    version.size,
  );
}
