import { assertNever } from "#app/domain/invariant.ts";
import type { GivenTranscriptRefusal, UploadRefusal } from "#app/domain/meeting/status.ts";
import type { CuePlace } from "#app/domain/outcome.ts";
import { measure, startMeter, type UploadMeter } from "#app/features/upload/send/upload-meter.ts";

/**
 * The upload flow of §4 as a pure state machine: form → starting → sending → finishing → arrived, and back to the form with
 * the failure. The dialog draws the state; `send-upload.ts` does the work and reports events.
 */
export type UploadFailure =
  /** §8: a reply that is not OK. `refusal` is the problem of the file, when that was the cause. */
  | { kind: "upload"; refusal: UploadRefusal | GivenTranscriptRefusal | null; cue?: CuePlace }
  /** §8: the network, or anything else that was not foreseen. */
  | { kind: "connection" }
  | { kind: "signed-out" }
  /** The file was changed, moved or renamed after it was chosen. */
  | { kind: "file-changed" }
  /** Another tab of this browser is sending the same file. */
  | { kind: "elsewhere" }
  /** The rate limit per minute was exceeded; a later call may succeed. */
  | { kind: "too-many-requests" };

/** "down": the connection or a server is down; the upload continues automatically. Only uploads in parts can be paused. */
export type SendingWay = "whole" | "parts" | "down" | "paused";

/** The sound of a large video is sent first: it is being sent, it has arrived, or there is none (any more). */
export type SoundStage = "none" | "going" | "in";

export type UploadState =
  | { name: "form"; failure: UploadFailure | null }
  /** The meeting is being created. */
  | { name: "starting"; meter: UploadMeter }
  /** The meter measures the sound while that is being sent, then the video. */
  | { name: "sending"; meetId: string; meter: UploadMeter; way: SendingWay; sound: SoundStage }
  /** All bytes have been sent; the meeting data is being posted and the file checked. */
  | { name: "finishing"; meter: UploadMeter }
  /** The meeting's page is being loaded. */
  | { name: "arrived"; meetId: string; meter: UploadMeter }
  | { name: "limit-reached" };

export type UploadEvent =
  | { type: "submitted"; totalBytes: number; at: number }
  | { type: "sending"; meetId: string; inParts: boolean; at: number }
  | { type: "sound"; stage: SoundStage; totalBytes: number; at: number }
  | { type: "went"; way: Exclude<SendingWay, "whole">; at: number }
  /** Total bytes sent. */
  | { type: "progressed"; sentBytes: number; at: number }
  | { type: "ticked"; at: number }
  | { type: "sent" }
  | { type: "arrived"; meetId: string }
  | { type: "failed"; failure: UploadFailure }
  | { type: "limit-reached" }
  | { type: "cancelled" };

export const UPLOAD_IDLE: UploadState = { name: "form", failure: null };

/** The states from the submit until the meeting's page is loaded. */
export type UploadSubmitted = Extract<UploadState, { meter: UploadMeter }>;

export function isSubmitted(state: UploadState): state is UploadSubmitted {
  return "meter" in state;
}

export function isUnderWay(state: UploadState): boolean {
  return isSubmitted(state) && state.name !== "arrived";
}

/** Whether the upload ended without a meeting: who closed the dialog has not been told yet. */
export function hasStopped(state: UploadState): boolean {
  return state.name === "limit-reached" || (state.name === "form" && state.failure !== null);
}

/** Whether all bytes have been sent: the file is being checked, or the meeting's page is being loaded. */
export function hasLanded(state: UploadSubmitted): boolean {
  return state.name === "finishing" || state.name === "arrived";
}

/** The way of sending and the stage of the sound. Before and after the bytes nothing can be paused and no sound is sent. */
export function goingOf(state: UploadSubmitted): { way: SendingWay; sound: SoundStage } {
  return state.name === "sending" ? state : { way: "whole", sound: "none" };
}

/** An event that the state does not expect changes nothing: a cancelled upload may still report events. */
export function transition(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case "submitted":
      return state.name === "form" ? { name: "starting", meter: startMeter(event.totalBytes, event.at) } : state;
    case "sending":
      // The rate is measured from the first bytes, not from the call before them.
      return state.name === "starting"
        ? {
            name: "sending",
            meetId: event.meetId,
            sound: "none",
            meter: startMeter(state.meter.totalBytes, event.at),
            way: event.inParts ? "parts" : "whole",
          }
        : state;
    case "sound":
      return state.name === "sending"
        ? { ...state, sound: event.stage, meter: startMeter(event.totalBytes, event.at) }
        : state;
    case "went":
      return goWay(state, event);
    case "progressed":
      return state.name === "sending" ? { ...state, meter: measure(state.meter, event.sentBytes, event.at) } : state;
    case "ticked":
      return state.name === "sending"
        ? { ...state, meter: measure(state.meter, state.meter.sentBytes, event.at) }
        : state;
    case "sent":
      return state.name === "starting" || state.name === "sending"
        ? { name: "finishing", meter: { ...state.meter, sentBytes: state.meter.totalBytes } }
        : state;
    case "arrived":
      return state.name === "finishing" ? { name: "arrived", meetId: event.meetId, meter: state.meter } : state;
    case "failed":
      return isUnderWay(state) ? { name: "form", failure: event.failure } : state;
    case "limit-reached":
      return isUnderWay(state) ? { name: "limit-reached" } : state;
    case "cancelled":
      return isUnderWay(state) ? UPLOAD_IDLE : state;
    default:
      return assertNever(event);
  }
}

/** The time of a pause must not lower the rate, so the rate is measured anew after it. */
function goWay(state: UploadState, { way, at }: Extract<UploadEvent, { type: "went" }>): UploadState {
  if (state.name !== "sending" || state.way === "whole" || state.way === way) return state;
  // Requests that a pause aborts do not mean that the connection is down.
  if (state.way === "paused" && way === "down") return state;
  const { totalBytes, sentBytes } = state.meter;
  const meter = way === "paused" ? state.meter : { ...startMeter(totalBytes, at), sentBytes, markBytes: sentBytes };
  return { ...state, way, meter };
}
