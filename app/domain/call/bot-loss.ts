import type { BotLoss } from "#app/domain/call/call-state.ts";
import {
  CALL_ENDS,
  CALL_FAILURES,
  CALL_REJECTIONS,
  type CallEnd,
  type CallFailure,
  type CallRejection,
} from "#app/domain/meeting/call.ts";

/** The event for the meetings of a call that lost its last bot before it recorded: there is no recording, and the reason. */
export function noRecordingOf(
  why: BotLoss,
): { type: "failed"; reason: CallFailure } | { type: "rejected"; reason: CallRejection } {
  const reason = why === "recorder-lost" ? "recorder-unavailable" : why;
  return isFailure(reason) ? { type: "failed", reason } : { type: "rejected", reason: rejectionOf(reason) };
}

/**
 * The reason why a recording that had begun ended. A bot that is not let in again counts as removed; `nobody-came` and
 * `host-absent` count as the end of the meeting; every other reason is a fault of the recorder.
 */
export function endOf(reason: BotLoss): CallEnd {
  if (isEnd(reason)) return reason;
  if (reason === "denied" || reason === "not-admitted") return "removed";
  return reason === "nobody-came" || reason === "host-absent" ? "meeting-ended" : "recorder-lost";
}

/** The reason for a missing recording when the bot left before it began: the bot was sent away, or nobody was there. */
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
