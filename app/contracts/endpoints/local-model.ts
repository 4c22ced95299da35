import { endpoint } from "#app/contracts/endpoint.ts";

/** The language model of this machine: whether it is there, and the order to fetch it. */

export const readLocalModel = endpoint({
  method: "GET",
  path: "/api/acta/language-model",
  params: {},
  body: null,
  answer: async () => (await import("#app/contracts/local-model-answer.ts")).localModelAnswer,
  actors: ["session"],
  scopes: ["read"],
  rate: { limit: "poll", counted: "language-model" },
  failure: "error.loadingData",
});

/** Fetches the model; asked again after a failure, it tries again. */
export const fetchLocalModel = endpoint({
  method: "POST",
  path: "/api/acta/language-model",
  params: {},
  body: null,
  answer: async () => (await import("#app/contracts/local-model-answer.ts")).localModelAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "fetch-language-model" },
  failure: "error.somethingWrong",
});
