import type { StoreMigration } from "#workers/durable/migrations.ts";
import { plain, type RowOf, tableOf } from "#workers/durable/table.ts";

/** The push channels of an account's calendars. They are a hint only: without them each calendar is read all the same. */

export const CHANNEL_TABLES: StoreMigration = {
  name: "0002-channels",
  statements: [
    // `remote_id` is null until the provider has answered. A channel that was replaced keeps its row until it is closed.
    `CREATE TABLE channels (
      channel_id TEXT PRIMARY KEY,
      calendar_id TEXT NOT NULL,
      remote_id TEXT,
      renew_at INTEGER NOT NULL
    )`,
    // After an attempt that failed none is made before `retry_at`.
    `CREATE TABLE channel_waits (
      calendar_id TEXT PRIMARY KEY,
      failures INTEGER NOT NULL,
      retry_at INTEGER NOT NULL
    )`,
  ],
};

const CHANNELS = tableOf("channels", {
  channelId: plain<string>(),
  calendarId: plain<string>(),
  remoteId: plain<string | null>(),
  renewAt: plain<number>(),
});
export type ChannelRow = RowOf<typeof CHANNELS>;

export function readChannels(sql: SqlStorage): ChannelRow[] {
  return CHANNELS.select(sql, "ORDER BY rowid");
}

export function saveChannel(sql: SqlStorage, channel: ChannelRow): void {
  const renewed = "ON CONFLICT (channel_id) DO UPDATE SET remote_id = excluded.remote_id, renew_at = excluded.renew_at";
  CHANNELS.insert(sql, channel, renewed);
}

export function forgetChannel(sql: SqlStorage, channelId: string): void {
  sql.exec("DELETE FROM channels WHERE channel_id = ?", channelId);
}

/** Every channel is renewed at the next occasion, or the given one. */
export function expireChannels(sql: SqlStorage, channelId: string | null = null): void {
  sql.exec("UPDATE channels SET renew_at = 0 WHERE ?1 IS NULL OR channel_id = ?1", channelId);
  if (channelId === null) sql.exec("DELETE FROM channel_waits");
}

export function readWait(sql: SqlStorage, calendarId: string): { failures: number; retryAt: number } {
  const [row] = sql
    .exec<{ failures: number; retry_at: number }>("SELECT * FROM channel_waits WHERE calendar_id = ?", calendarId)
    .toArray();
  return { failures: row?.failures ?? 0, retryAt: row?.retry_at ?? 0 };
}

export function saveWait(
  sql: SqlStorage,
  calendarId: string,
  wait: { failures: number; retryAt: number } | null,
): void {
  if (wait === null) sql.exec("DELETE FROM channel_waits WHERE calendar_id = ?", calendarId);
  else
    sql.exec(
      "INSERT OR REPLACE INTO channel_waits (calendar_id, failures, retry_at) VALUES (?, ?, ?)",
      calendarId,
      wait.failures,
      wait.retryAt,
    );
}
