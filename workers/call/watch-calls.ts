import * as z from "zod";
import { type CallEvent, isLive } from "#app/domain/call/call-state.ts";
import { followsAnother } from "#app/domain/call/share-bot.ts";
import {
  BOT_LEAVES_MS_MAX,
  BOT_SILENCE_MS_MAX,
  CALL_LEAD_MS,
  CALL_NO_PIECES_MS_MAX,
  CALL_NO_PIECES_SURE_MS,
  PIECES_AWAITED_MS_MAX,
  PIECES_QUIET_MS_MAX,
  RECORDER_AWAITED_LIVE_MS_MAX,
  RECORDER_AWAITED_MS_MAX,
  RECORDER_LOOK_MS,
} from "#app/domain/limits/calls.ts";
import type { CallId } from "#app/domain/ids.ts";
import { hereDueAt, watchHere } from "#workers/call/here-recording.ts";
import { faultOf } from "#app/server/log.ts";
import type { RecorderReport } from "#app/server/ports/recorder.ts";
import type { CallSound } from "#workers/call/call-sound.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { forwardCallEvent } from "#workers/call/feed-guests.ts";
import { type CallRow, callsOfPerson, openCalls, readCall } from "#workers/call/call-rows.ts";
import { applyCallEvent } from "#workers/call/apply-event.ts";
import { botOf } from "#workers/call/store-guests.ts";
import { readProgress, saveProgress } from "#workers/call/store-joined.ts";
import { isStarting } from "#workers/call/store-outbox.ts";
import { isCopying, isWhole } from "#workers/call/store-sound.ts";
import { eventOfHosted, eventOfState } from "#workers/call/take-events.ts";

/** Time-based transitions of calls: a call begins, a bot falls silent, a bot does not leave, pieces do not arrive. */

type Needs = { deps: CallDeps; storage: DurableObjectStorage; sound: CallSound };

/** Time of the next check of a call; null when only other events can change it. */
export function lookDueAt(sql: SqlStorage, call: CallRow): number | null {
  const at = dueAt(sql, call);
  return at === null ? null : Math.max(at, call.lookAt);
}

function dueAt(sql: SqlStorage, call: CallRow): number | null {
  const { state, lastReportAt, pieceAt } = call;
  if (call.details?.here) return hereDueAt(sql, call);
  // The call that owns the bot watches it, so its guests need not.
  if (isWatchedBySource(sql, call)) return null;
  switch (state.status) {
    case "scheduled":
      return followsAnother({ ...call, state }, callsOfPerson(sql, call.ownerUserId))
        ? state.startsAt
        : state.startsAt - CALL_LEAD_MS;
    case "starting":
      return isStarting(sql, call.callId) ? null : lastReportAt + BOT_SILENCE_MS_MAX;
    case "lobby":
      return lastReportAt + BOT_SILENCE_MS_MAX;
    case "recording":
      return sendsPieces(sql, call.callId)
        ? Math.min(lastReportAt + BOT_SILENCE_MS_MAX, Math.max(pieceAt, state.since) + CALL_NO_PIECES_MS_MAX)
        : lastReportAt + BOT_SILENCE_MS_MAX;
    case "stopping":
      return Math.max(state.since + BOT_LEAVES_MS_MAX, lastReportAt + BOT_SILENCE_MS_MAX);
    case "closing":
      return isWhole(sql, call.callId)
        ? state.since
        : Math.max(state.since, pieceAt, lastReportAt) + PIECES_QUIET_MS_MAX;
    case "storing":
    case "over":
      return null;
    default:
      return state satisfies never;
  }
}

/** A bot of our own recorder announces segments; a hosted one gives a file at the end. */
function sendsPieces(sql: SqlStorage, callId: CallId): boolean {
  return sql.exec("SELECT 1 FROM segments WHERE call_id = ? LIMIT 1", callId).toArray().length > 0;
}

/** The bot reports that it records and sends nothing, and nothing waits on its recorder's disk. */
function isMute({ state, pieceAt }: CallRow, report: RecorderReport, now: number): boolean {
  if (state.status !== "recording" || report.attempt === null || report.spooledPieces !== 0) return false;
  return now - Math.max(pieceAt, state.since) >= CALL_NO_PIECES_MS_MAX;
}

/** The first answer is noted, and the second one counts. */
function isMuteStill(sql: SqlStorage, { callId, pieceAt, state }: CallRow, now: number): boolean {
  const since = Math.max(pieceAt, state.since);
  const noted = readProgress<{ at: number; since: number }>(sql, callId, "mute");
  if (noted?.since === since) return now - noted.at >= CALL_NO_PIECES_SURE_MS;
  saveProgress(sql, callId, "mute", { at: now, since });
  return false;
}

function isWatchedBySource(sql: SqlStorage, { feed, state }: CallRow): boolean {
  if (feed === null || feed.isOver || feed.untilAt !== null || !isLive(state.status)) return false;
  const source = readCall(sql, feed.source);
  return source !== null && source.cutAt === null && isLive(source.state.status);
}

