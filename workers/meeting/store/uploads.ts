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
