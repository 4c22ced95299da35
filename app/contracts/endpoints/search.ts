import { endpoint, READS } from "#app/contracts/endpoint.ts";

/** The search across meetings: ?q= is what was typed, ?cursor= the place to go on from. A page asks with every keystroke. */
export const searchMeetings = endpoint({
  ...READS,
  path: "/api/search",
  answer: async () => (await import("#app/contracts/search-answer.ts")).searchAnswer,
  rate: { limit: "poll", counted: "search" },
  failure: "error.loadingData",
});
