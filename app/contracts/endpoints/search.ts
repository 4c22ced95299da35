import { endpoint } from "#app/contracts/endpoint.ts";

/** The search across meetings: ?q= is what was typed, ?cursor= the place to go on from. A page asks with every keystroke. */
export const searchMeetings = endpoint({
  method: "GET",
  path: "/api/search",
  params: {},
  body: null,
  answer: async () => (await import("#app/contracts/search-answer.ts")).searchAnswer,
  actors: ["session"],
  scopes: ["read"],
  rate: { limit: "poll", counted: "search" },
  failure: "error.loadingData",
});
