import { CHANGES, endpoint } from "#app/contracts/endpoint.ts";
import { TRANSCRIPT_BODY_BYTES_MAX } from "#app/domain/limits/media.ts";

/** Transcripts without a recording. Each file is a call of its own, and the same words again answer with the same meeting. */

export const importTranscript = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/imports",
  body: async () => (await import("#app/contracts/recording/upload.ts")).importPayload,
  bodyBytesMax: TRANSCRIPT_BODY_BYTES_MAX,
  answer: async () => (await import("#app/contracts/recording/import-answers.ts")).importedAnswer,
  rate: { limit: "upload", counted: "import" },
  failure: "error.saveMeeting",
});

/** Which transcripts the person has imported before. */
export const findImports = endpoint({
  method: "POST",
  path: "/api/acta/imports/known",
  params: {},
  body: async () => (await import("#app/contracts/recording/upload.ts")).importDigests,
  answer: async () => (await import("#app/contracts/recording/import-answers.ts")).knownImportsAnswer,
  actors: ["session"],
  scopes: ["read"],
  rate: { limit: "upload", counted: "imports-known" },
  failure: "error.loadingData",
});
