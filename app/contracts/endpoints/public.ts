import { endpoint } from "#app/contracts/endpoint.ts";

/**
 * The public API, version 1: what a program does with a person's meetings under a key. Its paths, parameters and answers do not change
 * within a version; new fields may come.
 */

/** Newest first. Parameters as in History; `?older=` is the cursor of the page before. */
export const v1ListMeetings = endpoint({
  method: "GET",
  path: "/api/v1/meetings",
  params: {},
  query: ["older", "group", "language", "from", "template", "person", "after", "before", "sort"],
  body: null,
  answer: async () => (await import("#app/contracts/public.ts")).meetingPage,
  actors: ["key"],
  scopes: ["read"],
  rate: { limit: "poll", counted: "v1-read" },
  failure: "error.loadingData",
});

export const v1ReadTranscript = endpoint({
  method: "GET",
  path: "/api/v1/meetings/:meetId/transcript",
  params: { meetId: "meet-id" },
  body: null,
  answer: "file",
  actors: ["key"],
  scopes: ["read"],
  rate: { limit: "poll", counted: "v1-read" },
  failure: "error.notAvailable",
});

/** The minutes: json, md, txt, docx; or the transcript as srt or vtt. */
export const v1ReadMinutes = endpoint({
  method: "GET",
  path: "/api/v1/meetings/:meetId/minutes/:format",
  params: { meetId: "meet-id", format: "text" },
  body: null,
  answer: "file",
  actors: ["key"],
  scopes: ["read"],
  rate: { limit: "poll", counted: "v1-read" },
  failure: "error.notAvailable",
});

export const v1DeleteMeeting = endpoint({
  method: "DELETE",
  path: "/api/v1/meetings/:meetId",
  params: { meetId: "meet-id" },
  body: null,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  actors: ["key"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "v1-delete" },
  failure: "error.somethingWrong",
});

/** OpenAPI 3.1. */
export const v1Describe = endpoint({
  method: "GET",
  path: "/api/v1/openapi.json",
  params: {},
  body: null,
  answer: "file",
  actors: ["anyone"],
  scopes: [],
  rate: { limit: "share", counted: "v1-openapi" },
  failure: "error.loadingData",
});
