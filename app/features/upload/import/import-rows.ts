import type { ImportProblem, ReadImport } from "#app/features/upload/import/read-import.ts";
import type { FoundFile } from "#app/features/upload/import/open-files.ts";

/** A file of the import. `failure`: the server's text of why it was not imported. */
export type ImportRow = {
  id: number;
  file: FoundFile;
  title: string;
  /** Null while the person has to choose it. */
  at: number | null;
} & (
  | { state: "reading" }
  | { state: "refused"; problem: ImportProblem }
  | ({ read: ReadImport } & (
      | { state: "ready" | "waiting" | "sending" }
      /** A meeting has the words already, or a row above does. */
      | { state: "known"; meeting: { meetId: string; title: string } }
      | { state: "same"; name: string }
      | { state: "failed"; failure: string | null }
      | { state: "made" | "undone"; meetId: string }
    ))
);

export type ReadyRow = Extract<ImportRow, { state: "ready" | "waiting" | "sending" | "failed" }>;

/** Whether the row is a meeting that is still to be made. */
export function isReady(row: ImportRow): row is Extract<ImportRow, { state: "ready" | "failed" }> {
  return row.state === "ready" || row.state === "failed";
}

/** Rows whose words another row has are named after the first of them. */
export function markSame(rows: readonly ImportRow[]): ImportRow[] {
  const first = new Map<string, string>();
  return rows.map((row): ImportRow => {
    if (!("read" in row)) return row;
    const { digest } = row.read;
    const name = first.get(digest);
    if (name === undefined) first.set(digest, row.file.name);
    if (row.state === "ready" && name !== undefined) return { ...row, state: "same", name };
    // The one above was removed.
    return row.state === "same" && name === undefined ? { ...base(row), read: row.read, state: "ready" } : row;
  });
}

export function base({ id, file, title, at }: ImportRow) {
  return { id, file, title, at };
}
