import type { Found } from "#app/domain/chat/quote-passages.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { CHAT_HITS_MAX } from "#app/domain/limits/minutes.ts";
import { contentStems } from "#app/domain/summary/words/stop-words.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import type { Turns } from "#app/domain/turns.ts";

/**
 * Full-text search over the segments (SQLite's FTS5). Words are indexed as they were said and as stems, so that "plans"
 * finds "planning" in each of the four languages; accents and case never matter. The index holds no text, only places.
 */

/** Each word of a question has some stems of the dictionary. A question of more is a paragraph, and its first ones will do. */
const STEMS_MAX = 64;

type Indexed = { segments: readonly Segment[]; language: MeetingLanguage };
type RunWork = (work: Turns<void>) => Promise<void>;
/** Two people may ask at once; an index is written by one at a time. */
const WRITING = new WeakMap<DurableObjectStorage, Promise<void>>();

/**
 * Writes the index where there is none, or where the transcript is another than it was written from. `run` does it in turns.
 * It is complete only once its fingerprint stands: what was broken off is written anew.
 */
export function refreshIndex(storage: DurableObjectStorage, indexed: Indexed, run: RunWork): Promise<void> {
  const before = WRITING.get(storage) ?? Promise.resolve();
  const written = before.catch(() => {}).then(() => run(writeIndex(storage, indexed)));
  WRITING.set(storage, written);
  return written;
}

function* writeIndex({ sql }: DurableObjectStorage, { segments, language }: Indexed): Turns<void> {
  const fingerprint = `${FOLDING} ${language} ${yield* fingerprintOf(segments)}`;
  const [written] = sql.exec<{ fingerprint: string }>("SELECT fingerprint FROM chat_index_state").toArray();
  if (written?.fingerprint === fingerprint) return;
  sql.exec("DELETE FROM chat_index_state");
  emptyIndex(sql);
  for (const [position, { text, speaker }] of segments.entries()) {
    yield text.length * INDEX_UNITS;
    sql.exec(
      "INSERT INTO chat_index (rowid, words, stems) VALUES (?, ?, ?)",
      position + 1,
      speaker === null ? text : `${speaker} ${text}`,
      contentStems(text, language).join(" "),
    );
  }
  sql.exec("INSERT OR REPLACE INTO chat_index_state (id, fingerprint) VALUES (1, ?)", fingerprint);
}

/** Raised when words are folded in another way: an index of before is written anew. */
const FOLDING = 3;
/** Every word is stemmed, and written twice. */
const INDEX_UNITS = 8;
/** Of a fingerprint's letters, how many cost as much as one elsewhere. */
const HASHED_CHARS = 64;

/** A DELETE would leave the words in the index until its parts are merged some day. */
export function emptyIndex(sql: SqlStorage): void {
  sql.exec("INSERT INTO chat_index (chat_index) VALUES ('delete-all')");
}

/**
 * FNV-1a over all that is indexed. The transcript itself is asked, not a list of its changes: whoever changes it, in
 * whatever way, cannot forget to say so.
 */
function* fingerprintOf(segments: readonly Segment[]): Turns<string> {
  let hash = 0x811c9dc5;
  for (const { text, speaker } of segments) {
    yield text.length / HASHED_CHARS;
    const piece = `${speaker ?? ""}\n${text}\n`;
    for (let at = 0; at < piece.length; at += 1) hash = Math.imul(hash ^ piece.charCodeAt(at), 0x01000193);
  }
  return `${segments.length} ${(hash >>> 0).toString(16)}`;
}

/** The segments in which stems were said, best first, and how often each of them was said at all. */
export function searchIndex(sql: SqlStorage, stems: readonly string[], segments: number): Found {
  const asked = stems.slice(0, STEMS_MAX);
  const of = new Map<string, number>();
  for (const stem of asked) {
    const { count } = sql
      .exec<{ count: number }>("SELECT count(*) AS count FROM chat_index WHERE chat_index MATCH ?", quoted(stem))
      .one();
    of.set(stem, count);
  }
  const said = asked.filter((stem) => (of.get(stem) ?? 0) > 0);
  if (said.length === 0) return { positions: [], frequencies: { segments, of } };
  const rows = sql
    .exec<{ rowid: number }>(
      "SELECT rowid FROM chat_index WHERE chat_index MATCH ? ORDER BY bm25(chat_index) LIMIT ?",
      said.map(quoted).join(" OR "),
      CHAT_HITS_MAX,
    )
    .toArray();
  return { positions: rows.map(({ rowid }) => rowid - 1), frequencies: { segments, of } };
}

/** A string of FTS5's query language: whatever is in it is looked for and nothing else. */
function quoted(stem: string): string {
  return `"${stem.replaceAll('"', '""')}"`;
}
