import { endpoint } from "#app/contracts/endpoint.ts";

/** The query's `language` is a meeting's; without it, or with another value, the language is heard. */
export const readSpeechOutlook = endpoint({
  method: "GET",
  path: "/api/acta/speech-outlook",
  params: {},
  body: null,
  answer: async () => (await import("#app/contracts/speech-outlook-answer.ts")).speechOutlookAnswer,
  actors: ["session"],
  scopes: ["read"],
  rate: { limit: "poll", counted: "speech-outlook" },
  failure: "error.loadingData",
});
