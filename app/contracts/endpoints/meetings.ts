import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";
import { TRANSCRIPT_BODY_BYTES_MAX } from "#app/domain/limits/media.ts";

/** A meeting and its files. The live socket of a meeting is no endpoint: it is answered before Remix. */

/**
 * History. ?group= ?role= ?language= ?from= ?template= (an id, or "system") ?person= ?after= ?before= (days) narrow it, ?sort=title
 * sorts it, ?older= and ?newer= are cursors of a page of the same list, ?page=long asks for longer pages. Unknown values narrow nothing.
 */
export const listMeetings = endpoint({
  ...READS,
  path: "/api/acta/meetings",
  answer: async () => (await import("#app/contracts/meeting/lists.ts")).filteredList,
  rate: { limit: "poll", counted: "list-meetings" },
  failure: "error.loadingData",
});

/** The people of all meetings, for the filter of History. ?after= is the cursor of the page before. */
export const listPeople = endpoint({
  ...READS,
  path: "/api/acta/people",
  answer: async () => (await import("#app/contracts/meeting/lists.ts")).peopleList,
  rate: { limit: "poll", counted: "list-people" },
  failure: "error.loadingData",
});

/** Makes the person's sample meeting from a form, or finds it, and goes on to it; after its deletion it is made again. */
export const makeSample = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/sample",
  answer: "redirect",
  rate: { limit: "retry", counted: "sample" },
  failure: "error.saveMeeting",
});

/** Deletes from a form without JavaScript, and goes on to the history. */
export const deleteMeetingByForm = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId",
  params: { meetId: "meet-id" },
  answer: "redirect",
  rate: { limit: "retry", counted: "delete" },
  failure: "error.somethingWrong",
});

export const deleteMeeting = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/meetings/:meetId",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "delete" },
  failure: "error.somethingWrong",
});

/** Several meetings in one request; the answer says for each whether it is gone. It ends also where the page is closed meanwhile. */
export const deleteSeveral = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/delete",
  body: async () => (await import("#app/contracts/meeting/meeting-changes.ts")).deleteSeveral,
  answer: async () => (await import("#app/contracts/meeting/lists.ts")).deletedAnswer,
  rate: { limit: "retry", counted: "delete-several" },
  failure: "error.somethingWrong",
});

/** The failed step again. */
export const retryMeeting = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/meetings/:meetId/retry",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "retry" },
  failure: "error.somethingWrong",
});

/** The whole transcript. A browser keeps it and asks with its ETag whether it still holds. */
export const readTranscript = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/transcript",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/meeting/transcript-answer.ts")).transcriptAnswer,
  failure: "error.notAvailable",
});

/** A transcript for a meeting that has ended: the first one, or another in place of the present one. */
export const giveTranscript = endpoint({
  ...CHANGES,
  method: "PUT",
  path: "/api/acta/meetings/:meetId/transcript",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/recording/upload.ts")).givenTranscript,
  bodyBytesMax: TRANSCRIPT_BODY_BYTES_MAX,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "transcript" },
  failure: "error.somethingWrong",
});

/** The transcript that was replaced last, as a .vtt file. */
export const downloadReplacedTranscript = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/transcript/replaced",
  params: { meetId: "meet-id" },
  answer: "file",
  failure: "error.notAvailable",
});

/** The recording, in ranges; ?part=1 is the second one of a merged meeting. */
export const playRecording = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/recording",
  params: { meetId: "meet-id" },
  answer: "file",
  failure: "error.notAvailable",
});

/** The recording as a file to keep: its original bytes under the meeting's title. In ranges too, so that a download can go on. */
export const downloadRecording = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/recording/download",
  params: { meetId: "meet-id" },
  answer: "file",
  failure: "error.notAvailable",
});

/** DOCX, Markdown and plain text hold the minutes; with ?transcript=1 the transcript as well. ?names=0 leaves out who said what. */
export const exportMeeting = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/export/:format",
  params: { meetId: "meet-id", format: "text" },
  answer: "file",
  failure: "error.notAvailable",
});

/** The PDF of the minutes; with ?transcript=1 the one with the transcript as an appendix, with ?names=0 without who said what. */
export const downloadPdf = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/pdf",
  params: { meetId: "meet-id" },
  answer: "file",
  failure: "error.notAvailable",
});

/** The meeting of the same series before this one, with its open tasks. */
export const readLastTime = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/last-time",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/meeting/last-time.ts")).lastTime,
  rate: { limit: "edit", counted: "last-time" },
  failure: "error.loadingData",
});
