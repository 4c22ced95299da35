import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";

/** API keys of the person. A key cannot make or end keys: only a session can. */

export const listKeys = endpoint({
  ...READS,
  path: "/api/acta/keys",
  answer: async () => (await import("#app/contracts/keys.ts")).keyList,
  rate: { limit: "poll", counted: "keys" },
  failure: "error.loadingData",
});

/** The answer holds the key, once. */
export const createKey = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/keys",
  body: async () => (await import("#app/contracts/integration-changes.ts")).newKey,
  answer: async () => (await import("#app/contracts/keys.ts")).createdKey,
  rate: { limit: "retry", counted: "key-create" },
  failure: "apiKeys:error.create",
});

/** Ends a key at once; idempotent. */
export const revokeKey = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/keys/:key_id",
  params: { key_id: "text" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "key-revoke" },
  failure: "apiKeys:error.revoke",
});
