import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";
import { SUMMARY_EDIT_BYTES_MAX } from "#app/domain/limits/minutes.ts";

/** Corrections of minutes and transcript, and what a page has to know before it offers them. */

/** Minutes as a person changed them. */
export const saveSummary = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/summary",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/meeting/meeting-changes.ts")).summaryEdit,
  bodyBytesMax: SUMMARY_EDIT_BYTES_MAX,
  answer: async () => (await import("#app/contracts/meeting/edit-answers.ts")).correctedAnswer,
  rate: { limit: "edit", counted: "edit-summary" },
  failure: "error.saveMeeting",
});

export const listVersions = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/versions",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/meeting/edit-answers.ts")).versionsAnswer,
  failure: "error.loadingData",
});

/** Earlier minutes. */
export const readVersion = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/versions/:version",
  params: { meetId: "meet-id", version: "version" },
  answer: async () => (await import("#app/contracts/meeting/edit-answers.ts")).versionAnswer,
  failure: "error.loadingData",
});

/** Shows earlier minutes again, as a version of its own. */
export const bringBackVersion = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/versions/:version",
  params: { meetId: "meet-id", version: "version" },
  body: async () => (await import("#app/contracts/meeting/meeting-changes.ts")).bringBack,
  answer: async () => (await import("#app/contracts/meeting/edit-answers.ts")).correctedAnswer,
  rate: { limit: "edit", counted: "bring-back" },
  failure: "error.saveMeeting",
});

/** The labels of the recording, and the person behind each. */
export const readSpeakers = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/speakers",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/meeting/edit-answers.ts")).speakersAnswer,
  failure: "error.loadingData",
});

/** Names speakers once for the whole meeting. */
export const nameSpeakers = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/speakers",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/meeting/meeting-changes.ts")).speakerNames,
  answer: async () => (await import("#app/contracts/meeting/edit-answers.ts")).correctedAnswer,
  rate: { limit: "edit", counted: "name-speakers" },
  failure: "error.saveMeeting",
});

/** So many people spoke: the speakers are told apart again. */
export const countSpeakers = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/voices",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/meeting/meeting-changes.ts")).peopleCount,
  answer: async () => (await import("#app/contracts/meeting/edit-answers.ts")).correctedAnswer,
  rate: { limit: "edit", counted: "count-speakers" },
  failure: "error.saveMeeting",
});

/** The words as they were recognised, and as they were corrected. */
export const readSegment = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/segments/:segmentId",
  params: { meetId: "meet-id", segmentId: "text" },
  answer: async () => (await import("#app/contracts/meeting/edit-answers.ts")).segmentAnswer,
  failure: "error.loadingData",
});

export const correctSegment = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/segments/:segmentId",
  params: { meetId: "meet-id", segmentId: "text" },
  body: async () => (await import("#app/contracts/meeting/meeting-changes.ts")).segmentEdit,
  answer: async () => (await import("#app/contracts/meeting/edit-answers.ts")).correctedAnswer,
  rate: { limit: "edit", counted: "correct-segment" },
  failure: "error.saveMeeting",
});

/** Lines that another speaker said. */
export const assignSegments = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/segments",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/meeting/meeting-changes.ts")).segmentChange,
  answer: async () => (await import("#app/contracts/meeting/edit-answers.ts")).correctedAnswer,
  rate: { limit: "edit", counted: "assign-segments" },
  failure: "error.saveMeeting",
});

/** A task is ticked off, or not any more. */
export const tickTask = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/tasks",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/meeting/meeting-changes.ts")).taskTick,
  answer: async () => (await import("#app/contracts/meeting/edit-answers.ts")).correctedAnswer,
  rate: { limit: "edit", counted: "tick-task" },
  failure: "error.saveMeeting",
});

/** Languages in which the minutes can be written again, and the lines that a person wrote. */
export const readRewrite = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/rewrite",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/meeting/edit-answers.ts")).rewriteAnswer,
  failure: "error.loadingData",
});

/** Has the minutes written again. */
export const rewriteMinutes = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/rewrite",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/meeting/meeting-changes.ts")).rewrite,
  answer: async () => (await import("#app/contracts/meeting/edit-answers.ts")).correctedAnswer,
  rate: { limit: "retry", counted: "rewrite" },
  failure: "edit:rewrite.failedTemplate",
});

/** Has the recording recognised in another language than the one that was chosen; nothing is counted or paid for twice. */
export const transcribeMeeting = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/language",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/meeting/meeting-changes.ts")).languageChange,
  answer: async () => (await import("#app/contracts/meeting/edit-answers.ts")).correctedAnswer,
  rate: { limit: "retry", counted: "transcribe-in" },
  failure: "edit:rewrite.failedLanguage",
});
