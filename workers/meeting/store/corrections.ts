import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";
import { readPlacesCopy, readSpeakersCopy, type Speaker } from "#workers/meeting/store/transcript-copy.ts";

/** A person's corrections of the transcript. The recognised words stay in `segments`; corrections are stored beside them. */

/** The number of the last correction; 0 when there is none. */
export function lastCorrection(sql: SqlStorage): number {
  return sql.exec<{ seq: number | null }>("SELECT max(seq) AS seq FROM segment_edits").one().seq ?? 0;
}

/** Removes the corrections of words and speakers in these windows, whose text is another now. */
export function forgetCorrections(sql: SqlStorage, windows: readonly number[]): void {
  for (const index of windows) {
    sql.exec("DELETE FROM segment_edits WHERE segment_id LIKE ?", `w${index}-%`);
    sql.exec("DELETE FROM segment_speakers WHERE segment_id LIKE ?", `w${index}-%`);
  }
}

/** Removes the names that people gave to labels: another transcript may mean others by the same labels. */
export function forgetSpeakerNames(sql: SqlStorage): void {
  sql.exec("DELETE FROM speaker_names");
}

/** Segments with the corrected words, speakers and names in place of the recognised ones. */
export function correctSegments(sql: SqlStorage, segments: Segment[]): Segment[] {
  const words = correctedWords(sql);
  const names = speakerNames(sql);
  const labels = assignedLabels(sql);
  if (words.size === 0 && names.size === 0 && labels.size === 0) return segments;
  return segments.map((segment) => {
    const text = words.get(segment.id) ?? null;
    const label = labels.get(segment.id) ?? segment.speaker;
    const speaker = label === null ? null : (names.get(label) ?? label);
    return { ...segment, speaker, ...(text === null ? {} : { text, edited: true as const }) };
  });
}

/** The newest correction of each segment; a restored segment has none. */
function correctedWords(sql: SqlStorage): Map<SegmentId, string> {
  return new Map(
    sql
      .exec<{ segment_id: string; text: string | null }>(
        // SQLite takes the bare column from the row of the maximum.
        "SELECT segment_id, text, max(seq) FROM segment_edits GROUP BY segment_id",
      )
      .toArray()
      .flatMap(({ segment_id, text }) => (text === null ? [] : [[segment_id, text]])),
  );
}

/** The label that a person gave each segment; a restored segment has none. */
export function assignedLabels(sql: SqlStorage): Map<SegmentId, string> {
  return new Map(
    sql
      .exec<{ segment_id: string; label: string | null }>(
        "SELECT segment_id, label, max(seq) FROM segment_speakers GROUP BY segment_id",
      )
      .toArray()
      .flatMap(({ segment_id, label }) => (label === null ? [] : [[segment_id, label]])),
  );
}

/** The labels of the speakers of these segments, as recognised or assigned; segments that are not in the transcript are left out. */
export function labelsOf(sql: SqlStorage, ids: readonly SegmentId[]): ReadonlyMap<SegmentId, string | null> {
  if (ids.length === 0) return new Map();
  const wanted = new Set(ids);
  const copied = readPlacesCopy(sql);
  if (copied) return new Map(copied.flatMap(([id, , label]) => (wanted.has(id) ? [[id, label] as const] : [])));
  const assigned = assignedLabels(sql);
  return new Map(
    sql
      .exec<{ id: string; speaker: string | null }>(
        "SELECT id, speaker FROM segments WHERE id IN (SELECT value FROM json_each(?))",
        JSON.stringify(ids),
      )
      .toArray()
      .map(({ id, speaker }) => [id, assigned.get(id) ?? speaker]),
  );
}

/** Segments with the labels of their speakers, as recognised or assigned, and without their names. */
export function labelSegments(sql: SqlStorage, segments: Segment[]): Segment[] {
  const labels = assignedLabels(sql);
  return segments.map((segment) => ({ ...segment, speaker: labels.get(segment.id) ?? segment.speaker }));
}

/** The label behind a name or label that a page shows; the name itself where nobody has it yet, as a new speaker's label. */
export function labelOf(sql: SqlStorage, shown: string): string {
  const speakers = readSpeakers(sql);
  const known =
    speakers.find(({ label, name }) => (name ?? label) === shown) ?? speakers.find(({ label }) => label === shown);
  return known?.label ?? shown;
}

