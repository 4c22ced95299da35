import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";

/** The signed-in person: session, credits, preferences. Pages call these by themselves. */

/** §7: refreshed every 10 s. */
export const readSession = endpoint({
  method: "GET",
  path: "/api/auth/session",
  params: {},
  body: null,
  answer: async () => (await import("#app/contracts/api-answers.ts")).sessionAnswer,
  actors: ["session", "anyone"],
  scopes: [],
  rate: { limit: "poll", counted: "session" },
  failure: "error.somethingWrong",
});

/** §7: refreshed every 10 s while somebody is signed in. */
export const readCredits = endpoint({
  ...READS,
  path: "/api/acta/user/credits",
  answer: async () => (await import("#app/contracts/billing.ts")).creditsResponse,
  rate: { limit: "poll", counted: "credits" },
  failure: "error.loadingData",
});

/**
 * Language, theme and time zone. A form, so that it works before and without JavaScript; with `returnTo` the answer leads back
 * there, else it is empty.
 */
export const savePreferences = endpoint({
  method: "POST",
  path: "/api/acta/user/preferences",
  params: {},
  body: async () => (await import("#app/contracts/account-changes.ts")).preferencesForm,
  bodyAs: "form",
  answer: "empty",
  actors: ["session", "anyone"],
  scopes: ["write"],
  rate: null,
  failure: "error.somethingWrong",
});

/**
 * Sends a link that confirms an address for mails. A form, so that it works without JavaScript; the answer leads back to the settings,
 * which say how it ended.
 */
export const askToConfirmAddress = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/user/mail_address",
  body: async () => (await import("#app/contracts/account-changes.ts")).mailAddressForm,
  bodyAs: "form",
  answer: "empty",
  rate: { limit: "retry", counted: "mail-address" },
  failure: "error.somethingWrong",
});

/** Session calls except the refresh. */

/** Ends all sessions of the person, or all except the caller's. */
export const signOutEverywhere = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/auth/signout_everywhere",
  body: async () => (await import("#app/contracts/account-changes.ts")).signOutEverywherePayload,
  answer: async () => (await import("#app/contracts/api-answers.ts")).signedOutAnswer,
  rate: { limit: "retry", counted: "sign-out-everywhere" },
  failure: "error.somethingWrong",
});

/** Ends one session of the person by its handle, or all others. A form, so that it works without JavaScript. */
export const endSession = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/auth/signout_session",
  body: async () => (await import("#app/contracts/account-changes.ts")).endSessionForm,
  bodyAs: "form",
  answer: "empty",
  rate: { limit: "retry", counted: "sign-out-session" },
  failure: "error.somethingWrong",
});

/** Default template, time zone and mails (§2). A form, so that it works without JavaScript; absent fields stay as they are. */
export const saveChoices = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/user/choices",
  body: async () => (await import("#app/contracts/account-changes.ts")).choicesForm,
  bodyAs: "form",
  answer: "empty",
  rate: { limit: "retry", counted: "choices" },
  failure: "error.somethingWrong",
});

/** Personal information, field by field, as soon as one is left. */
export const changeProfile = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/user/profile",
  body: async () => (await import("#app/contracts/account-changes.ts")).profileChange,
  answer: async () => (await import("#app/contracts/profile-form.ts")).profileChanged,
  rate: { limit: "retry", counted: "profile" },
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
