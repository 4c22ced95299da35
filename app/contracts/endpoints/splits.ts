import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";

/** One recording becomes two meetings, and one again. */

/** The meeting as a split would divide it. ?at= names a moment, in ms of the meeting. */
export const readSplitPlan = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/split",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/splits.ts")).splitPlan,
  failure: "split:error.failed",
});

/** Makes the rest of the meeting a meeting of its own. Nothing is recognised or counted again. Idempotent. */
export const splitMeeting = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/split",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/meeting/meeting-changes.ts")).splitAsked,
  answer: async () => (await import("#app/contracts/splits.ts")).splitAnswer,
  rate: { limit: "retry", counted: "split" },
  failure: "split:error.failed",
});

/** Puts this meeting, which was split from another one, back into it. Answers with the whole. */
export const unsplitMeeting = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/unsplit",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/splits.ts")).splitAnswer,
  rate: { limit: "retry", counted: "split" },
  failure: "split:error.failed",
});
