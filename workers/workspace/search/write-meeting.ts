import { SEARCH_PIECE_CHARS } from "#app/domain/limits/search.ts";
import { type IndexPart, indexParts } from "#app/domain/search/index-text.ts";
import type { Passage, PassageKind, SearchableMeeting } from "#app/domain/search/passages.ts";
import type { Turns } from "#app/domain/turns.ts";
import { factsOf } from "#workers/workspace/search/facts.ts";
import { freePlace, PART_BITS, PARTS_MAX, placesFor } from "#workers/workspace/search/places.ts";

/** Writes, reads and removes one meeting of the index. */

export type MeetingRow = {
  id: number;
  meet_id: string;
  workspace_id: string;
  created_by: string;
  sequence: number;
  starts_at: number;
  source: string;
  platform: string | null;
  language: string;
  title: string;
  duration_ms: number | null;
  people: string;
  facts: string;
};

/** A passage as it is stored; names of fields would take a third of the room. */
type StoredPassage = [
  kind: PassageKind,
  startMs: number | null,
  segmentId: string | null,
  speaker: string | null,
  text: string,
  unconfirmed?: true,
];
/** Neighbouring passages from number `first` on, as JSON. */
type Piece = { first: number; body: string };

export function readMeetingRow(sql: SqlStorage, meetId: string): MeetingRow | null {
  return sql.exec<MeetingRow>("SELECT * FROM search_meetings WHERE meet_id = ?", meetId).toArray()[0] ?? null;
}

/** Whether the index has all of these meetings. */
export function hasMeetings(sql: SqlStorage, meetIds: readonly string[]): boolean {
  if (meetIds.length === 0) return true;
  return (
    sql
      .exec(
        "SELECT 1 FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM search_meetings WHERE meet_id = value) LIMIT 1",
        JSON.stringify(meetIds),
      )
      .toArray().length === 0
  );
}

/** The words of a meeting as they were indexed. */
export function readParts(sql: SqlStorage, meeting: number): IndexPart[] {
  return sql
    .exec<IndexPart>("SELECT first, words, stems FROM search_parts WHERE meeting = ? ORDER BY part", meeting)
    .toArray();
}

/** One passage by its number. */
export function readPassage(sql: SqlStorage, meeting: number, passage: number): Passage | null {
  const [piece] = sql
    .exec<Piece>(
      "SELECT first, body FROM search_passages WHERE meeting = ? AND first <= ? ORDER BY first DESC LIMIT 1",
      meeting,
      passage,
    )
    .toArray();
  return piece ? (passagesIn(piece)[passage - piece.first] ?? null) : null;
}

export function readPassages(sql: SqlStorage, meeting: number): Passage[] {
  return readPieces(sql, meeting).flatMap(passagesIn);
}

export function readPieces(sql: SqlStorage, meeting: number): Piece[] {
  return sql.exec<Piece>("SELECT first, body FROM search_passages WHERE meeting = ? ORDER BY first", meeting).toArray();
}

export function passagesIn({ body }: Piece): Passage[] {
  return (JSON.parse(body) as StoredPassage[]).map(([kind, startMs, segmentId, speaker, text, unconfirmed]) => ({
    kind,
    text,
    startMs,
    segmentId,
    speaker,
    ...(unconfirmed ? { unconfirmed } : {}),
  }));
}

function piecesOf(passages: readonly Passage[]): Piece[] {
  const pieces: Piece[] = [];
  let [first, chars] = [0, 0];
  let texts: string[] = [];
  const close = (next: number) => {
    if (texts.length > 0) pieces.push({ first, body: `[${texts.join(",")}]` });
    [texts, first, chars] = [[], next, 0];
  };
  for (const [index, { kind, startMs, segmentId, speaker, text, unconfirmed }] of passages.entries()) {
    const mark: [true?] = unconfirmed ? [true] : [];
    const json = JSON.stringify([kind, startMs, segmentId, speaker, text, ...mark] satisfies StoredPassage);
    if (chars + json.length > SEARCH_PIECE_CHARS) close(index);
    texts.push(json);
    chars += json.length;
  }
  close(passages.length);
  return pieces;
}

/**
 * Replaces what the index has of a meeting; nothing is written where it already has this. `run` folds in turns; the rows change in one
 * transaction.
 */
export async function writeMeeting(
  storage: DurableObjectStorage,
  meeting: SearchableMeeting,
  run: <Value>(work: Turns<Value>) => Promise<Value>,
): Promise<void> {
  const before = readMeetingRow(storage.sql, meeting.meetId);
  if (!before || before.sequence < meeting.sequence) await replaceMeeting(storage, before, meeting, run);
}

/**
 * Replaces the title, the people and the facts of a meeting that the index has; its other passages stay, and so does the number of the change that they
 * have. False where the index does not have the meeting.
 */
