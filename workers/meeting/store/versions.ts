import { type EditableField, editableFields, type Line, readableFields } from "#app/domain/summary/edits/line.ts";
import type { Summary } from "#app/domain/summary/summary.ts";
import { changedSince, labelsOf, speakerNames } from "#workers/meeting/store/corrections.ts";

/**
 * The versions of the minutes. Each stands on an engine's summary, which is never changed; a version edited by a person has all
 * lines as the person left them. All readers see the newest.
 */
export type VersionKind =
  /** As the engine wrote it. */
  | "written"
  /** A person changed lines. */
  | "edited"
  /** Newly written, with the earlier manual edits. */
  | "kept"
  /** An earlier one, shown again. */
  | "brought-back";

export type VersionRow = {
  version: number;
  /** The row of `summaries` that the version is based on. */
  summary: number;
  kind: VersionKind;
  madeAt: number;
  madeBy: string | null;
  title: string | null;
  fields: EditableField[] | null;
  engineIds: Record<string, string[]> | null;
  readUpTo: number;
};

type RawVersion = {
  version: number;
  summary: number;
  kind: string;
  made_at: number;
  made_by: string | null;
  title: string | null;
  fields: string | null;
  engine_ids: string | null;
  read_up_to: number;
};

/** The newest, or the one of that number; null when there is none. */
export function readVersion(sql: SqlStorage, version?: number): VersionRow | null {
  const rows =
    version === undefined
      ? sql.exec<RawVersion>("SELECT * FROM minutes_versions ORDER BY version DESC LIMIT 1")
      : sql.exec<RawVersion>("SELECT * FROM minutes_versions WHERE version = ?", version);
  const [row] = rows.toArray();
  return row ? fromRaw(row) : null;
}

/** Newest first. */
export function readVersions(sql: SqlStorage, most: number): VersionRow[] {
  return sql
    .exec<RawVersion>("SELECT * FROM minutes_versions ORDER BY version DESC LIMIT ?", most)
    .toArray()
    .map(fromRaw);
}

function fromRaw(row: RawVersion): VersionRow {
  return {
    version: row.version,
    summary: row.summary,
    kind: row.kind as VersionKind,
    madeAt: row.made_at,
    madeBy: row.made_by,
    title: row.title,
    fields: row.fields === null ? null : (JSON.parse(row.fields) as EditableField[]),
    engineIds: row.engine_ids === null ? null : (JSON.parse(row.engine_ids) as Record<string, string[]>),
    readUpTo: row.read_up_to,
  };
}

/** The engine's summary that a version stands on. */
export function engineSummary(sql: SqlStorage, { summary }: Pick<VersionRow, "summary">): Summary {
  const { body } = sql.exec<{ body: string }>("SELECT body FROM summaries WHERE version = ?", summary).one();
  return JSON.parse(body) as Summary;
}

/**
 * The lines of a version as they are read: a quotation has the speaker of its segment, who may have been changed since, and a name given to
 * a speaker replaces the label in their tasks and quotations.
 */
export function fieldsOf(sql: SqlStorage, version: VersionRow): EditableField[] {
  const fields = storedFields(sql, version);
  const names = speakerNames(sql);
  const quoted = fields.flatMap(({ lines }) =>
    lines.flatMap((line) => (line.quoted ? line.segmentIds.slice(0, 1) : [])),
  );
  const labels = labelsOf(sql, quoted);
  if (names.size === 0 && labels.size === 0) return fields;
  const named = (label: string | null) => (label === null ? null : (names.get(label) ?? label));
  return fields.map((field) => ({ ...field, lines: field.lines.map((line) => withSpeaker(line, labels, named)) }));
}

/** The same as they are stored: with labels of speakers, so that a later name replaces them too. */
export function storedFields(sql: SqlStorage, version: VersionRow): EditableField[] {
  return version.fields ?? engineFields(sql, version);
}

function withSpeaker(
  line: Line,
  labels: ReadonlyMap<string, string | null>,
  named: (label: string | null) => string | null,
): Line {
  const { assigned, quoted, segmentIds } = line;
  if (quoted === undefined) return { ...line, assigned: named(assigned) };
  const said = labels.get(segmentIds[0] ?? "");
  const speaker = said === undefined ? quoted.speaker : said;
  // The person who says "I will" has the task.
  const isSpeakers = assigned !== null && assigned === quoted.speaker;
  return { ...line, assigned: named(isSpeakers ? speaker : assigned), quoted: { ...quoted, speaker: named(speaker) } };
}

/** The same lines before any manual edit. */
export function engineFields(sql: SqlStorage, version: VersionRow): EditableField[] {
  return editableFields(engineSummary(sql, version).fields, version.summary, version.engineIds ?? {});
}

/** A version as everybody reads it. */
export function minutesOf(sql: SqlStorage, version: VersionRow): Summary {
  const isChanged = changedSince(sql);
  const done = new Set(
    sql
      .exec<{ line_id: string }>("SELECT line_id FROM task_ticks")
      .toArray()
      .map(({ line_id }) => line_id),
  );
  return {
    ...engineSummary(sql, version),
    fields: readableFields(fieldsOf(sql, version), {
      outdated: ({ segmentIds, readUpTo }) => isChanged(segmentIds, readUpTo ?? version.readUpTo),
      isDone: ({ id }) => done.has(id),
    }),
    version: version.version,
    ...(version.kind === "written" ? {} : { savedAt: version.madeAt }),
  };
}

/** The newest row of `summaries` as a version. Inside a transaction, after it was saved. */
export function noteWritten(sql: SqlStorage, { writtenAt, readUpTo }: { writtenAt: number; readUpTo: number }): void {
  sql.exec(
    `INSERT INTO minutes_versions (summary, kind, made_at, read_up_to)
     SELECT max(version), 'written', ?, ? FROM summaries`,
    writtenAt,
    readUpTo,
  );
}

/** A version that a person made, and its number. Inside a transaction. */
export function addVersion(
  sql: SqlStorage,
  version: Omit<VersionRow, "version"> & { fromVersion: number | null },
): number {
  return sql
    .exec<{ version: number }>(
      `INSERT INTO minutes_versions (summary, kind, made_at, made_by, title, fields, engine_ids, read_up_to, from_version)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING version`,
      version.summary,
      version.kind,
      version.madeAt,
      version.madeBy,
      version.title,
      version.fields === null ? null : JSON.stringify(version.fields),
      version.engineIds === null ? null : JSON.stringify(version.engineIds),
      version.readUpTo,
      version.fromVersion,
    )
    .one().version;
}

export function tickTask(
  sql: SqlStorage,
  { lineId, done, by, at }: { lineId: string; done: boolean; by: string; at: number },
): void {
  if (done) sql.exec("INSERT OR IGNORE INTO task_ticks (line_id, at, made_by) VALUES (?, ?, ?)", lineId, at, by);
  else sql.exec("DELETE FROM task_ticks WHERE line_id = ?", lineId);
}
