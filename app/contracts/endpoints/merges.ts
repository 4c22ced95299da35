import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";

/** Two recordings of one meeting become one, and two again. */

/** The meetings that this one can be merged with. ?with= names one that is wanted, wherever it is in time. */
export const readMergeChoices = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/merge",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/merges.ts")).mergeChoices,
  failure: "error.loadingData",
});

/** The later meeting becomes a part of this one. Nothing is recognised or counted again. Idempotent. */
export const mergeMeetings = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/merge",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/meeting/meeting-changes.ts")).mergeAsked,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "merge" },
  failure: "merge:error.failed",
});

/** Takes this meeting, which was merged into another one, out of it again. Idempotent. */
export const unmergeMeeting = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/unmerge",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "merge" },
  failure: "merge:error.failed",
});
