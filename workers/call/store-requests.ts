import type { KnownRequest, RequestState } from "#app/domain/call/share-bot.ts";
import { type CallId, randomId } from "#app/domain/ids.ts";
import { CALL_ASKER_NAME_CHARS_MAX } from "#app/domain/limits/calls.ts";
import type { CallGuest, CallRequest } from "#app/domain/meeting/call.ts";
import { publish, readCall } from "#workers/call/store-calls.ts";
import { guestsOf } from "#workers/call/store-guests.ts";

/** Requests for the notes of a room's calls, and the events for their owners. */

export type RequestRow = KnownRequest & {
  requestId: string;
  callId: CallId;
  askerCallId: CallId;
  askedAt: number;
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
    }));
}

/** Raises it, or raises a withdrawn one again. */
export function raiseRequest(
  sql: SqlStorage,
  { callId, askerUserId, askerCallId, state }: Pick<RequestRow, "callId" | "askerUserId" | "askerCallId" | "state">,
  now: number,
): void {
  sql.exec(
    `INSERT INTO call_requests (request_id, call_id, asker_user_id, asker_call_id, state, times, asked_at)
     VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6)
     ON CONFLICT (call_id, asker_user_id) DO UPDATE SET request_id = ?1, asker_call_id = ?4, state = ?5,
       times = times + 1, asked_at = ?6`,
    randomId(),
    callId,
    askerUserId,
    askerCallId,
    state,
    now,
  );
}

export function settleRequest(sql: SqlStorage, requestId: string, state: RequestState): void {
  sql.exec("UPDATE call_requests SET state = ? WHERE request_id = ?", state, requestId);
}

/** Tells the owner who waits for an answer, and who receives the notes too. Inside a transaction. */
export function tellOwner(sql: SqlStorage, callId: CallId, now: number): void {
  if (readCall(sql, callId)?.details === null) return;
  const requests = readRequests(sql).flatMap((request): CallRequest[] => {
    if (request.callId !== callId || request.state !== "open") return [];
    const asker = readCall(sql, request.askerCallId)?.details?.asker;
    if (!asker) return [];
    return [{ id: request.requestId, name: shownName(asker.name), email: asker.email, askedAt: request.askedAt }];
  });
  const guests = guestsOf(sql, callId).flatMap(({ details, feed }): CallGuest[] => {
    const name = details?.asker?.name;
    return name === undefined ? [] : [{ name: shownName(name), since: feed.fromAt === 0 ? null : feed.fromAt }];
  });
  publish(sql, callId, { type: "requests", requests, guests }, now);
}

/** Cleans a name that a person chose: one line, without characters that change the direction of the text around it. */
export function shownName(name: string): string {
  const bare = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  return Array.from(bare).slice(0, CALL_ASKER_NAME_CHARS_MAX).join("");
}
