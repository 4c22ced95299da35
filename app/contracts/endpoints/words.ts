import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";
import { OWN_WORDS_BYTES_MAX } from "#app/domain/limits/words.ts";

/** Names and terms of a workspace, and what a meeting's page offers by them. */

export const listWords = endpoint({
  ...READS,
  path: "/api/acta/words",
  answer: async () => (await import("#app/contracts/words.ts")).wordListsAnswer,
  failure: "error.loadingData",
});

/** Adds several at once. Those that the list has stay as they are. */
export const addWords = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/words",
  body: async () => (await import("#app/contracts/word-changes.ts")).wordsAddition,
  bodyBytesMax: OWN_WORDS_BYTES_MAX,
  answer: async () => (await import("#app/contracts/words.ts")).addedWordsAnswer,
  rate: { limit: "edit", counted: "words" },
  failure: "error.somethingWrong",
});

export const removeWord = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/words/:wordId",
  params: { wordId: "text" },
  answer: async () => (await import("#app/contracts/words.ts")).wordListsAnswer,
  rate: { limit: "edit", counted: "words" },
  failure: "error.somethingWrong",
});

/** Forms of the transcript that are almost a name or term. */
export const readWordOffers = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/words",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/words.ts")).wordOffersAnswer,
  rate: { limit: "poll", counted: "word-offers" },
  failure: "error.loadingData",
});

/** Replaces an offered form everywhere, undoes that, or declines the offer. */
export const chooseWord = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/words",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/word-changes.ts")).wordChoice,
  answer: async () => (await import("#app/contracts/meeting/edit-answers.ts")).correctedAnswer,
  rate: { limit: "edit", counted: "choose-word" },
  failure: "error.saveMeeting",
});
