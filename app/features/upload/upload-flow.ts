import { assertNever } from "#app/domain/invariant.ts";
import type { GivenTranscriptRefusal, UploadRefusal } from "#app/domain/meeting/status.ts";
import type { CuePlace } from "#app/domain/outcome.ts";
import { measure, startMeter, type UploadMeter } from "#app/features/upload/upload-meter.ts";

/**
 * The upload flow of §4 as a pure machine: form → starting → sending → finishing → arrived, and back to the form with
 * what went wrong. The dialog draws the state; `send-upload.ts` does the work and reports events.
 */
export type UploadFailure =
  /** §8: a reply that is not OK. `refusal` is what was wrong with the file, where that was the cause. */
  | { kind: "upload"; refusal: UploadRefusal | GivenTranscriptRefusal | null; cue?: CuePlace }
  /** §8: the network, or anything else that was not foreseen. */
  | { kind: "connection" }
  | { kind: "signed-out" }
  /** The file was changed, moved or renamed after it was chosen. */
  | { kind: "file-changed" }
  /** Another tab of this browser is sending the same file. */
  | { kind: "elsewhere" }
  /** More calls in a minute than a person makes; the next one may pass. */
  | { kind: "too-many-requests" };

/** "down": the line or a server is; it goes on by itself. Only what goes in parts can be paused. */
export type SendingWay = "whole" | "parts" | "down" | "paused";

/** The sound goes ahead of a large video: it is on its way, it is in, or there is none (any more). */
export type SoundStage = "none" | "going" | "in";

export type UploadState =
  | { name: "form"; failure: UploadFailure | null }
  /** The meeting is being created. */
  | { name: "starting"; meter: UploadMeter }
  /** The meter is the sound's while that is going, then the video's. */
  | { name: "sending"; meetId: string; meter: UploadMeter; way: SendingWay; sound: SoundStage }
  /** All bytes have been sent; the meeting data is being posted and the file looked at. */
  | { name: "finishing"; meter: UploadMeter }
  /** The meeting's page is on its way. */
  | { name: "arrived"; meetId: string; meter: UploadMeter }
  | { name: "limit-reached" };

export type UploadEvent =
  | { type: "submitted"; totalBytes: number; at: number }
  | { type: "sending"; meetId: string; inParts: boolean; at: number }
  | { type: "sound"; stage: SoundStage; totalBytes: number; at: number }
  | { type: "went"; way: Exclude<SendingWay, "whole">; at: number }
  /** Bytes sent in all; the same number again is a tick of the clock. */
  | { type: "progressed"; sentBytes: number; at: number }
  | { type: "ticked"; at: number }
  | { type: "sent" }
  | { type: "arrived"; meetId: string }
  | { type: "failed"; failure: UploadFailure }
  | { type: "limit-reached" }
  | { type: "cancelled" };

export const UPLOAD_IDLE: UploadState = { name: "form", failure: null };

/** From the submit until the meeting's page is there. */
export type UploadSubmitted = Extract<UploadState, { meter: UploadMeter }>;

export function isSubmitted(state: UploadState): state is UploadSubmitted {
  return "meter" in state;
}

export function isUnderWay(state: UploadState): boolean {
  return isSubmitted(state) && state.name !== "arrived";
}

/** All bytes are there, and the file is looked at. */
export function hasLanded(state: UploadSubmitted): boolean {
  return state.name === "finishing" || state.name === "arrived";
}

/** How the bytes go; before and after them nothing can be paused, and no sound is on its way. */
export function goingOf(state: UploadSubmitted): { way: SendingWay; sound: SoundStage } {
  return state.name === "sending" ? state : { way: "whole", sound: "none" };
}

/** An event that the state does not expect changes nothing: what was cancelled may still report. */
export function transition(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case "submitted":
      return state.name === "form" ? { name: "starting", meter: startMeter(event.totalBytes, event.at) } : state;
    case "sending":
      // The clock of the rate starts with the bytes, not with the call before them.
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

/** A pause and what it breaks off are no time in which the line was slow: the rate is measured anew after it. */
function goWay(state: UploadState, { way, at }: Extract<UploadEvent, { type: "went" }>): UploadState {
  if (state.name !== "sending" || state.way === "whole" || state.way === way) return state;
  // What is broken off by a pause is no fault of the line.
  if (state.way === "paused" && way === "down") return state;
  const { totalBytes, sentBytes } = state.meter;
  const meter = way === "paused" ? state.meter : { ...startMeter(totalBytes, at), sentBytes, markBytes: sentBytes };
  return { ...state, way, meter };
}
