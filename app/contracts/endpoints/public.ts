import { endpoint, READS } from "#app/contracts/endpoint.ts";
import type { ExportFormat } from "#app/domain/meeting/export-formats.ts";
import { MEETING_LANGUAGES } from "#app/domain/meeting-languages.ts";
import { LIST_ROLES, LIST_SORTS, LISTED_GROUPS } from "#app/domain/meeting/list.ts";

/**
 * The public API, version 1: what a program reads under a key. Its paths, parameters and answers do not change within a version; new
 * fields may come. Changes are in public-changes.ts.
 */

const READING = { actors: ["key"], scopes: ["read"], rate: { limit: "poll", counted: "v1-read" } } as const;
/** In the order of the document. */
const DOWNLOADS = { json: 1, md: 1, txt: 1, docx: 1, pdf: 1, srt: 1, vtt: 1 } satisfies Record<ExportFormat | "pdf", 1>;
const CURSOR = { about: "nextCursor of the page before." };

export const v1ListMeetings = endpoint({
  ...READS,
  path: "/api/v1/meetings",
  answer: async () => (await import("#app/contracts/public.ts")).meetingPage,
  ...READING,
  failure: "error.loadingData",
  described: {
    id: "listMeetings",
    summary: "Lists the person's meetings, newest first, a page at a time.",
    refusals: ["cursor-invalid"],
    query: {
      cursor: CURSOR,
      group: { about: "Only meetings that stand so.", values: LISTED_GROUPS },
      role: {
        about: "organizer, or guest: the part that the person has. shared: the meetings that others show to them.",
        values: LIST_ROLES,
      },
      language: { about: "Only meetings in this language.", values: MEETING_LANGUAGES },
      from: { about: "upload, call, or a platform: meet, teams, zoom, jitsi." },
      template: { about: "Id of a template; system for Basic system." },
      person: { about: "Only meetings in which a person of this name spoke." },
      after: { about: "A day (2026-11-01): began on it or later." },
      before: { about: "A day: began before it." },
      folder: { about: "Id of a folder: only meetings in it." },
      tag: { about: "Only meetings with this tag." },
      archived: { about: "1: only archived meetings, which the list leaves out otherwise.", values: ["1"] },
      sort: { about: "date: newest first. title: by title.", values: LIST_SORTS },
      changedAfter: {
        about:
          "A point in time (2026-11-20T09:30:00Z): only the person's own meetings that changed after it, also archived ones, earliest change first. Ask for " +
          "the next pages with the same value; the last page's changedUntil is the next changedAfter. A change is listed after ten seconds.",
      },
    },
  },
});

export const v1ReadMeeting = endpoint({
  ...READS,
  path: "/api/v1/meetings/:meetId",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/public.ts")).publicMeeting,
  ...READING,
  failure: "error.notAvailable",
  described: { id: "readMeeting", summary: "Reads one meeting." },
});

export const v1ReadTranscript = endpoint({
  ...READS,
  path: "/api/v1/meetings/:meetId/transcript",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/public.ts")).publicTranscript,
  ...READING,
  failure: "error.notAvailable",
  described: { id: "readTranscript", summary: "Reads the transcript: who said what, and when." },
});

export const v1ReadMinutes = endpoint({
  ...READS,
  path: "/api/v1/meetings/:meetId/minutes/:format",
  params: { meetId: "meet-id", format: "text" },
  answer: "file",
  ...READING,
  failure: "error.notAvailable",
  described: {
    id: "readMinutes",
    summary: "Downloads the minutes as json, md, txt, docx or pdf, or the transcript as srt or vtt.",
    values: { format: Object.keys(DOWNLOADS) },
    query: { transcript: { about: "1: DOCX, PDF, Markdown and plain text hold the transcript too.", values: ["1"] } },
    refusals: ["not-ready", "pdf-not-ready"],
  },
});

export const v1Search = endpoint({
  ...READS,
  path: "/api/v1/search",
  answer: async () => (await import("#app/contracts/public.ts")).searchPage,
  ...READING,
  failure: "error.loadingData",
  described: {
    id: "searchMeetings",
    summary: "Searches titles, names, minutes, tasks and transcripts of all meetings that the person may read.",
    refusals: ["cursor-invalid"],
    query: {
      q: { about: 'Words, or "a phrase". from:, person:, after: and before: narrow the search, as in the app.' },
      cursor: CURSOR,
    },
  },
});

export const v1Ask = endpoint({
  ...READS,
  method: "POST",
  path: "/api/v1/ask",
  body: async () => (await import("#app/contracts/public-changes.ts")).newQuestion,
  answer: async () => (await import("#app/contracts/public.ts")).publicAnswer,
  ...READING,
  rate: { limit: "chat", counted: "ask" },
  failure: "error.loadingData",
  described: {
    id: "askMeetings",
    summary:
      "Answers a question from all meetings that the person may read, each line with its meeting and moment. It can take two minutes; nothing is kept.",
  },
});

export const v1ListTasks = endpoint({
  ...READS,
  path: "/api/v1/tasks",
  answer: async () => (await import("#app/contracts/public.ts")).taskPage,
  ...READING,
  failure: "error.loadingData",
  described: {
    id: "listTasks",
    summary: "Lists the tasks of all meetings, the next deadline first.",
    refusals: ["cursor-invalid"],
    query: {
      whose: { about: "everybody: also tasks of other people.", values: ["everybody"] },
      state: { about: "done: tasks that are done, instead of open ones.", values: ["done"] },
      cursor: CURSOR,
    },
  },
});

export const v1ReadTask = endpoint({
  ...READS,
  path: "/api/v1/meetings/:meetId/tasks/:taskId",
  params: { meetId: "meet-id", taskId: "text" },
  answer: async () => (await import("#app/contracts/public.ts")).publicTask,
  ...READING,
  failure: "error.notAvailable",
  described: { id: "readTask", summary: "Reads one task. Its ETag is needed to change it." },
});

export const v1ListTemplates = endpoint({
  ...READS,
  path: "/api/v1/templates",
  answer: async () => (await import("#app/contracts/public.ts")).publicTemplates,
  ...READING,
  failure: "error.loadingData",
  described: { id: "listTemplates", summary: "Lists the templates that new meetings can be written with." },
});

export const v1ListShares = endpoint({
  ...READS,
  path: "/api/v1/meetings/:meetId/shares",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/public.ts")).publicShares,
  ...READING,
  failure: "error.somethingWrong",
  described: { id: "listShares", summary: "Reads the share link of a meeting: a list of one, or of none." },
});

export const v1ListClips = endpoint({
  ...READS,
  path: "/api/v1/meetings/:meetId/clips",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/public.ts")).publicClips,
  ...READING,
  failure: "error.somethingWrong",
  described: { id: "listClips", summary: "Lists the clips of a meeting: passages with a link of their own." },
});

export const v1ReadClip = endpoint({
  ...READS,
  path: "/api/v1/meetings/:meetId/clips/:clipId",
  params: { meetId: "meet-id", clipId: "text" },
  answer: async () => (await import("#app/contracts/public.ts")).publicClip,
  ...READING,
  failure: "error.notAvailable",
  described: { id: "readClip", summary: "Reads one clip. Its ETag is needed to change it." },
});

/** OpenAPI 3.1. */
export const v1Describe = endpoint({
  method: "GET",
  path: "/api/v1/openapi.json",
  params: {},
  body: null,
  answer: "file",
  actors: ["anyone"],
  scopes: [],
  rate: { limit: "share", counted: "v1-openapi" },
  failure: "error.loadingData",
});
