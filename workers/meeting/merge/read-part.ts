import { cutOf, lengthOf, ownLengthOf } from "#app/domain/meeting/parts.ts";
import type { MeetingPart, PartExchange } from "#app/server/ports/merged-meetings.ts";
import { labelSegments, readSpeakers } from "#workers/meeting/store/corrections.ts";
import { readRecognisedSegments } from "#workers/meeting/store/transcript.ts";
import { engineFields, readVersion, storedFields } from "#workers/meeting/store/versions.ts";
import type { Alive } from "#workers/meeting/view.ts";

/** The content of a meeting for the one that it is merged into. */
export function readPart(sql: SqlStorage, row: Alive, gapMs: number): MeetingPart {
  const { meetId, workspaceId, createdBy } = row;
  const { state } = row.alive;
  const segments = labelSegments(sql, readRecognisedSegments(sql));
  const lengthMs = Math.max(lengthOf(state) ?? 0, segments.at(-1)?.endMs ?? 0);
  const version = readVersion(sql);
  return {
    meetId,
    workspaceId,
    createdBy,
    gapMs,
    lengthMs,
    recordings: [
      { meetId, startMs: 0, endMs: ownLengthOf(state) ?? lengthMs, ...cutOf(state.span) },
      ...(state.parts ?? []).flatMap(({ recordings }) => recordings),
    ],
    segments,
    edits: sql
      .exec<{ id: string; text: string | null; at: number; by: string | null }>(
        "SELECT segment_id AS id, text, at, made_by AS by, max(seq) FROM segment_edits GROUP BY segment_id",
      )
      .toArray()
      .flatMap(({ id, text, at, by }) => (text === null ? [] : [{ id, text, at, by }])),
    speakers: readSpeakers(sql).map(({ label, name }) => ({ label, name })),
    minutes: version && {
      engine: engineFields(sql, version),
      fields: storedFields(sql, version),
      ticks: sql
        .exec<{ lineId: string; at: number; by: string | null }>(
          "SELECT line_id AS lineId, at, made_by AS by FROM task_ticks",
        )
        .toArray(),
    },
    chat: sql
      .exec<PartExchange>(
        `SELECT user_id, key, question, suggestion, asked_at, state, answer FROM chat_exchanges
         WHERE user_id = ? AND state <> 'answering' ORDER BY id`,
        createdBy,
      )
      .toArray(),
  };
}
