import { endpoint } from "#app/contracts/endpoint.ts";

/** Apps that the person has connected. The calls of OAuth itself are no endpoints: RFC 6749 prescribes their form (oauth-route.ts). */

export const listApps = endpoint({
  method: "GET",
  path: "/api/acta/apps",
  params: {},
  body: null,
  answer: async () => (await import("#app/contracts/keys.ts")).appList,
  actors: ["session"],
  scopes: ["read"],
  rate: { limit: "poll", counted: "apps" },
  failure: "error.loadingData",
});

/** Ends its tokens at once; idempotent. */
export const disconnectApp = endpoint({
  method: "DELETE",
  path: "/api/acta/apps/:app_id",
  params: { app_id: "text" },
  body: null,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "app-disconnect" },
  failure: "apps:error.disconnect",
});
