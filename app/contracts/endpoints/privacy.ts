import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";

/** A person takes all of their data away, limits how long it is kept, or deletes it. On every plan. */

/** Everything that Acta stores for the person, as one ZIP of any size. */
export const downloadArchive = endpoint({
  ...READS,
  path: "/api/acta/user/archive",
  answer: "file",
  rate: { limit: "retry", counted: "archive" },
  failure: "error.notAvailable",
});

/** Deletes the account and everything in it. The answer ends the session. */
export const deleteAccount = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/user/delete",
  body: async () => (await import("#app/contracts/account-changes.ts")).deleteAccountPayload,
  answer: "empty",
  rate: { limit: "retry", counted: "delete-account" },
  failure: "error.somethingWrong",
});

/** The default of the person's workspace for how long meetings keep their parts. */
export const saveRetention = endpoint({
  ...CHANGES,
  method: "PUT",
  path: "/api/acta/user/retention",
  body: async () => (await import("#app/contracts/account-changes.ts")).retentionChange,
  answer: async () => (await import("#app/contracts/account-changes.ts")).retentionAnswer,
  rate: { limit: "edit", counted: "retention" },
  failure: "error.somethingWrong",
});

/** The retention rule of one meeting. */
export const saveMeetingRetention = endpoint({
  ...CHANGES,
  method: "PUT",
  path: "/api/acta/meetings/:meetId/retention",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/account-changes.ts")).meetingRetention,
  answer: async () => (await import("#app/contracts/account-changes.ts")).meetingRetentionAnswer,
  rate: { limit: "edit", counted: "retention" },
  failure: "error.somethingWrong",
});