export async function watchCalls(needs: Needs): Promise<void> {
  const { deps, storage, sound } = needs;
  for (const call of openCalls(storage.sql)) {
    const lookAt = lookDueAt(storage.sql, call);
    const now = deps.now();
    if (lookAt === null || lookAt > now) continue;
    if (call.state.status === "scheduled") {
      applyCallEvent(storage, call.callId, { type: "due" }, { now });
      continue;
    }
    storage.sql.exec("UPDATE calls SET look_at = ? WHERE call_id = ?", now + RECORDER_LOOK_MS, call.callId);
    if (call.details?.here) {
      if (call.state.status === "closing") await sound.end(call.callId);
      else watchHere(storage, call, now);
      continue;
    }
    if (call.state.status === "closing") await endWaiting(needs, call);
    else if (isLive(call.state.status)) await lookAtBot(needs, call);
  }
}

/** The bot was silent for a while: the recorder is asked, and another bot is sent if the recorder does not know it. */
async function lookAtBot({ deps, storage }: Needs, call: CallRow): Promise<void> {
  const { callId, state } = call;
  const { attempt } = state;
  const report = await reportOn(deps, storage.sql, call);
  const now = deps.now();
  const apply = (event: CallEvent) => {
    applyCallEvent(storage, callId, event, { now });
    forwardCallEvent(storage, callId, { event, now });
  };
  if (report === "unreachable") {
    const waitMs = state.startedAt === null ? RECORDER_AWAITED_MS_MAX : RECORDER_AWAITED_LIVE_MS_MAX;
    if (now - call.lastReportAt >= waitMs || state.status === "stopping") {
      apply({ type: "recorder-refused", attempt, reason: "recorder-unavailable" });
    }
    return;
  }
  const known = botOf(storage.sql, call).attempt;
  if (report === null || report === "unknown" || (report.attempt !== null && report.attempt !== known)) {
    apply({ type: "bot-lost", attempt, reason: "recorder-unavailable" });
    return;
  }
  storage.sql.exec("UPDATE calls SET last_report_at = ? WHERE call_id = ?", now, callId);
  if (isMute(call, report, now) && isMuteStill(storage.sql, call, now)) {
    deps.log("call.bot.mute", { callId, attempt });
    // Its next report is answered with the order to leave.
    apply({ type: "bot-left", attempt, reason: "capture-failed" });
    return;
  }
  // A hosted bot's webhook may have been lost: its own recorder sends no pieces by which we would know.
  const isRecorded = report.media !== null || report.state === "recording";
  const recordsSince = isRecorded ? (report.media?.startedAt ?? now) : null;
  if (report.attempt === null && recordsSince !== null) {
    applyCallEvent(storage, callId, { type: "capture-began", attempt, startedAt: recordsSince }, { now });
  }
  const hasRecorded = state.startedAt !== null || recordsSince !== null;
  const event =
    report.attempt === null
      ? eventOfHosted(attempt, report, hasRecorded)
      : eventOfState(attempt, report.state, report.reason);
  const isGone = report.state === "left" || report.state === "failed";
  // Also one that says that it is leaving, or is in a lobby again: it was told to leave long ago.
  if (state.status === "stopping" && !isGone) applyCallEvent(storage, callId, { type: "stop-overdue" }, { now });
  else if (event) apply(event);
}

/** Announced pieces do not arrive: asks the recorder whether any can still arrive. */
async function endWaiting({ deps, storage, sound }: Needs, call: CallRow): Promise<void> {
  const { state } = call;
  if (state.status !== "closing" || isCopying(storage.sql, call.callId)) return;
  if (!isWhole(storage.sql, call.callId)) {
    const report = await reportOn(deps, storage.sql, call);
    const mayCome = report === "unreachable" || (typeof report === "object" && (report?.spooledPieces ?? 0) > 0);
    if (mayCome && deps.now() - Math.max(state.since, call.pieceAt) < PIECES_AWAITED_MS_MAX) {
      storage.sql.exec("UPDATE calls SET last_report_at = ? WHERE call_id = ?", deps.now(), call.callId);
      return;
    }
  }
  await sound.end(call.callId);
}

/** `unknown`: no bot was ever named, or there is no recorder. */
async function reportOn(
  deps: CallDeps,
  sql: SqlStorage,
  call: CallRow,
): Promise<RecorderReport | null | "unreachable" | "unknown"> {
  const { botRef } = botOf(sql, call);
  if (deps.recorder === null || botRef === null) return "unknown";
  try {
    return await deps.recorder.report(botRef);
  } catch (error) {
    deps.log("call.look.failed", { callId: call.callId, error: faultOf(error) });
    return "unreachable";
  }
}

/** A note in the bucket that names the room's object of a call, for callers that know only the call's id. */
const note = z.object({ object: z.string().regex(/^[0-9a-f]{64}$/) });

export function writeCallNote(object: string): string {
  return JSON.stringify({ object } satisfies z.output<typeof note>);
}

/** Null where there is no such call, or nothing that can be read. */
export function readCallNote(text: string | null): string | null {
  if (text === null) return null;
  try {
    return note.safeParse(JSON.parse(text)).data?.object ?? null;
  } catch {
    return null;
  }
}