export async function writeHead(
  storage: DurableObjectStorage,
  head: SearchableMeeting,
  run: <Value>(work: Turns<Value>) => Promise<Value>,
): Promise<boolean> {
  const before = readMeetingRow(storage.sql, head.meetId);
  if (!before) return false;
  // An older reading than the index has.
  if (before.sequence > head.sequence) return true;
  const kept = readPassages(storage.sql, before.id).filter(({ kind }) => kind !== "title" && kind !== "person");
  const meeting = { ...head, sequence: before.sequence, passages: [...head.passages, ...kept] };
  await replaceMeeting(storage, before, meeting, run);
  return true;
}

async function replaceMeeting(
  storage: DurableObjectStorage,
  before: MeetingRow | null,
  meeting: SearchableMeeting,
  run: <Value>(work: Turns<Value>) => Promise<Value>,
): Promise<void> {
  const { sql } = storage;
  const pieces = piecesOf(meeting.passages);
  const isSame =
    before?.language === meeting.language && JSON.stringify(readPieces(sql, before.id)) === JSON.stringify(pieces);
  const parts = isSame ? [] : await run(indexParts(meeting.passages, meeting.language));
  const facts = factsOf(meeting);
  const isIndexed = isSame && before.starts_at === meeting.startsAt && before.facts === facts;
  storage.transactionSync(() => {
    if (before && !isIndexed) changeIndex(sql, before.id, "remove");
    const id = saveRow(sql, before, meeting, facts);
    if (isIndexed) return;
    if (!isSame) {
      removeContent(sql, id);
      insertContent(sql, id, pieces, parts);
    }
    changeIndex(sql, id, "add");
  });
}

function insertContent(sql: SqlStorage, id: number, pieces: readonly Piece[], parts: readonly IndexPart[]): void {
  for (const { first, body } of pieces) {
    sql.exec("INSERT INTO search_passages (meeting, first, body) VALUES (?, ?, ?)", id, first, body);
  }
  for (const [part, { first, words, stems }] of parts.slice(0, PARTS_MAX).entries()) {
    sql.exec(
      "INSERT INTO search_parts (meeting, part, first, words, stems) VALUES (?, ?, ?, ?, ?)",
      id,
      part,
      first,
      words,
      stems,
    );
  }
}

/** Removes every row of a meeting, and its words from the index. */
export function removeMeeting(storage: DurableObjectStorage, meetId: string): void {
  const { sql } = storage;
  const row = readMeetingRow(sql, meetId);
  if (!row) return;
  storage.transactionSync(() => {
    changeIndex(sql, row.id, "remove");
    removeContent(sql, row.id);
    sql.exec("DELETE FROM search_meetings WHERE id = ?", row.id);
  });
}

/** Adds the words of a meeting to the index by its rows, or removes them. The index holds no text, so it has to be told what it removes. */
function changeIndex(sql: SqlStorage, id: number, change: "add" | "remove"): void {
  const [command, value] = change === "remove" ? ["search_index, ", "'delete', "] : ["", ""];
  sql.exec(
    `INSERT INTO search_index (${command}rowid, words, stems, facts)
     SELECT ${value}(meeting.place << ${PART_BITS}) | part.part, part.words, part.stems, meeting.facts
     FROM search_meetings AS meeting JOIN search_parts AS part ON part.meeting = meeting.id WHERE meeting.id = ?`,
    id,
  );
}

function removeContent(sql: SqlStorage, id: number): void {
  sql.exec("DELETE FROM search_parts WHERE meeting = ?", id);
  sql.exec("DELETE FROM search_passages WHERE meeting = ?", id);
}

/** A meeting that begins at another time gets another place. */
function saveRow(sql: SqlStorage, before: MeetingRow | null, meeting: SearchableMeeting, facts: string): number {
  const isPlaced = before?.starts_at === meeting.startsAt;
  return sql
    .exec<{ id: number }>(
      `INSERT INTO search_meetings
         (meet_id, place, workspace_id, created_by, sequence, starts_at, source, platform, language, title, duration_ms, people, facts)
       VALUES (?, CAST(? AS INTEGER), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (meet_id) DO UPDATE SET place = ${isPlaced ? "place" : "excluded.place"}, workspace_id = excluded.workspace_id,
         created_by = excluded.created_by, sequence = excluded.sequence, starts_at = excluded.starts_at, source = excluded.source,
         platform = excluded.platform, language = excluded.language, title = excluded.title, duration_ms = excluded.duration_ms,
         people = excluded.people, facts = excluded.facts
       RETURNING id`,
      meeting.meetId,
      // A meeting that stays needs no free place, of which there may be none: a number that no row has stands for it, and is not stored.
      before && isPlaced ? String(-before.id) : freePlace(sql, placesFor(meeting)),
      meeting.workspaceId,
      meeting.createdBy,
      meeting.sequence,
      meeting.startsAt,
      meeting.source,
      meeting.platform,
      meeting.language,
      meeting.title,
      meeting.durationMs,
      JSON.stringify(meeting.people),
      facts,
    )
    .one().id;
}
