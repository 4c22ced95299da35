import { endpoint } from "#app/contracts/endpoint.ts";

/** A person takes all of their data away, limits how long it is kept, or deletes it. On every plan. */

/** Everything that Acta stores for the person, as one ZIP of any size. */
export const downloadArchive = endpoint({
  method: "GET",
  path: "/api/acta/user/archive",
  params: {},
  body: null,
  answer: "file",
  actors: ["session"],
  scopes: ["read"],
  rate: { limit: "retry", counted: "archive" },
  failure: "error.notAvailable",
});

/** Deletes the account and everything in it. The answer ends the session. */
export const deleteAccount = endpoint({
  method: "POST",
  path: "/api/acta/user/delete",
  params: {},
  body: async () => (await import("#app/contracts/account-changes.ts")).deleteAccountPayload,
  answer: "empty",
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "delete-account" },
  failure: "error.somethingWrong",
});

/** The default of the person's workspace for how long meetings keep their parts. */
export const saveRetention = endpoint({
  method: "PUT",
  path: "/api/acta/user/retention",
  params: {},
  body: async () => (await import("#app/contracts/account-changes.ts")).retentionChange,
  answer: async () => (await import("#app/contracts/account-changes.ts")).retentionAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "retention" },
  failure: "error.somethingWrong",
});

/** The retention rule of one meeting. */
export const saveMeetingRetention = endpoint({
  method: "PUT",
  path: "/api/acta/meetings/:meetId/retention",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/account-changes.ts")).meetingRetention,
  answer: async () => (await import("#app/contracts/account-changes.ts")).meetingRetentionAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "retention" },
  failure: "error.somethingWrong",
});
