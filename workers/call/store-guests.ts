import type { PieceStream } from "#app/server/ports/call-process.ts";
import type { CallId } from "#app/domain/ids.ts";
import { type CallFeed, type CallRow, openCalls, readCall } from "#workers/call/call-rows.ts";

/**
 * Guests: calls that record with another call's bot, because its owner accepted. Each keeps pieces, people and windows of its
 * own, so that what becomes of the one call leaves the other as it is; only the bot is shared.
 */

export type GuestRow = CallRow & { feed: CallFeed };

/** The calls that record with the bot of `source`, also those that only wait for its last pieces. */
export function guestsOf(sql: SqlStorage, source: CallId): GuestRow[] {
  return openCalls(sql).flatMap((call) => (isFedBy(call, source) ? [call] : []));
}

function isFedBy(call: CallRow, source: CallId): call is GuestRow {
  return call.feed !== null && !call.feed.isOver && call.feed.source === source;
}

export function readFeed(sql: SqlStorage, callId: CallId): CallFeed | null {
  const feed = readCall(sql, callId)?.feed ?? null;
  return feed?.isOver === false ? feed : null;
}

export function saveFeed(sql: SqlStorage, callId: CallId, feed: CallFeed): void {
  sql.exec("UPDATE calls SET feed = ? WHERE call_id = ?", JSON.stringify(feed), callId);
}

/** Nothing that the call's own bot records from `at` on is the call's. The first such moment holds. */
export function cutCall(sql: SqlStorage, callId: CallId, at: number): void {
  sql.exec("UPDATE calls SET cut_at = coalesce(cut_at, ?) WHERE call_id = ?", at, callId);
}

/**
 * Which bot records for a call: under which name the recorder knows it, and as which attempt. A guest's is its source's, also
 * when the source itself has ended.
 */
export function botOf(sql: SqlStorage, call: CallRow): { botRef: string | null; attempt: number; callId: CallId } {
  const source = call.feed && !call.feed.isOver ? readCall(sql, call.feed.source) : null;
  const holder = source ?? call;
  return { botRef: holder.botRef, attempt: holder.state.attempt, callId: holder.callId };
}

/** Whether anybody but `except` wants the bot of `source` to stay. */
export function isBotWanted(sql: SqlStorage, source: CallId, except: CallId | null): boolean {
  const holder = readCall(sql, source);
  // A guest that has a bot of its own again wants it, although an earlier one was cut.
  const own = holder !== null && (holder.cutAt === null || holder.feed !== null) && isWanting(holder);
  if (own && source !== except) return true;
  return guestsOf(sql, source).some((guest) => guest.callId !== except && isWanting(guest));
}

function isWanting({ state, feed }: CallRow): boolean {
  if (feed !== null && !feed.isOver && feed.untilAt !== null) return false;
  return state.status === "starting" || state.status === "lobby" || state.status === "recording";
}

/** The segment of a guest that takes a bot's pieces of `segment`. */
export function guestSegment(feed: CallFeed, segment: number): number {
  return segment + feed.offset;
}

export function hadEnded(feed: CallFeed, { stream, segment }: { stream: PieceStream; segment: number }): boolean {
  return feed.ended.includes(`${stream}-${segment}`);
}

/** The guest's attempt number for an attempt of the bot: each restart of the bot begins a new thousand of segment numbers. */
export function guestAttempt(feed: CallFeed, botAttempt: number): number {
  return botAttempt + feed.offset / SEGMENTS_OF_ATTEMPT;
}

/** The contract's numbering: the segments of the second bot begin at 2000. */
export const SEGMENTS_OF_ATTEMPT = 1000;

/** The bot was restarted: raises the guest's attempt, so that a bot of its own that it sends later has a higher number. */
export function raiseAttempt(sql: SqlStorage, { callId, feed }: GuestRow, botAttempt: number): void {
  sql.exec(
    "UPDATE calls SET state = json_set(state, '$.attempt', max(json_extract(state, '$.attempt'), ?)) WHERE call_id = ?",
    guestAttempt(feed, botAttempt),
    callId,
  );
}

/** Notes a piece without content for the guest, so that the list has no hole and later pieces are not held back. */
export function noteEmptyPiece(
  sql: SqlStorage,
  callId: CallId,
  piece: { stream: PieceStream; segment: number; seq: number; sha256: string },
  now: number,
): void {
  sql.exec(
    `INSERT OR IGNORE INTO pieces (call_id, stream, segment, seq, size, sha256, at, media_start, media_bytes)
     VALUES (?, ?, ?, ?, 0, ?, ?, -1, 0)`,
    callId,
    piece.stream,
    piece.segment,
    piece.seq,
    piece.sha256,
    now,
  );
}
