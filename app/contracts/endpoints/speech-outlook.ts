import { endpoint, READS } from "#app/contracts/endpoint.ts";

/** The query's `language` is a meeting's; without it, or with another value, the language is heard. */
export const readSpeechOutlook = endpoint({
  ...READS,
  path: "/api/acta/speech-outlook",
  answer: async () => (await import("#app/contracts/speech-outlook-answer.ts")).speechOutlookAnswer,
  rate: { limit: "poll", counted: "speech-outlook" },
  failure: "error.loadingData",
});
