import type { CallReason, EndReason, MeetingStatus } from "#app/domain/meeting/status.ts";

/** Why a meeting ended without minutes and what to do, as keys of texts: for its page, and for the mail about it. */

/** The reasons that end a call have texts of their own, which load with the call's part of the page (call-advice.ts). */
type Told = Exclude<EndReason, CallReason>;

/** Every reason with texts of this kind: what happened and what to do. */
const END_REASONS = {
  "no-speech": true,
  changed: true,
  missing: true,
  "not-mp4": true,
  truncated: true,
  "no-audio": true,
  "unsupported-codec": true,
  fragmented: true,
  encrypted: true,
  hostile: true,
  "too-long": true,
  "too-large": true,
  empty: true,
  "speech-not-configured": true,
  "speech-unavailable": true,
  "speech-key-refused": true,
  "speech-refused": true,
  "speech-model-missing": true,
  "speech-engine-missing": true,
  "limit-reached": true,
  "summary-unavailable": true,
  internal: true,
} satisfies Record<Told, true>;

export const EXPLAINED_REASONS = Object.keys(END_REASONS) as Told[];

type Explanation = {
  reason: Told | "rejected";
  /** The data that is not lost, as far as that is known. */
  safe: "recording-and-text" | "recording" | "text" | "details";
};

/** Selects the texts for a meeting that ended without minutes. A reason that is not listed here counts as internal. */
export function explainEnd(
  head: { status: MeetingStatus; reason: string | null; playable: boolean },
  hasText: boolean,
): Explanation {
  const known = EXPLAINED_REASONS.find((reason) => reason === head.reason);
  const reason = known ?? (head.status === "REJECTED" ? "rejected" : "internal");
  const kept = head.playable ? "recording" : "details";
  if (!hasText) return { reason, safe: kept };
  return { reason, safe: head.playable ? "recording-and-text" : "text" };
}

/** Names of the texts for each reason; a reason without words does not compile. */
const NAMES = {
  rejected: "rejected",
  "no-speech": "noSpeech",
  changed: "changed",
  missing: "missing",
  "not-mp4": "notMp4",
  truncated: "truncated",
  "no-audio": "noAudio",
  "unsupported-codec": "unsupportedCodec",
  fragmented: "fragmented",
  encrypted: "encrypted",
  hostile: "hostile",
  "too-long": "tooLong",
  "too-large": "tooLarge",
  empty: "empty",
  "speech-not-configured": "speechNotConfigured",
  "speech-unavailable": "speechUnavailable",
  "speech-key-refused": "speechKeyRefused",
  "speech-refused": "speechRefused",
  "speech-model-missing": "speechModelMissing",
  "speech-engine-missing": "speechEngineMissing",
  "limit-reached": "limitReached",
  "summary-unavailable": "summaryUnavailable",
  internal: "internal",
} as const satisfies Record<Explanation["reason"], string>;

const SAFE = {
  "recording-and-text": "recordingAndText",
  recording: "recording",
  text: "text",
  details: "details",
} as const satisfies Record<Explanation["safe"], string>;

export const happenedKey = (reason: Explanation["reason"]) => `end.happened.${NAMES[reason]}` as const;
export const todoKey = (reason: Explanation["reason"]) => `end.todo.${NAMES[reason]}` as const;
export const safeKey = (safe: Explanation["safe"]) => `end.safe.${SAFE[safe]}` as const;
