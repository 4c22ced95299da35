import { SYSTEM_VIEWER } from "#app/domain/meeting/access.ts";
import type { CallFact } from "#app/domain/meeting/call-fact.ts";
import { isSearched, passagesOf, type SearchableMeeting } from "#app/domain/search/passages.ts";
import { labelNumber } from "#app/domain/transcript/speaker-label.ts";
import { readSpeakers } from "#workers/meeting/store/corrections.ts";
import { readAlive, segmentsFor, summaryFor } from "#workers/meeting/view.ts";

/** The meeting as the workspace's search index reads it; null where it is gone, or is not to be found. */
export function searchableOf(sql: SqlStorage): SearchableMeeting | null {
  const row = readAlive(sql);
  if (!row || !isSearched(row)) return null;
  const { details, state } = row.alive;
  const landed = state.media.kind === "landed" ? state.media : null;
  const people = namesOf(sql, state.call);
  const { title, startsAt, language } = details;
  return {
    meetId: row.meetId,
    workspaceId: row.workspaceId,
    createdBy: row.createdBy,
    sequence: row.sequence,
    title,
    startsAt,
    durationMs: landed?.durationMs ?? state.call?.durationMs ?? state.sound?.durationMs ?? null,
    language,
    source: row.source,
    platform: state.call?.place.platform ?? null,
    people,
    passages: passagesOf({
      title,
      people,
      summary: summaryFor(sql, SYSTEM_VIEWER),
      segments: segmentsFor(sql, row, SYSTEM_VIEWER),
    }),
  };
}

/** The people of a meeting by name: who spoke, as a person or the source named them, and who was in the call. */
export function namesOf(sql: SqlStorage, call: CallFact | undefined): string[] {
  const speakers = readSpeakers(sql).map(({ label, name }) => name ?? label);
  const inCall = (call?.people ?? []).flatMap(({ name }) => name ?? []);
  return [...new Set([...speakers, ...inCall])].filter((name) => name.trim() !== "" && labelNumber(name) === null);
}
