import type { ListedPlace } from "#app/server/ports/search-index.ts";

/**
 * The tables of the search index. They hold nothing that cannot be read from the meetings, so a change of their shape, of the folding or
 * of the stems needs no migration: SEARCH_INDEX_VERSION is raised, and an index of another version is dropped and built again.
 */
export const SEARCH_INDEX_VERSION = 11;

const TABLES: readonly string[] = [
  `CREATE TABLE search_meetings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    meet_id TEXT NOT NULL UNIQUE,
    place INTEGER NOT NULL UNIQUE,
    workspace_id TEXT NOT NULL,
    created_by TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    starts_at INTEGER NOT NULL,
    source TEXT NOT NULL,
    platform TEXT,
    language TEXT NOT NULL,
    title TEXT NOT NULL,
    duration_ms INTEGER,
    people TEXT NOT NULL,
    facts TEXT NOT NULL
  )`,
  // The passages of a meeting as JSON, in small pieces: a result shows three of them.
  `CREATE TABLE search_passages (
    meeting INTEGER NOT NULL,
    first INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (meeting, first)
  )`,
  // The indexed words: the passages in which they were said are looked up here.
  `CREATE TABLE search_parts (
    meeting INTEGER NOT NULL,
    part INTEGER NOT NULL,
    first INTEGER NOT NULL,
    words TEXT NOT NULL,
    stems TEXT NOT NULL,
    PRIMARY KEY (meeting, part)
  )`,
  // Meetings that a rebuild could not read, as it listed them: it tries them again behind all others, and is not complete before.
  "CREATE TABLE search_passed (listed TEXT PRIMARY KEY NOT NULL, passed_at INTEGER NOT NULL)",
  // One row for (nearly) every meeting, so that the most common word has as many hits as there are meetings. The beginnings of words that
  // are typed first are terms of their own: FTS5 would merge the lists of all words that begin so, for each keystroke. Marks that folding
  // leaves (vowels of Hindi, tones of Thai) are parts of a word. Rows are numbered by the meetings' places (places.ts). `facts` are what is
  // asked for beside words.
  `CREATE VIRTUAL TABLE search_index USING fts5(
    words, stems, facts, content='', columnsize=0, prefix='2 3', tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
  )`,
  // A removed passage leaves nothing behind in the index.
  "INSERT INTO search_index (search_index, rank) VALUES ('secure-delete', 1)",
];

const NAMES = ["search_meetings", "search_passages", "search_parts", "search_passed", "search_index"];

/** The progress of the index. `cursor`: the last meeting that a rebuild has taken; null before the first. */
type SearchState = {
  workspaceId: string;
  isComplete: boolean;
  cursor: ListedPlace | null;
  attempts: number;
  dueAt: number;
};

/** Null where there is no index of this version. */
export function readSearchState(sql: SqlStorage): SearchState | null {
  const [row] = sql
    .exec<{
      version: number;
      workspace_id: string;
      cursor: string | null;
      attempts: number;
      due_at: number;
      is_complete: number;
    }>("SELECT * FROM search_state")
    .toArray();
  if (row?.version !== SEARCH_INDEX_VERSION) return null;
  return {
    workspaceId: row.workspace_id,
    isComplete: row.is_complete === 1,
    cursor: row.cursor === null ? null : (JSON.parse(row.cursor) as ListedPlace),
    attempts: row.attempts,
    dueAt: row.due_at,
  };
}

export function saveSearchState(sql: SqlStorage, state: SearchState): void {
  sql.exec(
    `INSERT OR REPLACE INTO search_state (id, version, workspace_id, cursor, attempts, due_at, is_complete)
     VALUES (1, ?, ?, ?, ?, ?, ?)`,
    SEARCH_INDEX_VERSION,
    state.workspaceId,
    state.cursor === null ? null : JSON.stringify(state.cursor),
    state.attempts,
    state.dueAt,
    state.isComplete ? 1 : 0,
  );
}

/** Makes empty tables of this version where there are none, and has them filled from the meetings. */
export function openSearchTables(storage: DurableObjectStorage, workspaceId: string, now: number): SearchState {
  const { sql } = storage;
  const known = readSearchState(sql);
  if (known) return known;
  const state: SearchState = { workspaceId, isComplete: false, cursor: null, attempts: 0, dueAt: now };
  storage.transactionSync(() => {
    dropSearchTables(sql);
    for (const statement of TABLES) sql.exec(statement);
    saveSearchState(sql, state);
  });
  return state;
}

/** Inside a transaction. */
export function dropSearchTables(sql: SqlStorage): void {
  for (const name of NAMES) sql.exec(`DROP TABLE IF EXISTS ${name}`);
}
