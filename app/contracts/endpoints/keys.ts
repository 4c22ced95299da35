import { endpoint } from "#app/contracts/endpoint.ts";

/** API keys of the person. A key cannot make or end keys: only a session can. */

export const listKeys = endpoint({
  method: "GET",
  path: "/api/acta/keys",
  params: {},
  body: null,
  answer: async () => (await import("#app/contracts/keys.ts")).keyList,
  actors: ["session"],
  scopes: ["read"],
  rate: { limit: "poll", counted: "keys" },
  failure: "error.loadingData",
});

/** The answer holds the key, once. */
export const createKey = endpoint({
  method: "POST",
  path: "/api/acta/keys",
  params: {},
  body: async () => (await import("#app/contracts/integration-changes.ts")).newKey,
  answer: async () => (await import("#app/contracts/keys.ts")).createdKey,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "key-create" },
  failure: "apiKeys:error.create",
});

/** Ends a key at once; idempotent. */
export const revokeKey = endpoint({
  method: "DELETE",
  path: "/api/acta/keys/:key_id",
  params: { key_id: "text" },
  body: null,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "key-revoke" },
  failure: "apiKeys:error.revoke",
});
