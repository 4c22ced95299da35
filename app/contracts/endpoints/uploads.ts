import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";
import { SOUND_BODY_BYTES_MAX } from "#app/domain/limits/media.ts";
import { UPLOAD_PARTS_BODY_BYTES_MAX } from "#app/domain/limits/uploads.ts";

/** Uploads of recordings (§4, §7). The files themselves go to presigned URLs, which are no endpoints. */

export const startUpload = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/upload",
  body: async () => (await import("#app/contracts/recording/upload.ts")).meetingPayload,
  answer: async () => (await import("#app/contracts/recording/upload-answers.ts")).uploadStarted,
  rate: { limit: "upload", counted: "upload" },
  failure: "error.uploadFile",
});

/** The bytes are said to be in the store. */
export const finishUpload = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/upload_data",
  body: async () => (await import("#app/contracts/recording/upload.ts")).uploadDataPayload,
  answer: async () => (await import("#app/contracts/api-answers.ts")).meetingAnswer,
  rate: { limit: "upload", counted: "upload-data" },
  failure: "error.uploadFile",
});

/** The parts that have landed, and presigned URLs of the next ones. */
export const signParts = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/upload_parts",
  body: async () => (await import("#app/contracts/recording/upload.ts")).uploadPartsPayload,
  bodyBytesMax: UPLOAD_PARTS_BODY_BYTES_MAX,
  answer: async () => (await import("#app/contracts/recording/upload-answers.ts")).uploadPartsAnswer,
  rate: { limit: "parts", counted: "parts" },
  failure: "error.uploadFile",
});

/** The same for the sound of an upload, window by window, ahead of its video. */
export const signSound = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/upload_sound",
  body: async () => (await import("#app/contracts/recording/upload.ts")).uploadSoundPayload,
  bodyBytesMax: SOUND_BODY_BYTES_MAX,
  answer: async () => (await import("#app/contracts/recording/upload-answers.ts")).uploadSoundAnswer,
  rate: { limit: "parts", counted: "sound" },
  failure: "error.uploadFile",
});

/** Uploads in parts that wait for their file. */
export const listUploads = endpoint({
  ...READS,
  path: "/api/acta/uploads",
  answer: async () => (await import("#app/contracts/recording/upload-answers.ts")).unfinishedUploadsAnswer,
  rate: { limit: "poll", counted: "uploads" },
  failure: "error.loadingData",
});

/** Gives up an upload in parts. */
export const cancelUpload = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/uploads/:meetId",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "upload-cancel" },
  failure: "error.somethingWrong",
});
