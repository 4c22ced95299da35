import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";

/**
 * Recordings that a person's own browser makes. Only the person who began a recording may call anything of it; for all others it does not
 * exist. The bytes of pieces, segments and the recording's clock are described in contracts/recording/here-piece.ts.
 *
 * The order of a recording: `beginHere`; then pieces of every track, each sent again until it is acknowledged (or answered 409); then
 * `finishHere`, after the last piece or before it. Stop, cancel and delete of the meeting work too: `stopCall` is a finish without
 * numbers.
 */

/** Makes the meeting, and takes one of the plan's recordings. `limit-reached` (403) where none is left. */
export const beginHere = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/here",
  body: async () => (await import("#app/contracts/recording/here.ts")).hereBegin,
  answer: async () => (await import("#app/contracts/recording/here-answers.ts")).hereBegun,
  rate: { limit: "upload", counted: "here" },
  failure: "error.connection",
});

/** The person's recordings that are not finished. */
export const listHere = endpoint({
  ...READS,
  path: "/api/acta/here",
  answer: async () => (await import("#app/contracts/recording/here-answers.ts")).hereList,
  rate: { limit: "poll", counted: "here-list" },
  failure: "error.loadingData",
});

/** The state of a recording on the server, so that a browser that comes back knows what to send. */
export const readHere = endpoint({
  ...READS,
  path: "/api/acta/here/:meetId",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/recording/here-answers.ts")).hereState,
  rate: { limit: "poll", counted: "here-state" },
  failure: "error.loadingData",
});

/**
 * One piece: raw bytes with `pieceHeaders` (call it with `bytes`). 204 once the bytes are stored and noted, and again for the same bytes
 * under the same name. 409 `piece-differs`: other bytes are stored under this name, keep what you have and go on. 409 `recording-over`:
 * the recording takes nothing more. 422 `invalid-payload`: name or headers; 422 `piece-damaged`: the digest is not that of the bytes, send
 * it again. 413 `body-too-large`; 413 `recording-full`: the recording is as large as it may be, finish it and keep this piece. 503: send it again. 401: the session has ended, keep the piece until the same person is signed in.
 */
export const putHerePiece = endpoint({
  ...CHANGES,
  method: "PUT",
  path: "/api/acta/here/:meetId/pieces/:track/:segment/:seq",
  params: { meetId: "meet-id", track: "text", segment: "text", seq: "text" },
  bodyAs: "bytes",
  answer: "empty",
  rate: { limit: "parts", counted: "here-piece" },
  failure: "error.connection",
});

/** Pauses, and sources that fell silent. */
export const markHere = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/here/:meetId/marks",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/recording/here.ts")).hereMarks,
  answer: "empty",
  rate: { limit: "edit", counted: "here-marks" },
  failure: "error.connection",
});

/** A note of the person. The id is the browser's own: 8 to 64 letters, digits, "-" or "_". Notes are taken until the minutes are written. */
export const putHereNote = endpoint({
  ...CHANGES,
  method: "PUT",
  path: "/api/acta/here/:meetId/notes/:noteId",
  params: { meetId: "meet-id", noteId: "text" },
  body: async () => (await import("#app/contracts/recording/here.ts")).hereNote,
  answer: "empty",
  rate: { limit: "edit", counted: "here-notes" },
  failure: "error.saveMeeting",
});

/** Removes a note; one that is not there is removed. */
export const deleteHereNote = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/here/:meetId/notes/:noteId",
  params: { meetId: "meet-id", noteId: "text" },
  answer: "empty",
  rate: { limit: "edit", counted: "here-notes" },
  failure: "error.saveMeeting",
});

/**
 * No more is recorded: the rest of the windows is recognised, and the minutes are written. Also from Home, after a crash. The same again
 * changes nothing. Before anything has arrived, the meeting is cancelled, and nothing counts.
 */
export const finishHere = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/here/:meetId/finish",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/recording/here.ts")).hereFinish,
  answer: "empty",
  rate: { limit: "retry", counted: "here-finish" },
  failure: "call:error.stop",
});

/** Throws the recording away with its meeting. A recording that had begun still counts. */
export const abandonHere = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/here/:meetId",
  params: { meetId: "meet-id" },
  answer: "empty",
  rate: { limit: "retry", counted: "here-abandon" },
  failure: "error.somethingWrong",
});