/** Notes who said some segments; null for the recognised speakers. */
export function assignSegments(
  sql: SqlStorage,
  { ids, label, by, at }: { ids: readonly SegmentId[]; label: string | null; by: string; at: number },
): void {
  for (const id of ids) {
    sql.exec("INSERT INTO segment_speakers (segment_id, label, at, made_by) VALUES (?, ?, ?, ?)", id, label, at, by);
  }
}

/** Gives segments that have this label the one that they had before a person gave it. */
export function restoreSegments(
  sql: SqlStorage,
  { ids, label, by, at }: { ids: readonly SegmentId[]; label: string | null; by: string; at: number },
): void {
  for (const id of ids) {
    const [last, before] = sql
      .exec<{ label: string | null }>(
        "SELECT label FROM segment_speakers WHERE segment_id = ? ORDER BY seq DESC LIMIT 2",
        id,
      )
      .toArray();
    if (last && last.label === label) assignSegments(sql, { ids: [id], label: before?.label ?? null, by, at });
  }
}

export function speakerNames(sql: SqlStorage): Map<string, string> {
  return new Map(
    sql
      .exec<{ label: string; name: string }>("SELECT label, name FROM speaker_names")
      .toArray()
      .map(({ label, name }) => [label, name]),
  );
}

/** The labels that the source or a person gave, in the order of their first words, each with the name that stands for it now. */
export function readSpeakers(sql: SqlStorage): Speaker[] {
  return readSpeakersCopy(sql) ?? countSpeakers(sql);
}

function countSpeakers(sql: SqlStorage): Speaker[] {
  return sql
    .exec<{ label: string; name: string | null; spoken_ms: number }>(
      `WITH assigned AS (SELECT segment_id, label, max(seq) FROM segment_speakers GROUP BY segment_id),
         said AS (SELECT coalesce(assigned.label, speaker) AS label, start_ms, end_ms, position
                  FROM segments LEFT JOIN assigned ON segment_id = segments.id)
       SELECT said.label AS label, name, sum(end_ms - start_ms) AS spoken_ms FROM said
       LEFT JOIN speaker_names ON speaker_names.label = said.label
       WHERE said.label IS NOT NULL GROUP BY said.label ORDER BY min(position)`,
    )
    .toArray()
    .map(({ label, name, spoken_ms }) => ({ label, name, spokenMs: spoken_ms }));
}

export function nameSpeaker(
  sql: SqlStorage,
  { label, name, by }: { label: string; name: string | null; by: string },
): void {
  if (name === null || name === label) sql.exec("DELETE FROM speaker_names WHERE label = ?", label);
  else sql.exec("INSERT OR REPLACE INTO speaker_names (label, name, made_by) VALUES (?, ?, ?)", label, name, by);
}

/** One segment as it was recognised, and as a person corrected it, if one did. */
export function readOneSegment(
  sql: SqlStorage,
  id: SegmentId,
): { startMs: number; original: string; corrected: string | null } | null {
  const [row] = sql
    .exec<{ start_ms: number; text: string; corrected: string | null }>(
      `SELECT start_ms, text, (SELECT text FROM segment_edits WHERE segment_id = id ORDER BY seq DESC LIMIT 1) AS corrected
       FROM segments WHERE id = ?`,
      id,
    )
    .toArray();
  return row ? { startMs: row.start_ms, original: row.text, corrected: row.corrected } : null;
}

export function correctSegment(
  sql: SqlStorage,
  { id, text, by, at }: { id: SegmentId; text: string | null; by: string; at: number },
): void {
  sql.exec("INSERT INTO segment_edits (segment_id, text, at, made_by) VALUES (?, ?, ?, ?)", id, text, at, by);
}

/** Tells whether segments have been corrected since a reader read them, with the corrections up to `readUpTo`. */
export function changedSince(sql: SqlStorage): (ids: readonly SegmentId[], readUpTo: number) => boolean {
  const edits = new Map<SegmentId, { seq: number; text: string | null }[]>();
  for (const { segment_id, seq, text } of sql.exec<{ segment_id: string; seq: number; text: string | null }>(
    "SELECT segment_id, seq, text FROM segment_edits ORDER BY seq",
  )) {
    edits.set(segment_id, [...(edits.get(segment_id) ?? []), { seq, text }]);
  }
  return (ids, readUpTo) =>
    ids.some((id) => {
      const all = edits.get(id) ?? [];
      const read = all.findLast(({ seq }) => seq <= readUpTo);
      return (read?.text ?? null) !== (all.at(-1)?.text ?? null);
    });
}
