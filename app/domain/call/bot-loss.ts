import type { BotLoss } from "#app/domain/call/call-state.ts";
import {
  CALL_ENDS,
  CALL_FAILURES,
  CALL_REJECTIONS,
  type CallEnd,
  type CallFailure,
  type CallRejection,
} from "#app/domain/meeting/call.ts";

/** What the loss of a call's last bot means to its meetings. Before it recorded: that there is no recording, and why. */
export function noRecordingOf(
  why: BotLoss,
): { type: "failed"; reason: CallFailure } | { type: "rejected"; reason: CallRejection } {
  const reason = why === "recorder-lost" ? "recorder-unavailable" : why;
  return isFailure(reason) ? { type: "failed", reason } : { type: "rejected", reason: rejectionOf(reason) };
}

/** Why a recording that had begun ended. Not let in again is as good as removed; the rest is the recorder's fault. */
export function endOf(reason: BotLoss): CallEnd {
  if (isEnd(reason)) return reason;
  if (reason === "denied" || reason === "not-admitted") return "removed";
  return reason === "nobody-came" || reason === "host-absent" ? "meeting-ended" : "recorder-lost";
}

/** Why there is no recording, where the bot left before it began: it was sent away, or nobody was there. */
function rejectionOf(reason: CallRejection | CallEnd): CallRejection {
  if (isRejection(reason)) return reason;
  return reason === "removed" || reason === "stopped-in-call" ? "denied" : "nobody-came";
}

function isFailure(reason: BotLoss): reason is CallFailure {
  return CALL_FAILURES.some((one) => one === reason);
}
function isRejection(reason: BotLoss): reason is CallRejection {
  return CALL_REJECTIONS.some((one) => one === reason);
}
function isEnd(reason: BotLoss): reason is CallEnd {
  return CALL_ENDS.some((one) => one === reason);
}
