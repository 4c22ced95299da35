import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";

/** The language model of this machine: whether it is there, and a person's orders. */

export const readLocalModel = endpoint({
  ...READS,
  path: "/api/acta/language-model",
  answer: async () => (await import("#app/contracts/local-model-answer.ts")).localModelAnswer,
  rate: { limit: "poll", counted: "language-model" },
  failure: "error.loadingData",
});

/** Fetches the model, pauses the download, or has another server write. Asked to fetch again after a failure, it tries again. */
export const orderLocalModel = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/language-model",
  body: async () => (await import("#app/contracts/local-model-order.ts")).localModelOrder,
  answer: async () => (await import("#app/contracts/local-model-answer.ts")).localModelAnswer,
  rate: { limit: "edit", counted: "order-language-model" },
  failure: "error.somethingWrong",
});
