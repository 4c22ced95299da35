import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";

/** Online calls: invitations, and what the owner does with the bot. */

/** §7: its answer's body is not read. */
export const inviteMeeting = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/init_call",
  body: async () => (await import("#app/contracts/recording/invite.ts")).invitePayload,
  answer: async () => (await import("#app/contracts/api-answers.ts")).meetingAnswer,
  rate: { limit: "upload", counted: "init_call" },
  failure: "error.connection",
});

/** Other details of a call that has not started. */
export const changeCall = endpoint({
  ...CHANGES,
  method: "PATCH",
  path: "/api/acta/meetings/:meetId/call",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/recording/invite.ts")).invitePayload,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "edit", counted: "call-change" },
  failure: "error.saveMeeting",
});

/** The planned call does not take place, or the bot stops waiting to be admitted. */
export const cancelCall = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/call/cancel",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "call-cancel" },
  failure: "error.saveMeeting",
});

/** The waiting bot asks once more to be admitted. */
export const askAgain = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/call/ask-again",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "call-ask-again" },
  failure: "call:error.askAgain",
});

/** The owner answers a person who asks for the call's notes. */
export const answerRequest = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/call/answer",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/meeting/meeting-changes.ts")).callAnswerPayload,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "edit", counted: "call-answer" },
  failure: "call:error.answer",
});

/** Ends the recording. */
export const stopCall = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/call/stop",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "call-stop" },
  failure: "call:error.stop",
});

/** The bot's screen when it failed. */
export const readScreenshot = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/call/screenshot",
  params: { meetId: "meet-id" },
  answer: "file",
  failure: "error.notAvailable",
});
