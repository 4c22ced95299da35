import { CHANGES, endpoint, LINK_FILE, READS } from "#app/contracts/endpoint.ts";

/** The clips of a meeting, for those who may share it. */

export const listClips = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/clips",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/meeting/clip.ts")).clipList,
  failure: "error.somethingWrong",
});

export const createClip = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/clips",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/meeting/clip-changes.ts")).newClip,
  answer: async () => (await import("#app/contracts/meeting/clip.ts")).clip,
  rate: { limit: "retry", counted: "clip" },
  failure: "error.somethingWrong",
});

/** Title, parts that are shown, the end. */
export const changeClip = endpoint({
  ...CHANGES,
  method: "PATCH",
  path: "/api/acta/meetings/:meetId/clips/:clipId",
  params: { meetId: "meet-id", clipId: "text" },
  body: async () => (await import("#app/contracts/meeting/clip-changes.ts")).clipChange,
  answer: async () => (await import("#app/contracts/meeting/clip.ts")).clip,
  rate: { limit: "edit", counted: "clip-change" },
  failure: "error.somethingWrong",
});

export const revokeClip = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/meetings/:meetId/clips/:clipId",
  params: { meetId: "meet-id", clipId: "text" },
  answer: "empty",
  rate: { limit: "edit", counted: "clip-change" },
  failure: "error.somethingWrong",
});

/** The clip that was revoked a moment ago, with the same address. */
export const restoreClip = endpoint({
  ...CHANGES,
  method: "PUT",
  path: "/api/acta/meetings/:meetId/clips/:clipId",
  params: { meetId: "meet-id", clipId: "text" },
  answer: async () => (await import("#app/contracts/meeting/clip.ts")).clip,
  rate: { limit: "edit", counted: "clip-change" },
  failure: "error.somethingWrong",
});

/** The file of a clip for its owner, also where the link does not show it, or has ended. */
export const downloadClip = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/clips/:clipId/media",
  params: { meetId: "meet-id", clipId: "text" },
  answer: "file",
  failure: "error.notAvailable",
});

/** The sound and picture of a clip for anyone with its link, in ranges. `?download=1`: as a file to keep. */
export const playClip = endpoint({
  ...LINK_FILE,
  path: "/clip/:token/media",
  params: { token: "text" },
});

/** oEmbed 1.0 for the links of clips: `?url=` and, where they are given, `maxwidth` and `maxheight`. */
export const readOembed = endpoint({
  method: "GET",
  path: "/api/oembed",
  params: {},
  body: null,
  answer: async () => (await import("#app/contracts/oembed.ts")).oembed,
  actors: ["anyone"],
  scopes: ["read"],
  rate: { limit: "share", counted: "share" },
  failure: "error.notAvailable",
});
