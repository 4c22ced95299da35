import type { Explanation } from "#app/features/meeting/document/explain-end.ts";

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
