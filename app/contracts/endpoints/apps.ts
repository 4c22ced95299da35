import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";

/** Apps that the person has connected. The calls of OAuth itself are no endpoints: RFC 6749 prescribes their form (oauth-route.ts). */

export const listApps = endpoint({
  ...READS,
  path: "/api/acta/apps",
  answer: async () => (await import("#app/contracts/keys.ts")).appList,
  rate: { limit: "poll", counted: "apps" },
  failure: "error.loadingData",
});

/** Ends its tokens at once; idempotent. */
export const disconnectApp = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/apps/:app_id",
  params: { app_id: "text" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "app-disconnect" },
  failure: "apps:error.disconnect",
});
