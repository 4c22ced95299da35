import { CHANGES, endpoint, LINK_FILE, READS } from "#app/contracts/endpoint.ts";

/** The link of a meeting. Every call answers with the link as it is afterwards. */

const LINK = {
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/meeting/share.ts")).shareState,
  rate: { limit: "retry", counted: "share" },
  failure: "error.somethingWrong",
} as const;

export const readShare = endpoint({
  ...READS,
  ...LINK,
  path: "/api/acta/meetings/:meetId/shares",
});

export const createShare = endpoint({
  ...CHANGES,
  ...LINK,
  method: "POST",
  path: "/api/acta/meetings/:meetId/shares",
});

/** Parts that are shown, the end, the preview. Fields that are left out stay as they are. */
export const changeShare = endpoint({
  ...CHANGES,
  ...LINK,
  method: "PATCH",
  path: "/api/acta/meetings/:meetId/shares",
  body: async () => (await import("#app/contracts/meeting/meeting-changes.ts")).shareChange,
});

export const revokeShare = endpoint({
  ...CHANGES,
  ...LINK,
  method: "DELETE",
  path: "/api/acta/meetings/:meetId/shares",
});

/** The link that was revoked a moment ago, with the same address and settings. */
export const restoreShare = endpoint({
  ...CHANGES,
  ...LINK,
  method: "PUT",
  path: "/api/acta/meetings/:meetId/shares",
});

/** Another address; the one before is dead. */
export const renewShare = endpoint({
  ...CHANGES,
  ...LINK,
  method: "POST",
  path: "/api/acta/meetings/:meetId/shares/renew",
});

/** Files of a shared page: whoever has the link may load them. */

export const playShared = endpoint({
  ...LINK_FILE,
  path: "/s/:token/recording",
  params: { token: "text" },
});

/** As for the owner (meetings.ts); ?transcript=1 adds the transcript where it is shared. */
export const exportShared = endpoint({
  ...LINK_FILE,
  path: "/s/:token/export/:format",
  params: { token: "text", format: "text" },
});

export const downloadSharedPdf = endpoint({
  ...LINK_FILE,
  path: "/s/:token/pdf",
  params: { token: "text" },
});
