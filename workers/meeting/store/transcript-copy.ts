import type { Segment } from "#app/domain/transcript/segment.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { writePieces } from "#workers/meeting/store/transcript-pieces.ts";

/**
 * The transcript as it is read, and its speakers, as JSON in a few rows: four hours are 6,000 rows of `segments`, which each opening of the
 * page would read twice. The first reader writes the copy. Triggers of every table that it is made of delete it (0026-opening), so that
 * no writer can forget it.
 */

const PLACES = "places";
const SPEAKERS = "speakers";
const SEGMENTS = "segments/";

export type Speaker = { label: string; name: string | null; spokenMs: number };

/** Of each segment its start and its label, as recognised or assigned, which names in the copy hide. */
export type Place = [id: string, startMs: number, label: string | null];

/** Null where there is no copy. */
export function readPlacesCopy(sql: SqlStorage): Place[] | null {
  const [row] = sql.exec<{ body: string }>("SELECT body FROM transcript_copy WHERE part = ?", PLACES).toArray();
  return row ? (JSON.parse(row.body) as Place[]) : null;
}

/** Null where there is no copy. */
export function readSpeakersCopy(sql: SqlStorage): Speaker[] | null {
  const [row] = sql.exec<{ body: string }>("SELECT body FROM transcript_copy WHERE part = ?", SPEAKERS).toArray();
  return row ? (JSON.parse(row.body) as Speaker[]) : null;
}

/** Null where there is no copy. */
export function readSegmentsCopy(sql: SqlStorage): Segment[] | null {
  const rows = sql
    .exec<{ body: string }>("SELECT body FROM transcript_copy WHERE part GLOB ? ORDER BY part", `${SEGMENTS}*`)
    .toArray();
  return rows.length === 0 ? null : rows.flatMap(({ body }) => JSON.parse(body) as Segment[]);
}

type Copy = { segments: readonly Segment[]; speakers: readonly Speaker[]; places: readonly Place[] };

/** The transcript as it is read now. Nothing is kept of an empty one. */
export function saveCopy(sql: SqlStorage, { segments, speakers, places }: Copy): void {
  if (segments.length === 0) return;
  const save = (part: string, body: string) =>
    sql.exec("INSERT OR REPLACE INTO transcript_copy (part, body) VALUES (?, ?)", part, body);
  save(PLACES, JSON.stringify(places));
  save(SPEAKERS, JSON.stringify(speakers));
  for (const [piece, body] of runAtOnce(writePieces(segments)).entries()) {
    save(`${SEGMENTS}${String(piece).padStart(4, "0")}`, body);
  }
}
