import { WORDS_DECLINED_MAX } from "#app/domain/limits/words.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";
import { wordKey } from "#app/domain/words/own-word.ts";

/** Offers of own words that people accepted, each with the corrections of segments that it made, and those that they declined. */

type Offer = { word: string; heard: string };

/** `edits`: the numbers of the first and the last correction that the replacement made. */
export function saveReplacement(
  sql: SqlStorage,
  { word, heard, saveId, by, at, edits }: Offer & { saveId: string; by: string; at: number; edits: [number, number] },
): void {
  sql.exec(
    `INSERT INTO word_choices (word, heard, choice, save_id, first_edit, last_edit, at, made_by)
     VALUES (?, ?, 'replaced', ?, ?, ?, ?, ?)`,
    wordKey(word),
    wordKey(heard),
    saveId,
    edits[0],
    edits[1],
    at,
    by,
  );
}

export function saveDeclined(sql: SqlStorage, { word, heard, by, at }: Offer & { by: string; at: number }): void {
  sql.exec(
    `INSERT INTO word_choices (word, heard, choice, at, made_by) SELECT ?, ?, 'declined', ?, ?
     WHERE (SELECT count(*) FROM word_choices WHERE choice = 'declined') < ?`,
    wordKey(word),
    wordKey(heard),
    at,
    by,
    WORDS_DECLINED_MAX,
  );
}

export function declinedOffers(sql: SqlStorage): (offer: Offer) => boolean {
  const declined = new Set(
    sql
      .exec<Offer>("SELECT word, heard FROM word_choices WHERE choice = 'declined'")
      .toArray()
      .map(({ word, heard }) => JSON.stringify([word, heard])),
  );
  return ({ word, heard }) => declined.has(JSON.stringify([wordKey(word), wordKey(heard)]));
}

/**
 * The segments of a replacement that still have its words, with the correction before it; null for the recognised words. A segment that a
 * person has corrected since is not among them.
 */
export function readReplacement(
  sql: SqlStorage,
  saveId: string,
): { segmentId: SegmentId; startMs: number; before: string | null }[] {
  return sql
    .exec<{ segment_id: string; start_ms: number; before: string | null }>(
      `SELECT made.segment_id, segments.start_ms,
         (SELECT text FROM segment_edits AS earlier WHERE earlier.segment_id = made.segment_id AND earlier.seq < made.seq
          ORDER BY earlier.seq DESC LIMIT 1) AS before
       FROM word_choices JOIN segment_edits AS made ON made.seq BETWEEN first_edit AND last_edit
       JOIN segments ON segments.id = made.segment_id
       WHERE save_id = ? AND NOT EXISTS (SELECT 1 FROM segment_edits AS later
         WHERE later.segment_id = made.segment_id AND later.seq > made.seq)
       ORDER BY segments.position`,
      saveId,
    )
    .toArray()
    .map(({ segment_id, start_ms, before }) => ({ segmentId: segment_id, startMs: start_ms, before }));
}
