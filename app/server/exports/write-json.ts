import { EXPORT_VERSION, type MeetingExport } from "#app/contracts/meeting/meeting-export.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { FieldBodies } from "#app/domain/summary/summary.ts";
import type { FieldType } from "#app/domain/template/template.ts";
import type { ExportedField, JsonLine } from "#app/server/exports/fields/field-writer.ts";
import { writerOf } from "#app/server/exports/fields/field-writers.ts";
import type { Minutes } from "#app/server/exports/minutes.ts";

/** Names of segments in the document, by id; segments that the document does not hold have none. */
type SegmentNames = ReadonlyMap<string, string>;
type Written = Pick<Minutes, "fields" | "template" | "caution">;

/**
 * The meeting as data. Titles of fields are those that the page shows. `shared`: the file is for the holder of a share link, who
 * gets none of our ids.
 */
export function writeJson(
  { head, summary, segments }: MeetingView,
  minutes: Minutes,
  { shared }: { shared: boolean },
): string {
  const names = nameSegments(segments, shared);
  const exported: MeetingExport = {
    version: EXPORT_VERSION,
    meeting: {
      id: shared ? null : head.meetId,
      title: head.title,
      startsAt: new Date(head.startsAt).toISOString(),
      timeZone: head.timeZone,
      language: head.language,
      durationMs: head.durationMs,
      cutOff: head.cutOff === true,
      status: head.status,
    },
    summary: summaryWith(summary, minutes, names),
    transcript: segments.map(({ id, startMs, endMs, speaker, text }) => ({
      id: names.get(id) ?? "",
      startMs,
      endMs,
      speaker,
      text,
    })),
  };
  return `${JSON.stringify(exported, null, 2)}\n`;
}

/** The minutes alone, as they are in the file. */
export function exportSummary(
  { summary, segments }: MeetingView,
  minutes: Written,
  { shared }: { shared: boolean },
): MeetingExport["summary"] {
  return summaryWith(summary, minutes, nameSegments(segments, shared));
}

function nameSegments(segments: MeetingView["segments"], shared: boolean): SegmentNames {
  return new Map(segments.map(({ id }, index) => [id, shared ? `s${index + 1}` : id]));
}

function summaryWith(
  summary: MeetingView["summary"],
  { fields, template, caution }: Written,
  names: SegmentNames,
): MeetingExport["summary"] {
  return (
    summary && {
      language: summary.language,
      template,
      engine: summary.engine.model,
      writtenAt: new Date(summary.writtenAt).toISOString(),
      caution,
      fields: summary.template.fields.flatMap(({ key }, index) => {
        const field = fields[index];
        return field?.content
          ? [{ key, title: field.title, content: exportField(field.content.type, field.content, names) }]
          : [];
      }),
    }
  );
}

function exportField<Type extends FieldType>(
  type: Type,
  content: FieldBodies[Type],
  names: SegmentNames,
): ExportedField<Type> {
  const marks = ({ segmentIds, manual, outdated, unconfirmed }: JsonLine) => ({
    segmentIds: segmentIds.flatMap((id) => names.get(id) ?? []),
    manual: manual === true,
    outdated: outdated === true,
    confirmed: unconfirmed !== true,
  });
  return { type, ...writerOf(type).json(content, { marks }) };
}
