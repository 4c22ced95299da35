import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";
import { FOLLOW_UP_BODY_BYTES_MAX } from "#app/domain/limits/mail.ts";

/** Mails to those who were there, written from the minutes. Only the meeting's creator sends them, and only by a press of the button. */

/** ?language= of the words around the lines of the minutes; without it, the language of the minutes. */
export const draftFollowUp = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/follow-up",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/follow-up.ts")).followUpDraft,
  rate: { limit: "edit", counted: "follow-up-draft" },
  failure: "connections:followUp.error.load",
});

export const sendFollowUp = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/follow-up",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/integration-changes.ts")).followUpPayload,
  bodyBytesMax: FOLLOW_UP_BODY_BYTES_MAX,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "follow-up-send" },
  failure: "connections:followUp.error.send",
});
