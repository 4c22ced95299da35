import * as z from "zod";
import type { BotReason, BotState } from "#app/contracts/recording/recorder.ts";
import { isId } from "#app/domain/ids.ts";
import type { CallAddress } from "#app/server/ports/recorder.ts";

/** Maps the bot states of hosted recorders to ours. */

export type HostedState = { state: BotState; reason: BotReason | null };

const attendeeStates: Readonly<Record<string, HostedState>> = {
  ready: { state: "starting", reason: null },
  scheduled: { state: "starting", reason: null },
  staged: { state: "starting", reason: null },
  joining: { state: "joining", reason: null },
  waiting_room: { state: "waiting", reason: null },
  joined_not_recording: { state: "joining", reason: null },
  joined_recording: { state: "recording", reason: null },
  joined_recording_paused: { state: "recording", reason: null },
  joined_recording_permission_denied: { state: "left", reason: "denied" },
  leaving: { state: "leaving", reason: null },
  post_processing: { state: "left", reason: "meeting-ended" },
  ended: { state: "left", reason: "meeting-ended" },
  data_deleted: { state: "left", reason: "recorder-lost" },
};
const attendeeFaults: Readonly<Record<string, BotReason>> = {
  waiting_room_timeout: "not-admitted",
  waiting_room_timeout_exceeded: "not-admitted",
  request_denied: "denied",
  request_to_join_denied: "denied",
  meeting_not_found: "bad-link",
  login_required: "sign-in-required",
  captcha: "captcha",
  blocked_by_captcha: "captcha",
  out_of_credits: "recorder-unavailable",
};

/** A state that is not in the list is an intermediate state of joining. */
export function attendeeState(state: string, subType: string | null): HostedState {
  if (state === "fatal_error") return { state: "failed", reason: attendeeFaults[subType ?? ""] ?? "join-failed" };
  return attendeeStates[state] ?? { state: "starting", reason: null };
}

const recallStates: Readonly<Record<string, HostedState>> = {
  ready: { state: "starting", reason: null },
  joining_call: { state: "joining", reason: null },
  in_waiting_room: { state: "waiting", reason: null },
  in_call_not_recording: { state: "joining", reason: null },
  recording_permission_allowed: { state: "joining", reason: null },
  recording_permission_denied: { state: "left", reason: "denied" },
  in_call_recording: { state: "recording", reason: null },
  call_ended: { state: "left", reason: "meeting-ended" },
  recording_done: { state: "left", reason: "meeting-ended" },
  done: { state: "left", reason: "meeting-ended" },
};
const recallEnds: Readonly<Record<string, BotReason>> = {
  bot_received_leave_call: "stopped",
  bot_kicked_from_call: "removed",
  bot_kicked_from_waiting_room: "denied",
  timeout_exceeded_waiting_room: "not-admitted",
  timeout_exceeded_noone_joined: "nobody-came",
  timeout_exceeded_everyone_left: "left-alone",
  timeout_exceeded_only_bots_detected_using_participant_events: "only-bots",
  timeout_exceeded_only_bots_detected_using_participant_names: "only-bots",
  timeout_exceeded_silence_detected: "silence",
  timeout_exceeded_max_duration: "limit",
  call_ended_by_host: "meeting-ended",
  call_ended_by_platform_idle: "meeting-ended",
};
const recallFaults: Readonly<Record<string, BotReason>> = {
  meeting_not_found: "bad-link",
  meeting_link_expired: "bad-link",
  meeting_link_invalid: "bad-link",
  meeting_requires_sign_in: "sign-in-required",
  meeting_requires_registration: "sign-in-required",
  meeting_password_incorrect: "bad-link",
  google_meet_bot_blocked: "bot-wall",
  google_meet_sign_in_captcha_failed: "captcha",
};

export function recallState(code: string, subCode: string | null): HostedState {
  if (code === "fatal") return { state: "failed", reason: recallFaults[subCode ?? ""] ?? "join-failed" };
  const known = recallStates[code] ?? { state: "starting", reason: null };
  const end = known.state === "left" ? recallEnds[subCode ?? ""] : undefined;
  return end === undefined ? known : { ...known, reason: end };
}

/** Metadata of a hosted bot, as we wrote it into the order. It identifies the call. */
export const hostedMetadata = z.object({
  acta_call: z.string().refine(isId),
  acta_object: z.string().regex(/^[0-9a-f]{64}$/),
});

export function addressOf(metadata: z.output<typeof hostedMetadata>): CallAddress {
  return { callId: metadata.acta_call, object: metadata.acta_object };
}

/** Whether a signature is the HMAC-SHA256 of the message, compared without telling where it differs. */
export async function isSigned(secret: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>, signature: string) {
  const bytes = fromBase64(signature);
  if (bytes === null || secret.byteLength === 0) return false;
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  return crypto.subtle.verify("HMAC", key, bytes, message);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Epoch ms of a time as they write it, or `now` where it is none. */
export function timeOf(text: string | null | undefined, now: number): number {
  const at = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? now : Math.round(at);
}
