import { endpoint } from "#app/contracts/endpoint.ts";
import { OWN_WORDS_BYTES_MAX } from "#app/domain/limits/words.ts";

/** Names and terms of a workspace, and what a meeting's page offers by them. */

export const listWords = endpoint({
  method: "GET",
  path: "/api/acta/words",
  params: {},
  body: null,
  answer: async () => (await import("#app/contracts/words.ts")).wordListsAnswer,
  actors: ["session"],
  scopes: ["read"],
  rate: null,
  failure: "error.loadingData",
});

/** Adds several at once. Those that the list has stay as they are. */
export const addWords = endpoint({
  method: "POST",
  path: "/api/acta/words",
  params: {},
  body: async () => (await import("#app/contracts/word-changes.ts")).wordsAddition,
  bodyBytesMax: OWN_WORDS_BYTES_MAX,
  answer: async () => (await import("#app/contracts/words.ts")).addedWordsAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "words" },
  failure: "error.somethingWrong",
});

export const removeWord = endpoint({
  method: "DELETE",
  path: "/api/acta/words/:wordId",
  params: { wordId: "text" },
  body: null,
  answer: async () => (await import("#app/contracts/words.ts")).wordListsAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "words" },
  failure: "error.somethingWrong",
});

/** Forms of the transcript that are almost a name or term. */
export const readWordOffers = endpoint({
  method: "GET",
  path: "/api/acta/meetings/:meetId/words",
  params: { meetId: "meet-id" },
  body: null,
  answer: async () => (await import("#app/contracts/words.ts")).wordOffersAnswer,
  actors: ["session"],
  scopes: ["read"],
  rate: { limit: "poll", counted: "word-offers" },
  failure: "error.loadingData",
});

/** Replaces an offered form everywhere, undoes that, or declines the offer. */
export const chooseWord = endpoint({
  method: "POST",
  path: "/api/acta/meetings/:meetId/words",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/word-changes.ts")).wordChoice,
  answer: async () => (await import("#app/contracts/meeting/edit-answers.ts")).correctedAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "choose-word" },
  failure: "error.saveMeeting",
});
