import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";
import { FOLLOW_UP_BODY_BYTES_MAX } from "#app/domain/limits/mail.ts";

/** Mails to those who were there, written from the minutes. Only the meeting's creator sends them: by a press of the button, or for all later meetings of a series. */

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

/** Follow-ups of later meetings of the series go by themselves, to these addresses. */
export const chooseSeries = endpoint({
  ...CHANGES,
  method: "PUT",
  path: "/api/acta/meetings/:meetId/follow-up/series",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/integration-changes.ts")).followUpSeriesPayload,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "edit", counted: "follow-up-series" },
  failure: "connections:followUp.error.series",
});

export const endSeries = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/meetings/:meetId/follow-up/series",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "edit", counted: "follow-up-series" },
  failure: "connections:followUp.error.series",
});

/** The follow-up that goes by itself after a meeting. */
export const readPlan = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/follow-up/plan",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/follow-up.ts")).followUpPlan,
  rate: { limit: "edit", counted: "follow-up-plan" },
  failure: "connections:followUp.error.load",
});

/** The one that waits does not go; those of later meetings do. */
export const stopPlan = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/meetings/:meetId/follow-up/plan",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/follow-up.ts")).followUpPlan,
  rate: { limit: "edit", counted: "follow-up-plan" },
  failure: "connections:followUp.error.stop",
});
