import { endpoint } from "#app/contracts/endpoint.ts";

/** Voices that a person has Acta remember, so that later meetings ask whether a speaker is one of them. Nobody else reads or changes them. */

/** Switches it on or off, and says how long a voice is kept. */
export const changeVoiceMemory = endpoint({
  method: "PUT",
  path: "/api/acta/user/voices",
  params: {},
  body: async () => (await import("#app/contracts/voice-changes.ts")).voiceMemory,
  answer: async () => (await import("#app/contracts/voices.ts")).savedVoicesAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "voice-memory" },
  failure: "error.somethingWrong",
});

export const saveVoice = endpoint({
  method: "POST",
  path: "/api/acta/user/voices",
  params: {},
  body: async () => (await import("#app/contracts/voice-changes.ts")).voiceToSave,
  answer: async () => (await import("#app/contracts/voices.ts")).savedVoicesAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "save-voice" },
  failure: "error.somethingWrong",
});

export const deleteVoice = endpoint({
  method: "DELETE",
  path: "/api/acta/user/voices/:voiceId",
  params: { voiceId: "text" },
  body: null,
  answer: async () => (await import("#app/contracts/voices.ts")).savedVoicesAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "voice-memory" },
  failure: "error.somethingWrong",
});
