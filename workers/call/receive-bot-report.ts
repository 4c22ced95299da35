import type { CallId } from "#app/domain/ids.ts";
import { RECORDER_WEBHOOK_REMEMBERED_MS } from "#app/domain/limits/calls.ts";
import type { BotSaid } from "#app/server/ports/call-process.ts";
import { applyCallEvent, readCall } from "#workers/call/store-calls.ts";
import { eventOfState } from "#workers/call/take-events.ts";

/**
 * Applies the report of a hosted recorder's webhook about the call's bot, once: the id of the webhook is stored in the same
 * transaction as its effect. A webhook for a bot that the call does not have (yet) is not stored, so that its repetition can be
 * applied.
 */
export function receiveBotReport(
  storage: DurableObjectStorage,
  callId: CallId,
  said: BotSaid,
  now: number,
): "received" | "repeated" | "gone" {
  const { sql } = storage;
  return storage.transactionSync(() => {
    const call = readCall(sql, callId);
    if (call === null || call.details === null || call.botRef !== said.botRef) return "gone";
    sql.exec("DELETE FROM webhooks WHERE heard_at < ?", now - RECORDER_WEBHOOK_REMEMBERED_MS);
    const insert = "INSERT INTO webhooks (call_id, id, heard_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING id";
    if (sql.exec(insert, callId, said.id, now).toArray().length === 0) return "repeated";
    sql.exec("UPDATE calls SET heard_at = ? WHERE call_id = ?", now, callId);
    const { attempt } = call.state;
    const event =
      said.state === "recording"
        ? ({ type: "capture-began", attempt, startedAt: said.at } as const)
        : eventOfState(attempt, said.state, said.reason);
    if (event) applyCallEvent(storage, callId, event, { now });
    return "received";
  });
}
