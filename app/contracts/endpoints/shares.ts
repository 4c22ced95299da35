import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";

/** The link of a meeting. Every call answers with the link as it is afterwards. */

export const readShare = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/shares",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/meeting/share.ts")).shareState,
  rate: { limit: "retry", counted: "share" },
  failure: "error.somethingWrong",
});

export const createShare = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/shares",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/meeting/share.ts")).shareState,
  rate: { limit: "retry", counted: "share" },
  failure: "error.somethingWrong",
});

/** Parts that are shown, the end, the preview. Fields that are left out stay as they are. */
export const changeShare = endpoint({
  ...CHANGES,
  method: "PATCH",
  path: "/api/acta/meetings/:meetId/shares",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/meeting/meeting-changes.ts")).shareChange,
  answer: async () => (await import("#app/contracts/meeting/share.ts")).shareState,
  rate: { limit: "retry", counted: "share" },
  failure: "error.somethingWrong",
});

export const revokeShare = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/meetings/:meetId/shares",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/meeting/share.ts")).shareState,
  rate: { limit: "retry", counted: "share" },
  failure: "error.somethingWrong",
});

/** The link that was revoked a moment ago, with the same address and settings. */
export const restoreShare = endpoint({
  ...CHANGES,
  method: "PUT",
  path: "/api/acta/meetings/:meetId/shares",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/meeting/share.ts")).shareState,
  rate: { limit: "retry", counted: "share" },
  failure: "error.somethingWrong",
});

/** Another address; the one before is dead. */
export const renewShare = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/shares/renew",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/meeting/share.ts")).shareState,
  rate: { limit: "retry", counted: "share" },
  failure: "error.somethingWrong",
});

/** Files of a shared page: whoever has the link may load them. */

export const playShared = endpoint({
  method: "GET",
  path: "/s/:token/recording",
  params: { token: "text" },
  body: null,
  answer: "file",
  actors: ["share"],
  scopes: ["read"],
  rate: { limit: "share", counted: "share" },
  failure: "error.notAvailable",
});

/** As for the owner (meetings.ts); ?transcript=1 adds the transcript where it is shared. */
export const exportShared = endpoint({
  method: "GET",
  path: "/s/:token/export/:format",
  params: { token: "text", format: "text" },
  body: null,
  answer: "file",
  actors: ["share"],
  scopes: ["read"],
  rate: { limit: "share", counted: "share" },
  failure: "error.notAvailable",
});

export const downloadSharedPdf = endpoint({
  method: "GET",
  path: "/s/:token/pdf",
  params: { token: "text" },
  body: null,
  answer: "file",
  actors: ["share"],
  scopes: ["read"],
  rate: { limit: "share", counted: "share" },
  failure: "error.notAvailable",
});
