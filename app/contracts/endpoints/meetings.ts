import { endpoint } from "#app/contracts/endpoint.ts";

/** A meeting and its files. The live socket of a meeting is no endpoint: it is answered before Remix. */

/** Deletes from a form without JavaScript, and goes on to the history. */
export const deleteMeetingByForm = endpoint({
  method: "POST",
  path: "/api/acta/meetings/:meetId",
  params: { meetId: "meet-id" },
  body: null,
  answer: "redirect",
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "delete" },
  failure: "error.somethingWrong",
});

export const deleteMeeting = endpoint({
  method: "DELETE",
  path: "/api/acta/meetings/:meetId",
  params: { meetId: "meet-id" },
  body: null,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "delete" },
  failure: "error.somethingWrong",
});

/** The failed step again. */
export const retryMeeting = endpoint({
  method: "POST",
  path: "/api/acta/meetings/:meetId/retry",
  params: { meetId: "meet-id" },
  body: null,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "retry" },
  failure: "error.somethingWrong",
});

/** The whole transcript. A browser keeps it and asks with its ETag whether it still holds. */
export const readTranscript = endpoint({
  method: "GET",
  path: "/api/acta/meetings/:meetId/transcript",
  params: { meetId: "meet-id" },
  body: null,
  answer: async () => (await import("#app/contracts/transcript-answer.ts")).transcriptAnswer,
  actors: ["session"],
  scopes: ["read"],
  rate: null,
  failure: "error.notAvailable",
});

/** The recording, in ranges. */
export const playRecording = endpoint({
  method: "GET",
  path: "/api/acta/meetings/:meetId/recording",
  params: { meetId: "meet-id" },
  body: null,
  answer: "file",
  actors: ["session"],
  scopes: ["read"],
  rate: null,
  failure: "error.notAvailable",
});

/** DOCX, Markdown and plain text hold the minutes; with ?transcript=1 the transcript as well. */
export const exportMeeting = endpoint({
  method: "GET",
  path: "/api/acta/meetings/:meetId/export/:format",
  params: { meetId: "meet-id", format: "text" },
  body: null,
  answer: "file",
  actors: ["session"],
  scopes: ["read"],
  rate: null,
  failure: "error.notAvailable",
});

/** The PDF of the minutes; with ?transcript=1 the one with the transcript as an appendix. */
export const downloadPdf = endpoint({
  method: "GET",
  path: "/api/acta/meetings/:meetId/pdf",
  params: { meetId: "meet-id" },
  body: null,
  answer: "file",
  actors: ["session"],
  scopes: ["read"],
  rate: null,
  failure: "error.notAvailable",
});
