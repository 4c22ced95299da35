import type { KnownRequest, RequestState } from "#app/domain/call/share-bot.ts";
import { type CallId, randomId } from "#app/domain/ids.ts";

/** Requests of people for the notes of other people's calls in the room. */

export type RequestRow = KnownRequest & {
  requestId: string;
  callId: CallId;
  askerCallId: CallId;
  askedAt: number;
  /** The owner's event invites the asker: the call is shared then, unless its owner refuses. Null: only the owner's answer shares it. */
  sharesAt: number | null;
};

export function readRequests(sql: SqlStorage): RequestRow[] {
  return sql
    .exec<{
      request_id: string;
      call_id: string;
      asker_user_id: string;
      asker_call_id: string;
      state: string;
      times: number;
      asked_at: number;
      shares_at: number | null;
    }>("SELECT * FROM call_requests ORDER BY asked_at, request_id")
    .toArray()
    .map((row) => ({
      requestId: row.request_id,
      callId: row.call_id as CallId,
      askerUserId: row.asker_user_id,
      askerCallId: row.asker_call_id as CallId,
      state: row.state as RequestState,
      times: row.times,
      askedAt: row.asked_at,
      sharesAt: row.shares_at,
    }));
}

/** Raises it, or raises a withdrawn one again. */
export function raiseRequest(
  sql: SqlStorage,
  { callId, askerUserId, askerCallId, state, sharesAt }: Omit<RequestRow, "requestId" | "times" | "askedAt">,
  now: number,
): void {
  sql.exec(
    `INSERT INTO call_requests (request_id, call_id, asker_user_id, asker_call_id, state, times, asked_at, shares_at)
     VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6, ?7)
     ON CONFLICT (call_id, asker_user_id) DO UPDATE SET request_id = ?1, asker_call_id = ?4, state = ?5,
       times = times + 1, asked_at = ?6, shares_at = ?7`,
    randomId(),
    callId,
    askerUserId,
    askerCallId,
    state,
    now,
    sharesAt,
  );
}

export function settleRequest(sql: SqlStorage, requestId: string, state: RequestState): void {
  sql.exec("UPDATE call_requests SET state = ? WHERE request_id = ?", state, requestId);
}

export function saveSharesAt(sql: SqlStorage, requestId: string, sharesAt: number | null): void {
  sql.exec("UPDATE call_requests SET shares_at = ? WHERE request_id = ?", sharesAt, requestId);
}

/** When the next request of an invited person is accepted; null when none waits. */
export function nextSharingAt(sql: SqlStorage): number | null {
  return sql.exec<{ at: number | null }>("SELECT min(shares_at) AS at FROM call_requests WHERE state = 'open'").one()
    .at;
}
