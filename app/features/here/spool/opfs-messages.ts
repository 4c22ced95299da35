/** Messages between the page and the worker that has its files (opfs-worker.ts). */

export type FileQuestion = { id: number } & (
  | { type: "list"; path: string }
  | { type: "read"; path: string }
  | { type: "write"; path: string; bytes: Uint8Array<ArrayBuffer> }
  | { type: "remove"; path: string }
);

export type FileAnswer = { id: number } & (
  | { type: "listed"; paths: string[] }
  /** Null where there is no such file. */
  | { type: "read"; bytes: Uint8Array<ArrayBuffer> | null }
  | { type: "done" }
  | { type: "full" }
  | { type: "failed"; message: string }
);

/** The folder of the origin's private files that all recordings are in. A rule of stored places names it. */
export const HERE_FOLDER = "acta-here";
