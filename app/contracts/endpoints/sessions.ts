import { endpoint } from "#app/contracts/endpoint.ts";

/** Session calls except the refresh. */

/** Ends all sessions of the person, or all except the caller's. */
export const signOutEverywhere = endpoint({
  method: "POST",
  path: "/api/auth/signout_everywhere",
  params: {},
  body: async () => (await import("#app/contracts/session-change.ts")).signOutEverywherePayload,
  answer: async () => (await import("#app/contracts/api-answers.ts")).signedOutAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "sign-out-everywhere" },
  failure: "error.somethingWrong",
});

/** An action of the page by its specified name (§2). The sign-in page sends it too. */
export const reportAction = endpoint({
  method: "POST",
  path: "/api/acta/analytics",
  params: {},
  body: async () => (await import("#app/contracts/analytics-event.ts")).analyticsReport,
  answer: "empty",
  actors: ["session", "anyone"],
  scopes: ["write"],
  rate: { limit: "poll", counted: "analytics" },
  failure: "error.somethingWrong",
});
