import { CHANGES, endpoint } from "#app/contracts/endpoint.ts";

/** The public API, version 1: what a program changes under a key of the scope `write`. */

const WRITING = { actors: ["key"], scopes: ["write"] } as const;

/** §7: three calls. This one, the PUT to the address that it answers with, and v1FinishUpload. */
export const v1StartUpload = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/v1/uploads",
  body: async () => (await import("#app/contracts/public-changes.ts")).newUpload,
  answer: async () => (await import("#app/contracts/public.ts")).startedUpload,
  ...WRITING,
  rate: { limit: "upload", counted: "v1-upload" },
  failure: "error.uploadFile",
  described: {
    id: "startUpload",
    summary: "Starts an upload: makes the meeting, and answers with the address to PUT the file to.",
    refusals: ["limit-reached", "already-uploaded", "template-not-found", "not-mp4", "transcript-wrong-type"],
    isOnce: true,
  },
});

export const v1FinishUpload = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/v1/uploads/:meetId",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/public.ts")).madeMeeting,
  ...WRITING,
  rate: { limit: "upload", counted: "v1-upload-finish" },
  failure: "error.uploadFile",
  described: {
    id: "finishUpload",
    summary: "Says that the file is there. Acta checks it and writes the minutes. A second call changes nothing.",
    refusals: ["bytes-missing", "transcript-missing", "limit-reached", "no-audio", "transcript-unreadable"],
  },
});

export const v1InviteActa = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/v1/calls",
  body: async () => (await import("#app/contracts/public-changes.ts")).newCall,
  answer: async () => (await import("#app/contracts/public.ts")).madeMeeting,
  ...WRITING,
  rate: { limit: "upload", counted: "v1-call" },
  failure: "error.connection",
  described: {
    id: "inviteActa",
    summary: "Invites Acta to an online meeting by its link. It joins at the start, or now if that is past.",
    refusals: ["invalid-link", "limit-reached", "template-not-found"],
    isOnce: true,
  },
});

export const v1ChangeTask = endpoint({
  ...CHANGES,
  method: "PATCH",
  path: "/api/v1/meetings/:meetId/tasks/:taskId",
  params: { meetId: "meet-id", taskId: "text" },
  body: async () => (await import("#app/contracts/public-changes.ts")).taskChange,
  answer: async () => (await import("#app/contracts/public.ts")).publicTask,
  ...WRITING,
  rate: { limit: "edit", counted: "v1-task" },
  failure: "error.saveMeeting",
  described: {
    id: "changeTask",
    summary: "Marks a task as done, or as open again.",
    refusals: ["not-ready"],
    ifMatch: "needed",
  },
});

export const v1CreateShare = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/v1/meetings/:meetId/shares",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/public.ts")).publicShares,
  ...WRITING,
  rate: { limit: "retry", counted: "v1-share" },
  failure: "error.somethingWrong",
  described: {
    id: "createShare",
    summary: "Makes the share link of a meeting. One that works already stays as it is.",
  },
});

export const v1ChangeShare = endpoint({
  ...CHANGES,
  method: "PATCH",
  path: "/api/v1/meetings/:meetId/shares",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/public-changes.ts")).publicShareChange,
  answer: async () => (await import("#app/contracts/public.ts")).publicShares,
  ...WRITING,
  rate: { limit: "retry", counted: "v1-share" },
  failure: "error.somethingWrong",
  described: {
    id: "changeShare",
    summary: "Changes what the share link shows, and when it ends.",
    ifMatch: "needed",
  },
});

export const v1RevokeShare = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/v1/meetings/:meetId/shares",
  params: { meetId: "meet-id" },
  answer: "empty",
  ...WRITING,
  rate: { limit: "retry", counted: "v1-share" },
  failure: "error.somethingWrong",
  described: { id: "revokeShare", summary: "Ends the share link at once. A second call changes nothing." },
});

export const v1CreateClip = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/v1/meetings/:meetId/clips",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/public-changes.ts")).newPublicClip,
  answer: async () => (await import("#app/contracts/public.ts")).publicClip,
  ...WRITING,
  rate: { limit: "retry", counted: "v1-clip" },
  failure: "error.somethingWrong",
  described: {
    id: "createClip",
    summary:
      "Makes a clip of five seconds to ten minutes, by its times or its lines. The same passage twice is one clip, which gets what is given.",
    refusals: ["clip-range", "not-ready", "too-many-clips"],
  },
});

export const v1ChangeClip = endpoint({
  ...CHANGES,
  method: "PATCH",
  path: "/api/v1/meetings/:meetId/clips/:clipId",
  params: { meetId: "meet-id", clipId: "text" },
  body: async () => (await import("#app/contracts/public-changes.ts")).publicClipChange,
  answer: async () => (await import("#app/contracts/public.ts")).publicClip,
  ...WRITING,
  rate: { limit: "edit", counted: "v1-clip-change" },
  failure: "error.somethingWrong",
  described: {
    id: "changeClip",
    summary: "Changes the title of a clip, what its link shows, and when it ends.",
    ifMatch: "needed",
  },
});

export const v1RevokeClip = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/v1/meetings/:meetId/clips/:clipId",
  params: { meetId: "meet-id", clipId: "text" },
  answer: "empty",
  ...WRITING,
  rate: { limit: "edit", counted: "v1-clip-change" },
  failure: "error.somethingWrong",
  described: { id: "revokeClip", summary: "Ends the link of a clip at once. A second call changes nothing." },
});

export const v1DeleteMeeting = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/v1/meetings/:meetId",
  params: { meetId: "meet-id" },
  answer: "empty",
  ...WRITING,
  rate: { limit: "retry", counted: "v1-delete" },
  failure: "error.somethingWrong",
  described: {
    id: "deleteMeeting",
    summary: "Deletes a meeting with everything in it. A second call changes nothing.",
    ifMatch: "optional",
  },
});
