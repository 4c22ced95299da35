import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";

/** Order among meetings: folders, tags, the archive and rules for new meetings. */

const ANSWER = async () => (await import("#app/contracts/folders.ts")).foldersAnswer;
const FAILURE = "folders:error.failed";

/** ?meeting= names one whose folder, tags and rules are wanted too. */
export const readFolders = endpoint({
  ...READS,
  path: "/api/acta/folders",
  answer: ANSWER,
  rate: { limit: "poll", counted: "folders" },
  failure: "error.loadingData",
});

/** Moves, tags or archives several of the person's own meetings. Idempotent. */
export const arrangeMeetings = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/arrange",
  body: async () => (await import("#app/contracts/folder-changes.ts")).arrangeAsked,
  answer: async () => (await import("#app/contracts/folders.ts")).arrangedAnswer,
  rate: { limit: "edit", counted: "arrange" },
  failure: FAILURE,
});

export const changeFolder = endpoint({
  ...CHANGES,
  method: "PATCH",
  path: "/api/acta/folders/:folderId",
  params: { folderId: "text" },
  body: async () => (await import("#app/contracts/folder-changes.ts")).folderChange,
  answer: ANSWER,
  rate: { limit: "edit", counted: "arrange" },
  failure: FAILURE,
});

/** Its meetings stay, in no folder. */
export const deleteFolder = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/folders/:folderId",
  params: { folderId: "text" },
  answer: ANSWER,
  rate: { limit: "edit", counted: "arrange" },
  failure: FAILURE,
});

/** The same test again replaces what its rule does. */
export const addFolderRule = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/folder-rules",
  body: async () => (await import("#app/contracts/folder-changes.ts")).newFolderRule,
  answer: ANSWER,
  rate: { limit: "edit", counted: "arrange" },
  failure: FAILURE,
});

export const deleteFolderRule = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/folder-rules/:ruleId",
  params: { ruleId: "text" },
  answer: ANSWER,
  rate: { limit: "edit", counted: "arrange" },
  failure: FAILURE,
});
